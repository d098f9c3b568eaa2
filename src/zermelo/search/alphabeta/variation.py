"""Continue a principal variation where the table cut it short."""

from typing import TYPE_CHECKING

from zermelo.core.data import Data
from zermelo.core.game import CHANCE, Position
from zermelo.search.alphabeta.distance import farther
from zermelo.search.alphabeta.table import LOWER, UPPER, Table
from zermelo.search.workspace import LINE

if TYPE_CHECKING:
    from zermelo.search.driver import Search

CHOICES = 32  # with more moves than this, only the table's own move is looked at


def extend(search: "Search", line: list[int], value: float) -> list[int]:
    """`line`, followed by moves that the table says keep its `value` (for the player to move at its start).

    It ends before chance moves. An entry may come from a mirror image, so a move counts only if the position after it
    has the value it should have. No move is better than the best, so there a bound is enough: as much for the mover.
    """
    position, table, w = search.position, search.table, search.work
    if table is None or not table.on or ("paths" in (w.dtype.names or ()) and w.paths):
        return line
    line, seen = list(line), {position.identity}
    value *= _sign(position)  # from here on, for the first player
    for move in line:
        position, value = position.play(move), float(farther(w, value))
        seen.add(position.identity)
    while len(line) < LINE and not position.over and position.mover != CHANCE:
        entry = table.find(position.key)
        moves = list(position.moves.values())
        if entry and entry[1] in moves:
            moves.insert(0, int(entry[1]))
        after, expected = position, float(farther(w, value))
        for move in moves[:1] if len(moves) > CHOICES else moves:
            after = position.play(move)
            if _keeps(after, expected, LOWER if _sign(position) > 0 else UPPER, table, search.data):
                line.append(move)
                break
        else:
            break
        position, value = after, expected
        if position.identity in seen:  # round and round
            break
        seen.add(position.identity)
    return line


def _sign(position: Position) -> int:
    """1 where the first player is to move, or chance; -1 where the second one is."""
    return -1 if position.mover == 1 else 1


def _keeps(position: Position, value: float, bound: int, table: Table, data: Data) -> bool:
    """Whether a position has that value for the first player: at the end of the game, or by the table, where this
    bound is enough."""
    if position.over:
        first, second = position.paid(data=data)
        return (first - second) / 2 == value
    entry = table.find(position.key)
    if entry is None:
        return False
    found, _, flags = entry
    if _sign(position) < 0 and not table.for_first_player:
        found, bound = -found, LOWER + UPPER - bound
    return bool(flags & bound) and found == value
