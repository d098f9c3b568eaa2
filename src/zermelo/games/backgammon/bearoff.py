"""The one-sided bear-off table: how many rolls it takes to bear off up to fifteen men from the points 1 to 6.

There are C(21, 6) = 54,264 such positions. For each the table has the least expected number of rolls that any way of
playing achieves, and the variance of the number when playing so. It is made by pip counts, from low to high, since
every step lowers them, and all positions of one pip count are done at once: about a second. The cache folder keeps it.

A race between two such positions is decided by two independent numbers of rolls. The table has no more of their
distributions than mean and variance; as the sum of many small steps they are nearly normal (see `win_chance`).
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb

import numpy as np

from zermelo.core.cache import TABLE, folder, read, write

MEN, POINTS = 15, 6
POSITIONS = comb(MEN + POINTS, POINTS)
PIPS_PER_ROLL = 49 / 6  # on average; an effective pip count is this times the expected number of rolls
FILE = f"backgammon-bearoff-2{TABLE}"
MEAN, VARIANCE = 0, 1  # columns of the table
STORED = np.dtype("<f4")  # its numbers

# The index of a position: its men, read from the ace point as gaps between six bars, are a combination of six places
# out of 21, and combinations are numbered in the colexicographic order. CHOOSE[k, m] = C(m + k, k + 1).
CHOOSE = np.array([[comb(men + point, point + 1) for men in range(MEN + 1)] for point in range(POINTS)], np.int64)


def index(men):
    """The row of a position, men[1] to men[6] being those on the points. Compiled with the rules."""
    total = 0
    row = 0
    for point in range(POINTS):
        total += men[point + 1]
        row += CHOOSE[point, total]
    return row


def positions() -> np.ndarray:
    """All positions in the order of their index: the men on the points 1 to 6."""
    places = np.array(list(combinations(range(MEN + POINTS), POINTS)), np.int64)
    men = np.diff(places, axis=1, prepend=-1) - 1
    return men[np.argsort(_indices(men))].astype(np.int8)


@cache
def table() -> np.ndarray:
    """The table, from the cache folder if it is there; otherwise it is computed, and kept."""
    where = folder()
    file = where / FILE if where else None
    found = read(file)
    if found is not None and len(found) == POSITIONS * 2 * STORED.itemsize:
        return np.frombuffer(found, STORED).reshape(POSITIONS, 2)
    made = compute()
    if file is not None:
        write(file, made.tobytes())
    return made


def compute() -> np.ndarray:
    """Mean and variance of the number of rolls for every position.

    With dice left to play, a position is worth what the best step makes of it. `means` and `squares` have a row for
    every position, and columns for what is left: nothing (0), one die (1 to 6), two steps of a double (7 to 12), three
    of them (13 to 18). Four, and both of two different dice, need not be kept.
    """
    men = positions().astype(np.int64)
    pips = men @ np.arange(1, POINTS + 1)
    by_pips = np.split(np.argsort(pips, kind="stable"), np.cumsum(np.bincount(pips))[:-1])
    steps = [_after_step(men, die) for die in range(1, POINTS + 1)]
    means, squares = np.zeros((POSITIONS, 19)), np.zeros((POSITIONS, 19))
    for rows in by_pips[1:]:
        mean, square = np.zeros((2, len(rows)))
        first = np.zeros((2, 6, 6, len(rows)))  # mean and square, after one die was played, for another that is left
        for die in range(6):
            here, after = [0, 7 + die, 13 + die, *range(1, 7)], steps[die][rows]
            best = means[after][:, :, here].argmin(axis=1)
            end = np.take_along_axis(after, best, axis=1)
            m, q = means[end, here], squares[end, here]
            own = 3 + die
            means[rows, 1 + die], squares[rows, 1 + die] = m[:, 0], q[:, 0]
            means[rows, 7 + die], squares[rows, 7 + die] = m[:, own], q[:, own]
            means[rows, 13 + die], squares[rows, 13 + die] = m[:, 1], q[:, 1]
            mean += m[:, 2] / 36
            square += q[:, 2] / 36
            first[:, die] = m[:, 3:].T, q[:, 3:].T
        for die, other in combinations(range(6), 2):
            better = first[0, die, other] <= first[0, other, die]
            chosen = np.where(better, first[:, die, other], first[:, other, die])
            mean += chosen[0] / 18
            square += chosen[1] / 18
        means[rows, 0] = 1 + mean
        squares[rows, 0] = 1 + 2 * mean + square
    return np.stack((means[:, 0], squares[:, 0] - means[:, 0] ** 2), axis=1).astype(STORED)


def expected_rolls(men: Sequence[int]) -> float:
    """The expected number of rolls to bear off the men on the points 1, 2, ..., 6."""
    counts = [*men, *[0] * (POINTS - len(men))]
    if len(counts) != POINTS or min(counts) < 0 or sum(counts) > MEN:
        raise ValueError(f"up to {MEN} men on the points 1 to {POINTS}, not {' '.join(map(str, men))}")
    return float(table()[index([0, *counts]), MEAN])


def _indices(men: np.ndarray) -> np.ndarray:
    """`index` of many positions."""
    totals = np.cumsum(men, axis=1)
    return sum((CHOOSE[point, totals[:, point]] for point in range(POINTS)), np.zeros(len(men), np.int64))


def _after_step(men: np.ndarray, die: int) -> np.ndarray:
    """For every position the rows that a step by `die` can lead to, one for each point; repeated where there are fewer.

    From a point below the die a man is borne off if there is none behind it. Without men nothing changes.
    """
    after = np.full((len(men), POINTS), -1, np.int64)
    behind = np.cumsum(men[:, ::-1], axis=1)[:, ::-1] - men
    for point in range(1, POINTS + 1):
        can = men[:, point - 1] > 0
        if point < die:
            can &= behind[:, point - 1] == 0
        moved = men[can].copy()
        moved[:, point - 1] -= 1
        if point > die:
            moved[:, point - die - 1] += 1
        after[can, point - 1] = _indices(moved)
    return np.where(after < 0, after.max(axis=1, keepdims=True), after).clip(0)
