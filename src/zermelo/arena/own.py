"""Players from a person's own file: `ann.py:Ann`, or `ann.py` if there is only one in it.

A player is a class with a method `choose(position, past)` that returns the name of a move; see `players.Player`. If it
takes a `seed`, it gets one.
"""

import inspect
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from zermelo.core.catalogue import scope_of_file
from zermelo.errors import Problem, RulesProblem, place, unknown


def player_in_file(text: str, given: Mapping[str, Any], spec: str, seed: int | None) -> Any:
    """The player that a description means; None if its file holds a search method instead."""
    path, _, wanted = text.partition(":")
    if not Path(path).is_file():
        raise Problem(f"there is no file {path!r} with a player or a method")
    scope = scope_of_file(Path(path))
    module = Path(path).stem
    found = {
        name: value
        for name, value in scope.items()
        if isinstance(value, type) and value.__module__ == module and callable(getattr(value, "choose", None))
    }
    if wanted not in found and (wanted or not found):
        return None  # `find` looks for a method
    if not wanted and len(found) > 1:
        raise Problem(f"{path} has several players: say which, as in {path}:{next(iter(found))}")
    kind = found[wanted or next(iter(found))]
    known = inspect.signature(kind).parameters
    for key in given:
        if key not in known:
            raise unknown("option", key, known, where=f" of {text}")
    luck = {"seed": seed} if "seed" in known and "seed" not in given else {}
    try:
        made = kind(**luck, **given)
    except Exception as error:
        raise RulesProblem(f"{place(error)}{kind.__name__}() failed: {type(error).__name__}: {error}") from error
    if not hasattr(made, "name"):
        made.name = spec
    return made
