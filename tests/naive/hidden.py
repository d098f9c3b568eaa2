"""What may be, and what it is worth on average, by looking at every way that a game can go."""

from collections import defaultdict

from naive.chance import expectimax
from zermelo.core.game import Position
from zermelo.core.hidden import Sight


def what_may_be(start: Position, sight: Sight) -> dict[tuple, float]:
    """The states in which a player has done and heard just that and is to move, and how likely each is."""
    found: dict[tuple, float] = defaultdict(float)
    for position, likely in ways_to(start, sight):
        found[state_of(position)] += likely
    total = sum(found.values())
    return {state: likely / total for state, likely in found.items()}


def ways_to(start: Position, sight: Sight) -> list[tuple[Position, float]]:
    """All ways from the start to such a position. Others play anything, chance does what is likely."""
    ways = []

    def walk(position: Position, likely: float) -> None:
        if position.over:
            return
        if position.mover == sight.player and position.sees(sight.player) == sight.information:
            ways.append((position, likely))
            return
        chances = position.chances
        for code in position.codes:
            part = chances[code] if chances else 1 if position.mover == sight.player else 1 / len(position.codes)
            walk(position.play(code), likely * part)

    walk(start, 1.0)
    return ways


def state_of(position: Position) -> tuple:
    """All of a position but for what players know."""
    s = position.state
    return tuple(s[name].tobytes() for name in s.dtype.names if name != "known_")


def pimc(start: Position, sight: Sight) -> dict[str, float]:
    """What each move brings the player on average, if from then on all saw everything."""
    ways = ways_to(start, sight)
    total = sum(likely for _, likely in ways)
    return {
        name: sum(likely * expectimax(position.play(code))[sight.player] for position, likely in ways) / total
        for name, code in sight.moves.items()
    }
