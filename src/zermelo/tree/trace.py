"""Watch a search and see it: a `Trace` that knows where it began draws its tree in a notebook."""

from dataclasses import dataclass
from functools import wraps
from typing import Any

from zermelo import search
from zermelo.core.game import Position
from zermelo.tree.drawing import drawn


@dataclass(frozen=True)
class Trace(search.Trace):
    """A search with everything it did, below the position where it began."""

    position: Position

    def svg(self) -> str:
        """The tree of the last iteration as a picture."""
        return drawn(self.position, self)

    def _repr_svg_(self) -> str:
        return self.svg()


@wraps(search.trace)
def trace(position: Position, **how: Any) -> Trace:
    done = search.trace(position, **how)
    return Trace(done.analysis, done.iterations, done.complete, position)
