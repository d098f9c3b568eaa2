"""From a class of rules to the layout of a state: is everything there, and what C struct does `State` describe?"""

import inspect
from collections.abc import Mapping
from types import FunctionType
from typing import Any

import numpy as np

from zermelo import vocabulary
from zermelo.errors import RulesProblem


def check_rules(rules: Any, name: str) -> None:
    for rule in vocabulary.REQUIRED:
        if not callable(getattr(rules, rule, None)):
            raise RulesProblem(f"{name} has no rule {rule}{_signature(rule)}")
    if not hasattr(rules, "State"):
        raise RulesProblem(f"{name} has no class State with the fields of a position")
    if len(rules.players) < 1:
        raise RulesProblem(f"{name} has no players")
    for rule in vocabulary.RULES:
        given = getattr(rules, rule, None)
        if given is None:
            continue
        if not isinstance(given, FunctionType):
            raise RulesProblem(f"{name}.{rule} must be a plain function {rule}{_signature(rule)}")
        wanted, got = _signature(rule), inspect.signature(given)
        if len(got.parameters) != len(inspect.signature(getattr(vocabulary, rule)).parameters):
            place = f"{given.__code__.co_filename}:{given.__code__.co_firstlineno}"
            raise RulesProblem(f"{place}: {rule}{got} must take {rule}{wanted}")


def fields_of(rules: Any) -> tuple[dict[str, Any], bool]:
    """The State's fields, and whether the turn is ours to pass on."""
    scope = dict(rules.play.__globals__)
    fields: dict[str, Any] = {}
    place = f"{rules.name or rules.__name__}.State"
    for name, kind in inspect.get_annotations(rules.State).items():
        try:
            fields[name] = np.dtype(eval(kind, scope) if isinstance(kind, str) else kind)
        except Exception as error:
            raise RulesProblem(f"{place}.{name}: {kind!r} is not a C type ({error})") from None
        if fields[name].hasobject or fields[name].itemsize == 0:
            raise RulesProblem(f"{place}.{name}: {kind!r} is not a C type of fixed size (say int8, or (int8, 9))")
    automatic = "turn" not in fields and getattr(rules, "mover", None) is None
    if automatic:
        fields["turn"] = np.dtype(np.int8)
    if not fields:
        raise RulesProblem(f"{place} has no fields")
    return fields, automatic


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
    return np.dtype((np.record, np.dtype(filled, align=True)))


def _signature(rule: str) -> inspect.Signature:
    return inspect.signature(getattr(vocabulary, rule))
