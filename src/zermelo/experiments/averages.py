"""Averages of ratios over positions, with intervals."""

from collections.abc import Sequence

import numpy as np

from zermelo.theory import Measured

RESAMPLES = 5000


def geometric_mean(groups: Sequence[Sequence[float]], *, seed: int) -> Measured:
    """The geometric mean of all numbers, which come in groups, and its 95 % bootstrap interval.

    Numbers are drawn anew within their groups: positions are a sample, the games that they belong to are not. With
    few numbers in a group the interval is somewhat too narrow.

    >>> geometric_mean([[2, 2], [8, 8]], seed=0)
    Measured(value=4.0, low=4.0, high=4.0)
    """
    logarithms = [np.log(np.asarray(group, float)) for group in groups]
    count = sum(map(len, logarithms))
    rng = np.random.default_rng(seed)
    sums = sum(rng.choice(group, (RESAMPLES, len(group))).sum(1) for group in logarithms)
    low, high = np.percentile(np.asarray(sums) / count, [2.5, 97.5])
    middle = sum(group.sum() for group in logarithms) / count
    value, low, high = (round(float(np.exp(number)), 12) for number in (middle, low, high))
    return Measured(value, low, high)
