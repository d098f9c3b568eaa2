"""Backgammon by slow and obvious rules, and positions by where the men are."""

import random
from functools import cache

import zermelo as z
from zermelo import load
from zermelo.games.backgammon.position_id import encode

Side = tuple[int, ...]
"""Men borne off, on the points 1 to 24 as their owner counts, and on the bar."""

START = "4HPwATDgc/ABMA"


@cache
def game() -> z.Game:
    return load("backgammon")


def side(men: dict[int, int]) -> Side:
    """Men by point; those that are not mentioned are off."""
    points = [men.get(point, 0) for point in range(26)]
    points[0] = 15 - sum(points[1:])
    return tuple(points)


def at(mine: dict[int, int], theirs: dict[int, int], dice: str = "-", player: str = "X") -> z.Position:
    """A position by the men of the player to roll or to play, and the other's, each as they count."""
    return game().position(f"{encode(side(mine), side(theirs))} {player} {dice}")


def steps(mine: Side, theirs: Side, die: int) -> set[tuple[Side, Side]]:
    """What one man can do with one die."""
    found = set()
    home = not any(mine[7:])
    for point in [25] if mine[25] else range(1, 25):
        end = point - die
        off = end <= 0 and home and (end == 0 or not any(mine[point + 1 :]))
        if mine[point] and (off or (end > 0 and theirs[25 - end] < 2)):
            own, other = list(mine), list(theirs)
            own[point] -= 1
            own[max(end, 0)] += 1
            if end > 0 and other[25 - end] == 1:
                other[25 - end] -= 1
                other[25] += 1
            found.add((tuple(own), tuple(other)))
    return found


def results(mine: Side, theirs: Side, high: int, low: int) -> set[tuple[Side, Side]]:
    """The positions that legal plays lead to: as many dice as possible, and the larger if it is one or the other."""
    if high == low:
        level = {(mine, theirs)}
        for _ in range(4):
            level = {end for position in level for end in steps(*position, high)} or level
        return level
    both = {end for a, b in ((high, low), (low, high)) for first in steps(mine, theirs, a) for end in steps(*first, b)}
    return both or steps(mine, theirs, high) or steps(mine, theirs, low) or {(mine, theirs)}


def random_sides(rng: random.Random) -> tuple[Side, Side]:
    """A random position: anywhere, bearing off, running into a wall of points, or entering from the bar."""
    kind = rng.choice(["anywhere", "home", "wall", "late"])
    mine, theirs = [0] * 26, [0] * 26
    if kind == "wall":
        for point in rng.sample(range(1, 10), rng.randint(4, 7)):
            theirs[point] = 2
    for own, other, reach in ((mine, theirs, 6 if kind == "home" else 24), (theirs, mine, 9 if kind == "late" else 24)):
        for _ in range(rng.randint(1, 15 - sum(own))):
            point = rng.choice([p for p in range(1, 25) if not other[25 - p] and (p <= reach or rng.random() < 0.02)])
            own[point] += 1
        for point in range(1, 25):
            if own[point] and rng.random() < 0.06:
                own[point], own[25] = own[point] - 1, own[25] + 1
        own[0] = 15 - sum(own)
    return tuple(mine), tuple(theirs)


def found(position: z.Position) -> list[tuple[Side, Side]]:
    """The positions that our moves lead to."""
    player = position.mover
    after = [position.play(move).state.points.tolist() for move in position.codes]
    return [(tuple(points[player]), tuple(points[1 - player])) for points in after]
