"""From a class of rules to the layout of a state: is everything there, and what C struct does `State` describe?"""

import copyreg
import inspect
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from operator import itemgetter
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from zermelo.core import vocabulary
from zermelo.core.lines import line_of
from zermelo.draw.board import Board
from zermelo.errors import RulesProblem

REPETITION = ("draw", "loss", "forbidden")
MOST_PLIES = 20_000
SHOWN = 12  # fields of a struct that an error lists
_GAP = re.compile(r"gap\d+_")
KNOWN = "known_"  # the field for what each player was told, in games whose rules say it: see `vocabulary.tells`


def parameters_of(rule: str) -> list[str]:
    """What a rule takes, without the data that it may ask for."""
    names = list(inspect.signature(getattr(vocabulary, rule)).parameters)
    return [name for name in names if name != "given"]


def check_rules(rules: Any, name: str, data: Sequence[str]) -> None:
    """Raise a RulesProblem if something is missing or not what it should be; `data`: what rules may ask for."""
    for rule in vocabulary.REQUIRED:
        if not callable(getattr(rules, rule, None)):
            raise RulesProblem(f"{line_of(rules)}{name} has no rule {rule}{_signature(rule)}")
    if not hasattr(rules, "State"):
        raise RulesProblem(f"{line_of(rules)}{name} has no class State with the fields of a position")
    _check_settings(rules, name)
    above = [each for each in rules.__mro__ if "_written" not in vars(each)]  # `Rules`, and what is no game by itself
    settings = {word for each in above for word in vars(each) if word[0] != "_"}
    _check_names(rules, name, [*vocabulary.RULES, *vocabulary.TEXT, *settings, "State", "Data", "Summary"])
    if all(getattr(rules, rule, None) is not None for rule in ("tells", "sees")):
        raise RulesProblem(
            f"{line_of(rules, 'sees', name=name)}either tells() or sees() says what players know, not both"
        )
    for rule in vocabulary.RULES:
        given = getattr(rules, rule, None)
        if given is None:
            continue
        if not isinstance(given, FunctionType):
            told = f"{name}.{rule} must be a plain function {rule}{_signature(rule)}"
            raise RulesProblem(f"{line_of(rules, rule)}{told}")
        wanted, got = parameters_of(rule), list(inspect.signature(given).parameters)
        more = got[len(wanted) :]
        place, kinds = line_of(rules, rule, name=name), inspect.signature(given).parameters.values()
        unnamed = any(each.kind in (each.KEYWORD_ONLY, each.VAR_POSITIONAL, each.VAR_KEYWORD) for each in kinds)
        if len(got) < len(wanted) or unnamed or (more and rule not in vocabulary.GIVEN):
            raise RulesProblem(f"{place}{rule}({', '.join(got)}) must take {rule}({', '.join(wanted)})")
        for extra in more:
            if extra not in data:
                listed = f"has {', '.join(data)}" if data else "is given none: there is no class Data"
                raise RulesProblem(f"{place}{rule} asks for data {extra!r}, but {name} {listed}")


def _check_names(rules: Any, name: str, known: Sequence[str]) -> None:
    """A misspelt rule would be left out silently. A function that is no rule cannot be called: nothing has `self`."""
    games = (each for each in rules.__mro__ if "_written" in vars(each))
    own = {word: value for each in games for word, value in vars(each).items() if word[0] != "_"}
    for word in (word for word in own if word not in known):
        near = get_close_matches(word, known, n=1, cutoff=0.75)
        what = f"{line_of(rules, word, name=name)}{word} is neither a rule nor a setting"
        if near:
            raise RulesProblem(f"{what}; did you mean {near[0]}?")
        if isinstance(own[word], FunctionType):
            raise RulesProblem(f"{what}; a function that rules call stands outside of the class")


def _check_settings(rules: Any, name: str) -> None:
    """Settings of the wrong kind would surface as something else much later."""

    def expect(condition: bool, setting: str, wanted: str) -> None:
        if not condition:
            told = f"{setting} must be {wanted}, not {getattr(rules, setting)!r}"
            raise RulesProblem(f"{line_of(rules, setting, name=name)}{told}")

    def is_number(value: Any) -> bool:
        return isinstance(value, int | float | np.number) and not isinstance(value, bool)

    players = rules.players
    expect(isinstance(players, tuple | list) and bool(players) and all(isinstance(p, str) and p for p in players),
           "players", "a tuple of names")  # fmt: skip
    for setting, most in (("max_moves", 100_000), ("max_plies", MOST_PLIES)):
        value = getattr(rules, setting)
        right = isinstance(value, int | np.integer) and bool(1 <= value <= most)
        expect(right, setting, f"a whole number from 1 to {most:,}")
    if rules.max_moves * rules.max_plies > 200_000_000:
        raise RulesProblem(f"{name}: max_moves x max_plies is more than a search has room for; make one smaller")
    pair = rules.payoff_range
    right = isinstance(pair, tuple | list) and len(pair) == 2 and all(map(is_number, pair)) and pair[0] <= pair[1]
    expect(right, "payoff_range", "a pair (lowest, highest)")
    expect(rules.payoff_sum is None or is_number(rules.payoff_sum), "payoff_sum", "a number or None")
    expect(
        rules.board is None or isinstance(rules.board, Board),
        "board",
        "made by grid(), hexagons(), pits(), lattice(), star() or graph()",
    )
    expect(rules.repetition in ("", *REPETITION), "repetition", f"one of {', '.join(REPETITION)} or empty")
    times = rules.occurrences
    expect(isinstance(times, int) and times >= 2, "occurrences", "a number from 2 on")
    images = rules.symmetries
    right = images >= 1 if isinstance(images, int) else isinstance(images, np.ndarray) and images.ndim == 2
    expect(right, "symmetries", "a number from 1 on, or an array with a permutation of the cells in each row")


