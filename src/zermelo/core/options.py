"""Options of a game: constants at the top of its file that a user may set, as in `hex:size=7`.

`SIZE = option("size", 11)` gives the default, or what the user wrote after the colon: `load` runs the file once for
each choice of options, so everything derived from them (tables, the state's layout, the board) is plain Python.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from math import isinf
from typing import Any

from zermelo.errors import Problem, unknown

LARGEST = 10**18  # whole number: in C it has 64 bits


@dataclass(frozen=True)
class Option:
    """One setting: its value now, its default, and what it may be."""

    name: str
    value: Any
    default: Any
    help: str = ""
    low: float | None = None
    high: float | None = None
    choices: tuple[Any, ...] = ()
    kept: type | None = None  # what a player may keep from move to move, and give instead: made from the value

    @classmethod
    def of(cls, name: str, default: Any, help: str = "", **limits: Any) -> "Option":
        """An option with its default."""
        return cls(name, default, default, help, **limits)


@dataclass
class _Asked:
    given: Mapping[str, str]
    found: dict[str, Option] = field(default_factory=dict)


_asked: ContextVar[_Asked | None] = ContextVar("asked", default=None)


def option(
    name: str,
    default: Any,
    help: str = "",
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[Any, ...] = (),
) -> Any:
    """The value of option `name`, of the type of `default`."""
    asked = _asked.get()
    value = default
    if asked and name in asked.given:
        value = convert(name, asked.given[name], default, low=low, high=high, choices=choices)
    if asked:
        asked.found[name] = Option(name, value, default, help, low, high, choices)
    return value


def convert(
    name: str,
    text: str,
    default: Any,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[Any, ...] = (),
) -> Any:
    """Read the value of an option from text."""
    try:
        if isinstance(default, bool):
            value: Any = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}[text.lower()]
        else:
            value = type(default)(text)
    except (ValueError, KeyError):
        raise _mistyped(name, text, default) from None
    return _allowed(name, value, default, low, high, choices)


def checked(name: str, value: Any, known: Option) -> Any:
    """A value given as text or as an object, of the type of the option's default, if the option may have it."""
    if isinstance(value, str):
        return convert(name, value, known.default, low=known.low, high=known.high, choices=known.choices)
    try:
        made = type(known.default)(value)
        if made != value:
            raise ValueError
    except (TypeError, ValueError, OverflowError):
        raise _mistyped(name, repr(value), known.default) from None
    return _allowed(name, made, known.default, known.low, known.high, known.choices)


def _mistyped(name: str, shown: str, default: Any) -> Problem:
    kind = {bool: "true or false", int: "a whole number", float: "a number"}.get(type(default), "text")
    return Problem(f"option {name}={shown} must be {kind}")


def _allowed(
    name: str, value: Any, default: Any, low: float | None, high: float | None, choices: tuple[Any, ...]
) -> Any:
    if value != value:
        raise Problem(f"option {name}=nan must be a number")
    if isinstance(value, int) and abs(value) > LARGEST:
        raise Problem(f"option {name}={value} must be {'at least -' if value < 0 else 'at most '}{LARGEST:,}")
    if isinstance(value, float) and isinf(value) and not isinf(default):
        raise Problem(f"option {name}={value} must be finite")
    if choices and value not in choices:
        raise unknown(f"value of option {name}", str(value), map(str, choices))
    if (low is not None and value < low) or (high is not None and value > high):
        limits = f"at least {low}" if high is None else f"at most {high}" if low is None else f"from {low} to {high}"
        raise Problem(f"option {name}={value} must be {limits}")
    return value


@contextmanager
def answering(given: Mapping[str, str]) -> Iterator[dict[str, Option]]:
    """While a game's file runs: answer its `option` calls, and collect them."""
    asked = _Asked(given)
    token = _asked.set(asked)
    try:
        yield asked.found
    finally:
        _asked.reset(token)


def spelled(value: Any) -> str:
    """A value as one writes it after the name of an option."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def with_setting(description: str, name: str, value: object) -> str:
    """A described player or method with one more setting.

    >>> with_setting("alphabeta", "depth", 3), with_setting("mcts:c=1", "time", 2)
    ('alphabeta:depth=3', 'mcts:c=1,time=2')
    """
    return f"{description}{',' if ':' in description else ':'}{name}={value}"


def parse(text: str) -> dict[str, str]:
    """`size=7,swap=true` as a dictionary."""
    pairs = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise Problem(f"option {part!r} is not of the form name=value")
        pairs[name.strip()] = value.strip()
    return pairs
