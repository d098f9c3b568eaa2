"""Players from a person's own file: `ann.py:Ann`, or `ann.py` if there is only one in it.

A player is a class with a method `choose(position, past)` that returns the name of a move, where something is hidden
`choose(sight, past)`; see `players.Player`. If it
takes a `seed`, it gets one.
"""

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.arena.gate import View
from zermelo.core.game import Position
from zermelo.errors import Problem, blaming, unknown
from zermelo.search.method import contents


@dataclass
class OwnPlayer:
    """A player from a person's file: what goes wrong in it is told in one line."""

    name: str
    made: Any
    file: str

    def choose(self, position: View, past: Sequence[Position] = ()) -> str:
        with blaming(f"{type(self.made).__name__}.choose()", self.file):
            move = self.made.choose(position, past)
        if not isinstance(move, str):
            raise Problem(f"{self.name} chooses {move!r:.60}, which is not the name of a move")
        return move


def player_in_file(text: str, given: Mapping[str, Any], spec: str, seed: int | None) -> OwnPlayer | None:
    """The player that a description means; None if its file holds a search method instead."""
    path, _, wanted = text.partition(":")
    scope, searches = contents(path)
    module = Path(path).stem
    found = {
        name: value
        for name, value in scope.items()
        if isinstance(value, type) and value.__module__ == module and callable(getattr(value, "choose", None))
    }
    if wanted in searches or (not wanted and searches and not found):
        return None  # `find` knows it
    if not found and not searches:
        raise Problem(f"{path} has neither a player, a class with choose(position, past), nor a method")
    if wanted and wanted not in found:
        raise unknown("player or method", wanted, [*found, *searches], where=f" in {path}")
    if not wanted and len(found) > 1:
        raise Problem(f"{path} has several players: say which, as in {path}:{next(iter(found))}")
    kind = found[wanted or next(iter(found))]
    known = inspect.signature(kind).parameters
    for key in given:
        if key not in known:
            raise unknown("option", key, known, where=f" of {text}")
    luck = {"seed": seed} if "seed" in known and "seed" not in given else {}
    with blaming(f"{kind.__name__}()", path):
        made = kind(**luck, **given)
        return OwnPlayer(str(getattr(made, "name", spec)), made, path)
