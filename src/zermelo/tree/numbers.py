"""Numbers as they are written at the nodes of a tree."""

from collections.abc import Callable
from fractions import Fraction
from math import inf

SIMPLE = 100  # denominator of a simple fraction
NEAR = 1e-9


def number(value: float) -> str:
    """A value as it is written."""
    return {inf: "+inf", -inf: "-inf"}.get(value, f"{round(value, 9) + 0.0:g}")


def brief(value: float) -> str:
    """A number with four digits that count.

    >>> brief(-0.069829), brief(355.5), brief(12345.0)
    ('-0.06983', '355.5', '12345')
    """
    return number(value if not abs(value) < 1000 else float(f"{value:.4g}"))


def fraction(value: float) -> str:
    """A probability as a simple fraction, if it is one.

    >>> fraction(1 / 3), fraction(0.5), fraction(1.0), fraction(0.12345)
    ('1/3', '1/2', '1', '0.1235')
    """
    simple = Fraction(value).limit_denominator(SIMPLE)
    return str(simple) if abs(simple - value) < NEAR else brief(float(value))


def interval(window: tuple[float, float], told: Callable[[float], str] = number) -> str:
    """A window as it is written."""
    low, high = map(told, window)
    if low == high:  # a null window: one of its ends is beside the other
        nearer = abs(window[0] - float(low)) <= abs(window[1] - float(high))
        low, high = (low, high + "+") if nearer else (low + "-", high)
    return f"[{low}, {high}]"


def vector(payoff: tuple[float, ...], told: Callable[[float], str] = number) -> str:
    """What each player gets, as it is written."""
    return "(" + ", ".join(map(told, payoff)) + ")"
