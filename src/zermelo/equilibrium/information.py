"""What does a player know? The information sets of a game: positions that look the same to the player who must move."""

from zermelo.core.game import Position
from zermelo.errors import Problem

MOST_POSITIONS = 200_000  # positions; beyond that this is the wrong tool


def information_sets(position: Position, player: int) -> list[set[Position]]:
    """The positions below this one in which `player` moves, grouped by what the player can tell apart."""
    groups: dict[object, set[Position]] = {}
    for found in _reachable(position):
        if found.mover == player and not found.over:
            groups.setdefault(found.sees(player) if found.game.hidden else found.data, set()).add(found)
    return list(groups.values())


def perfect_information(position: Position) -> bool:
    """Whether every player always knows the position: all information sets are of size 1.

    >>> import zermelo as z
    >>> perfect_information(z.Tree([[3, 12], [2, 4]]).start())
    True
    """
    players = range(len(position.game.players))
    return all(len(group) == 1 for player in players for group in information_sets(position, player))


def _reachable(position: Position) -> list[Position]:
    found = {position: None}
    waiting = [position]
    while waiting:
        here = waiting.pop()
        for move in here.codes:
            after = here.play(move)
            if after not in found:
                if len(found) >= MOST_POSITIONS:
                    raise Problem(f"{position.game.spec} has more than {MOST_POSITIONS:,} positions, too many to list")
                found[after] = None
                waiting.append(after)
    return list(found)
