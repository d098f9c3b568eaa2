"""How fast does alpha-beta grow when moves come in random order? Measured, beside what the theory says.

With the best move first, one ply more costs sqrt(b) times as many leaves. With moves in random order it costs
x / (1 - x) times, where x^b + x = 1 (Pearl 1982: the limit for deep uniform trees whose leaves are independent and
never tie); for large b that is b / ln b, and for the b of real games b^0.70 to b^0.72. Lectures say b^(3/4).
"""

from dataclasses import dataclass
from math import exp, log, sqrt
from statistics import fmean, stdev

from zermelo.core.catalogue import load
from zermelo.errors import Problem
from zermelo.search import Limit, analyse

STANDARD_ERRORS = 1.96  # standard errors on either side make an interval of 95 %


@dataclass(frozen=True)
class Measured:
    """A mean over random trees, and its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.4g} ({self.low:.4g} to {self.high:.4g})"


def random_growth(b: int) -> float:
    """By how much one ply more multiplies the leaves of alpha-beta in random order, in deep trees (Pearl 1982).

    >>> round(random_growth(2), 3), round(random_growth(35), 2)
    (1.618, 12.83)
    """
    if b < 2:
        raise Problem(f"with {b} moves at every node there is nothing to order")
    low, high = 0.0, 1.0
    while high - low > 1e-15:
        x = (low + high) / 2
        low, high = (x, high) if x**b + x < 1 else (low, x)
    return low / (1 - low)


def leaves_in_random_order(b: int, d: int, *, trees: int = 100, seed: int = 0) -> Measured:
    """The leaves that plain alpha-beta visits in uniform trees with independent leaves: the mean over random trees."""
    counts = _counts(b, d, trees, seed)
    mean, error = fmean(counts), STANDARD_ERRORS * stdev(counts) / sqrt(trees)
    return Measured(mean, mean - error, mean + error)


def growth_in_random_order(b: int, d: int, *, trees: int = 100, seed: int = 0) -> Measured:
    """By how much each of the last two plies multiplies the leaves in trees of depth d."""
    shallow, deep = _counts(b, d - 2, trees, seed), _counts(b, d, trees, seed + trees)
    growth = log(fmean(deep) / fmean(shallow)) / 2
    errors = [stdev(counts) / fmean(counts) / sqrt(trees) for counts in (shallow, deep)]
    error = STANDARD_ERRORS * sqrt(errors[0] ** 2 + errors[1] ** 2) / 2
    return Measured(exp(growth), exp(growth - error), exp(growth + error))


def exponent(growth: float, b: int) -> float:
    """The e with which a growth is b^e: 1 for minimax, 1/2 for the minimal tree.

    >>> exponent(6, 36)
    0.5
    """
    return log(growth) / log(b)


def _counts(b: int, d: int, trees: int, seed: int) -> list[int]:
    if trees < 30:
        raise Problem(f"an interval needs at least 30 trees, not {trees}")
    specs = (f"synthetic:branching={b},depth={d},seed={seed + k},scores=0,noise=1000000000" for k in range(trees))
    return [analyse(load(spec).start(), limit=Limit(), plain=True).leaves for spec in specs]
