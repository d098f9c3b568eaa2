"""Watch a search: everything that it did, at every node, as trees of visits that draw themselves."""

from dataclasses import dataclass
from math import inf
from typing import Any

from zermelo.core.game import Position
from zermelo.errors import Problem, demand
from zermelo.search import Analysis, Limit
from zermelo.search.driver import Search, run
from zermelo.search.events import Visit, visits
from zermelo.search.method import Method, find


@dataclass(frozen=True)
class Trace:
    """A search below a position with everything it did: one tree of visits for each iteration."""

    analysis: Analysis
    iterations: list[Visit]
    complete: bool  # False when the log was too short
    position: Position
    method: Method

    def svg(self) -> str:
        """The tree of the last iteration as a picture."""
        from zermelo.tree.drawing import drawing_of  # it draws traces

        return drawing_of(self.position, self)

    def _repr_svg_(self) -> str:
        return self.svg()


def trace(
    position: Position,
    *,
    method: str = "alphabeta",
    limit: Limit | None = None,
    window: tuple[float, float] = (-inf, inf),
    rows: int = 1_000_000,
    compiled: bool = True,
    data: Any = None,
    weights: Any = None,
    **options: Any,
) -> Trace:
    """Search a position and keep what happened at every node: windows, cuts, table hits and values.

    `window` is in the game's units, for the side to move. If the value lies outside, only a bound comes back.
    """
    demand(Position, position, "game.start()")
    middle = position.game.middle
    inner = (window[0] - middle, window[1] - middle)
    given = position.game.data_from(data, weights)
    known = find(method)
    search = Search(position, known, limit or Limit(), compiled=compiled, watch=rows, window=inner, data=given)
    if options.get("threads", 1) not in (1, "1"):
        raise Problem("a search can be watched with one thread only")
    analysis = run(search, options)
    count = int(search.work.events)
    if not count and analysis.move and not search.stopped:
        raise Problem(f"{method} keeps no log that a tree could show: see `note` in search/events.py")
    return Trace(analysis, visits(search.log, count), count < rows, position, known)
