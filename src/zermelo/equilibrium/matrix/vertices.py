"""All equilibria of two players, from the corners of the best-reply polytopes: the reference, degenerate or not.

A mixed strategy x of the first player, scaled so that no reply gets more than 1, is a point of a polytope; one corner
of it and one of the other player's are an equilibrium if every action is either not played or a best reply
(Mangasarian 1964; von Stengel 2007, 3.5). The corners come by double description (Motzkin et al. 1953): begin with a
cone, cut it by one inequality after the other, and keep the rays. It is exact, and corners where more inequalities meet
than need to are no special case.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import comb, gcd

from zermelo.equilibrium.answer import Answer
from zermelo.equilibrium.matrix.found import Pair, all_equilibria, not_for_two
from zermelo.equilibrium.matrix.game import MatrixGame
from zermelo.equilibrium.solver import Finds, solver

SMALL = 16  # actions of both players together, for which it is quick
MOST_CORNERS = 200_000  # that a polytope of best replies could have

Corner = tuple[tuple[int, ...], int]  # the point, in proportion, and which inequalities are tight there, as bits


@solver(
    "vertices",
    MatrixGame.form,
    finds=Finds.ALL,
    fits="two players",
    refuses=lambda game: not_for_two(game) or _too_many(game),
    usual=lambda game: 4 if sum(game.sizes) <= SMALL else 0,
)
def by_vertices(game: MatrixGame) -> Answer:
    """All equilibria of two players, from the corners of the best-reply polytopes."""
    return all_equilibria(game, "vertices", extreme_pairs(game))


def _too_many(game: MatrixGame) -> str:
    """Why the corners of a game are not listed: even 14 x 14 actions take a minute."""
    most = max(_most_corners(size, sum(game.sizes)) for size in game.sizes)
    return "too many actions for all to be found (lemke-howson finds some)" if most > MOST_CORNERS else ""


def _most_corners(dimension: int, sides: int) -> int:
    """The upper bound theorem (McMullen 1970).

    >>> _most_corners(2, 5), _most_corners(3, 6)
    (5, 8)
    """
    half = dimension // 2
    return comb(sides - dimension + half, half) + comb(sides - 1 - half, sides - dimension)


def extreme_pairs(game: MatrixGame) -> list[Pair]:
    """All extreme equilibria, exact."""
    rows, columns = game.sizes
    own, other = game.whole(0), game.whole(1)
    firsts = corners([[other[row][column] for row in range(rows)] for column in range(columns)])
    seconds = corners(own)
    wanted = (1 << (rows + columns)) - 1
    low = (1 << columns) - 1
    turned = [(point, (tight & low) << rows | tight >> columns) for point, tight in seconds]  # the first's labels first
    return [(mixed(x), mixed(y)) for x, labels in firsts for y, more in turned if labels | more == wanted]


def mixed(point: Sequence[int]) -> tuple[Fraction, ...]:
    """A point scaled to probabilities."""
    total = sum(point)
    return tuple(Fraction(part, total) for part in point)


def corners(bounds: Sequence[Sequence[int]]) -> list[Corner]:
    """The corners but 0 of {x >= 0: row @ x <= 1 for each row of `bounds`}, all of whose entries are positive.

    Bit i of the tight inequalities is x[i] = 0, bit len(x) + j is that of row j.
    """
    size = len(bounds[0])
    # a ray (x, t) of the cone {x >= 0, t >= row @ x} is the corner x / t; at first only t >= 0 is asked
    every = (1 << (size + 1)) - 1
    rays: list[Corner] = [
        (tuple(int(other == axis) for other in range(size + 1)), every & ~(1 << axis)) for axis in range(size + 1)
    ]
    for number, row in enumerate(bounds):
        rays = _cut(rays, row, 1 << (size + 1 + number), size - 1)
    low = (1 << size) - 1
    return [(ray[:-1], tight & low | tight >> (size + 1) << size) for ray, tight in rays if any(ray[:-1])]


def _cut(rays: list[Corner], row: Sequence[int], bit: int, least: int) -> list[Corner]:
    """The rays of the cone where t >= row @ x, too; two rays of an edge share at least `least` tight inequalities."""
    slack = [ray[-1] - sum(part * weight for part, weight in zip(ray, row, strict=False)) for ray, _ in rays]
    kept = [(ray, tight | (0 if left else bit)) for (ray, tight), left in zip(rays, slack, strict=True) if left >= 0]
    inside = [number for number, left in enumerate(slack) if left > 0]
    outside = [number for number, left in enumerate(slack) if left < 0]
    masks = [tight for _, tight in rays]
    for a in inside:
        for b in outside:
            both = masks[a] & masks[b]
            if both.bit_count() < least or not _adjacent(both, masks):
                continue
            point = [slack[a] * q - slack[b] * p for p, q in zip(rays[a][0], rays[b][0], strict=True)]
            common = gcd(*point)
            kept.append((tuple(part // common for part in point), both | bit))
    return kept


def _adjacent(both: int, masks: list[int]) -> bool:
    """Whether only two rays have all these tight inequalities."""
    holders = 0
    for tight in masks:
        if tight & both == both:
            holders += 1
            if holders > 2:
                return False
    return True
