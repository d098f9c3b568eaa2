"""Payoffs as a person gives them, made exact: numbers of any kind, in nested lists of one of three shapes."""

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from numbers import Integral, Rational, Real
from typing import Any

import numpy as np

from zermelo.errors import Problem

MOST = 1_000_000  # payoffs of a game
DIGITS = 40  # of a number, before or after the point
FORMS = "a table of pairs, one table of numbers (zero-sum), or one table for each player"


def exact(value: Any) -> Fraction:
    """A payoff as a fraction; a float is the decimal that one writes for it.

    >>> exact(0.1), exact("-2/3"), exact("1e2")
    (Fraction(1, 10), Fraction(-2, 3), Fraction(100, 1))
    """
    if isinstance(value, bool | np.bool_):
        raise Problem(f"a payoff must be a number, not {value}")
    if isinstance(value, Integral):
        return _sized(Fraction(int(value)), value)
    if isinstance(value, Rational):
        return _sized(Fraction(int(value.numerator), int(value.denominator)), value)
    if isinstance(value, Decimal | Real):
        if not isfinite(value):
            raise Problem(f"a payoff must be a finite number, not {float(value)}")
        return exact(repr(float(value)) if not isinstance(value, Decimal) else str(value))
    if isinstance(value, str):
        number = re.fullmatch(r"\s*[-+]?(\d[\d_]*(/\d+)?|(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,2})?)\s*", value)
        if number and len(value) <= 3 * DIGITS:
            try:
                return _sized(Fraction(value.strip()), value)
            except ZeroDivisionError:
                pass
    raise Problem(f"a payoff must be a number, not {value!r:.40}")


def _sized(value: Fraction, given: Any) -> Fraction:
    if max(abs(value.numerator), value.denominator) >= 10**DIGITS:
        raise Problem(f"the payoff {given!s:.40} has more than {DIGITS} digits")
    return value


def written(value: Fraction) -> int | float | str:
    """A payoff as JSON has it, without loss: a number if it is one there, else a fraction in text.

    >>> written(Fraction(3)), written(Fraction(1, 4)), written(Fraction(1, 3))
    (3, 0.25, '1/3')
    """
    if value.denominator == 1:
        return int(value)
    return float(value) if exact(float(value)) == value else str(value)


def read_payoffs(given: Any) -> np.ndarray:
    """The payoffs as an array of Fractions, one axis for the actions of each player, the last one for the players."""
    table = _by_player(list(given.values())) if isinstance(given, Mapping) else _table(given)
    _hold(table.size)
    return table


def _hold(count: int) -> None:
    if count > MOST:
        raise Problem(f"the game has {count:,} payoffs; at most {MOST:,} can be held")


def _table(given: Any) -> np.ndarray:
    if isinstance(given, str) or not hasattr(given, "__len__"):
        raise Problem(f"payoffs are {FORMS}, not {given!r:.40}")
    apart = (isinstance(given, tuple) and not any(isinstance(part, tuple) for part in given)) or (
        isinstance(given, list) and bool(given) and all(isinstance(part, np.ndarray) for part in given)
    )
    values = _nested(given)
    players = values.ndim - 1  # if each entry is one payoff for each of them, or if there is one table for each
    if values.ndim == 1:
        return values[:, None]
    if values.ndim == 2:
        return np.stack([values, -values], axis=-1)
    if apart and values.shape[0] == players:
        return np.moveaxis(values, 0, -1)
    if values.shape[-1] == players:
        return values
    if values.shape[0] == players:
        return np.moveaxis(values, 0, -1)
    raise Problem(f"payoffs of the shape {' x '.join(map(str, values.shape))} are none of: {FORMS}")


def _by_player(tables: list[Any]) -> np.ndarray:
    parts = [_nested(table) for table in tables]
    for part in parts:
        if part.shape != parts[0].shape or part.ndim != len(parts):
            shapes = ", ".join(" x ".join(map(str, each.shape)) for each in parts)
            raise Problem(f"{len(parts)} players need tables of one shape with {len(parts)} dimensions, not {shapes}")
    if not parts:
        raise Problem("the game has no payoffs")
    return np.stack(parts, axis=-1)


def _nested(given: Any) -> np.ndarray:
    """Nested lists as an array; all lists of one level must be equally long."""
    shape: list[int] = []
    values: list[Fraction] = []
    _walk(given, 0, shape, values, "")
    found = np.empty(len(values), dtype=object)
    found[:] = values
    return found.reshape(shape)


def _walk(given: Any, level: int, shape: list[int], values: list[Fraction], place: str) -> None:
    """Append the numbers to `values`. Modified in place: `shape`, too, on the way to the first number."""
    if isinstance(given, np.ndarray):
        _hold(given.size)
        given = given.tolist()
    inner = isinstance(given, list | tuple)
    where = f" in {place}" if place else ""
    if not inner:
        if not shape or level != len(shape):
            raise Problem(f"the payoffs are ragged: {given!r:.40}{where} stands where a list should")
        try:
            values.append(exact(given))
        except Problem as problem:
            raise Problem(f"{problem}{where}") from None
        return
    if not given:
        raise Problem(f"the payoffs are empty{where}: each player needs an action")
    if level == len(shape):
        if values:
            raise Problem(f"the payoffs are ragged: a list{where} stands where a number should")
        shape.append(len(given))
        if level > 20:
            raise Problem("the payoffs are nested too deeply")
    elif shape[level] != len(given):
        what = "rows" if level == 0 else "entries"
        raise Problem(f"the payoffs are ragged: {len(given)} {what}{where}, but {shape[level]} before")
    for number, part in enumerate(given):
        _walk(part, level + 1, shape, values, f"{place}[{number}]")
