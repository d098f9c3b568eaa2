"""Watch a search: everything that it did, at every node, as trees of visits that draw themselves."""

from dataclasses import dataclass
from math import inf
from typing import Any

from zermelo.core.game import Position
from zermelo.errors import Problem, demand
from zermelo.search import Analysis, Limit
from zermelo.search.driver import Search, run, understood
from zermelo.search.events import ENTER, EVENTS, Visit, visits
from zermelo.search.method import Method


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

    The method may be described as for `analyse`: `alphabeta:depth=3,fail=hard`. `window` is in the game's units, for
    the side to move; if the value lies outside, only a bound comes back.
    """
    demand(Position, position, "game.start()")
    known, asked, settings = understood(method, limit, options)
    middle = position.game.middle
    inner = (window[0] - middle, window[1] - middle)
    given = position.game.data_from(data, weights)
    search = Search(position, known, asked or Limit(), compiled=compiled, watch=rows, window=inner, data=given)
    if settings.get("threads", 1) not in (1, "1"):
        raise Problem("a search can be watched with one thread only")
    analysis = run(search, settings)
    count = int(search.work.events)
    if not count and analysis.move and not search.stopped:
        raise Problem(f"{known.name} keeps no log that a tree could show: see `note` in search/events.py")
    iterations = visits(search.log, count)
    for root in iterations:
        if root.left == EVENTS[ENTER] and not search.stopped:  # it was never said how
            root.left, root.value = "done", analysis.value - middle
    return Trace(analysis, iterations, count < rows, position, known)
