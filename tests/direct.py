"""Call a search kernel on a tree without the driver, as often as a test of all windows needs it."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from zermelo.core.kernel import at_root, kernel, link
from zermelo.search.alphabeta.alphabeta import FIELDS, alphabeta
from zermelo.search.alphabeta.minimax import minimax, negamax
from zermelo.search.alphabeta.quiescence import judge, quiesce
from zermelo.search.alphabeta.table import Table
from zermelo.search.events import WATCHED, Visit, log_of, visits
from zermelo.search.workspace import searching
from zermelo.tree.explicit import Tree

FULL = 200  # plies: higher than any tree of the tests
NO_TABLE = Table(0)
TINY, SMALL, ROOMY = 0.0001, 0.01, 1  # MB: entries that push each other out, the whole of a small tree, and enough
SETTINGS = (
    "pvs", "use_order", "use_killers", "use_history", "use_bounds", "quiescence", "extensions", "reductions", "deeper",
    "step",
)  # fmt: skip
COUNTERS = ("nodes", "leaves", "evaluations", "hits", "cuts", "horizon", "deepest", "stop", "events")


@cache
def _shared(function: Callable, watched: bool, compiled: bool) -> Callable:
    """All two-player trees share one compiled game, so the kernel of one serves the others, and the driver."""
    without_noise = {quiesce: judge}  # as `enhancements.equip` has it
    return kernel(Tree([0, 1]), function, (WATCHED if watched else {}) | without_noise, compiled=compiled)


class Looker:
    """Searches a tree from its root; the counters and the line are those of the last search."""

    def __init__(self, tree: Tree, *, compiled: bool = True, watch: int = 0) -> None:
        self.tree, self.compiled = tree, compiled
        self.workspace = at_root(tree.start(), searching, *FIELDS)
        self.w = self.workspace[0]
        self.w.root_player = tree.start().mover
        self.w.killers = -1
        self.counters = [self.workspace[name] for name in COUNTERS]
        self.log = log_of(watch)
        self.watched = bool(watch)
        link(self.workspace, "log", self.log)

    def alphabeta(
        self,
        alpha: float = -np.inf,
        beta: float = np.inf,
        *,
        height: int = FULL,
        hard: bool = False,
        table: Table = NO_TABLE,
        **settings: float,
    ) -> float:
        """`settings`: fields of the workspace that switch enhancements on; all are off unless named."""
        for name in SETTINGS:
            self.workspace[name] = settings.pop(name, 0)
        assert not settings, settings
        self.workspace["hard"] = hard
        self.workspace["generation"] = table.generation
        self.workspace["root_height"] = height
        self.workspace["two_level"] = 1
        link(self.workspace, "table", table.entries)
        link(self.workspace, "busy", table.busy)
        return self._run(alphabeta, 0, height, float(alpha), float(beta))

    def minimax(self, height: int = FULL) -> float:
        return self._run(minimax, 0, height)

    def negamax(self, height: int = FULL) -> float:
        return self._run(negamax, 0, height)

    def _run(self, function: Callable, *args: Any) -> float:
        for counter in self.counters:
            counter[0] = 0
        return float(_shared(function, self.watched, self.compiled)(self.w, *args))

    @property
    def leaves(self) -> int:
        return int(self.w.leaves)

    @property
    def nodes(self) -> int:
        return int(self.w.nodes)

    @property
    def line(self) -> list[int]:
        return self.w.line[0, : self.w.line_length[0]].tolist()

    @property
    def visits(self) -> list[Visit]:
        return visits(self.log, int(self.w.events))

    @property
    def visited_leaves(self) -> list[int]:
        """The numbers of the leaves, in the order of the visits."""
        found: list[int] = []

        def walk(visit: Visit, number: int) -> None:
            if visit.left == "leaf":
                found.append(number)
            for child in visit.children:
                walk(child, self.tree.nodes[number].children[child.move])

        for root in self.visits:
            walk(root, 0)
        return found


def end_of(tree: Tree, line: list[int]) -> int:
    """The node that a line of moves leads to."""
    number = 0
    for move in line:
        number = tree.nodes[number].children[move]
    return number


def keeps_contract(result: float, value: float, alpha: float, beta: float, *, hard: bool = False) -> bool:
    """What the docstring of `alphabeta` says about a result, given the true value."""
    if alpha < result < beta:
        return result == value
    if result <= alpha:
        return value <= result and (result == alpha or not hard)
    return value >= result and (result == beta or not hard)