def fields_of(rules: Any) -> tuple[dict[str, Any], bool]:
    """The State's fields, and whether the turn is ours to pass on."""
    fields = annotated(rules, "State")
    automatic = "turn" not in fields and getattr(rules, "mover", None) is None
    if automatic:
        fields["turn"] = np.dtype(np.int8)
    if not fields:
        raise RulesProblem(f"{line_of(rules, 'State')}{rules.name or rules.__name__}.State has no fields")
    if getattr(rules, "tells", None) is not None:
        fields[KNOWN] = np.dtype((np.uint64, (len(rules.players),)))
    return fields, automatic


def annotated(rules: Any, struct: str) -> dict[str, Any]:
    """The fields that a class within the rules lists as annotations, each with its C type."""
    scope = dict(rules.play.__globals__)
    fields: dict[str, Any] = {}
    listed: dict[str, Any] = {}

    def wrong(name: str, why: str) -> RulesProblem:
        return RulesProblem(f"{line_of(rules, struct)}{rules.name or rules.__name__}.{struct}.{name}: {why}")

    for each in reversed(getattr(rules, struct).__mro__[:-1]):  # a struct may go on where another one ends
        listed |= inspect.get_annotations(each)
    for name, kind in listed.items():
        try:
            fields[name] = np.dtype(eval(kind, scope) if isinstance(kind, str) else kind)
        except Exception as error:
            raise wrong(name, f"{kind!r} is not a C type ({error})") from None
        if fields[name].hasobject or fields[name].itemsize == 0:
            raise wrong(name, f"{kind!r} is not a C type of fixed size (say int8, or (int8, 9))")
    return fields


def state_dtype(fields: Mapping[str, Any]) -> np.dtype:
    """The aligned C struct with these fields, filled up to whole 64-bit words.

    Gaps become fields of their own: NumPy does not copy the bytes between fields, and states are compared as bytes.
    """
    filled: list[tuple[str, np.dtype]] = []
    end = 0

    def fill(gap: int) -> None:
        nonlocal end
        if gap:
            filled.append((f"gap{end}_", np.dtype((np.uint8, (gap,)))))
            end += gap

    for name, given in fields.items():
        kind = np.dtype(given)
        fill(-end % kind.base.alignment)
        filled.append((name, kind))
        end += kind.itemsize
    fill(-end % 8)
    return record(filled)


def filled_fields(state: np.dtype) -> list[str]:
    """The fields of a state that hold something: all but those that fill gaps."""
    return [name for name in state.names or () if not _GAP.fullmatch(name)]


def own_fields(state: np.dtype) -> list[str]:
    """The fields of a state that the rules know."""
    return [name for name in filled_fields(state) if name != KNOWN]


class _WithFields(type):
    """The type of the types of structs; pickled by the names of the fields, as they are made when they are needed."""


class Struct(np.void, metaclass=_WithFields):  # type: ignore[misc]
    """A C struct whose fields are attributes. (`np.record` is that too, and takes six times as long to read one.)

    A field may be called as NumPy calls something of its own (`size`, `round`), and comes first. So anybody's struct is
    asked by `np.void.copy(s)`, `layout(s)`.
    """

    __slots__ = ()

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

        def __setattr__(self, name: str, value: Any) -> None: ...


def layout(s: Struct) -> np.dtype:
    """The dtype of a struct, whatever its fields are called."""
    return np.void.dtype.__get__(s)


@cache
def _struct_with(names: tuple[str, ...]) -> Any:
    def field(name: str) -> property:
        def put(s: Struct, value: Any) -> None:
            s[name] = value

        return property(itemgetter(name), put)

    shown = [name for name in names if not _GAP.fullmatch(name)]
    title = f"struct({', '.join([*shown[:SHOWN], *(['...'] if shown[SHOWN:] else [])])})"  # for who misspells a field
    return _WithFields(title, (Struct,), {"__slots__": (), **{name: field(name) for name in names}})


def _names_in(struct: Any) -> Any:
    fields = tuple(name for name, value in vars(struct).items() if isinstance(value, property))
    return (_struct_with, (fields,)) if fields else struct.__name__


copyreg.pickle(_WithFields, _names_in)  # type: ignore[arg-type]


def record(fields: list) -> np.dtype:
    """An aligned C struct whose fields are attributes, compiled or not."""
    layout = np.dtype(fields, align=True)
    assert layout.names
    return np.dtype((_struct_with(layout.names), layout))


def _signature(rule: str) -> str:
    return f"({', '.join(parameters_of(rule))})"
