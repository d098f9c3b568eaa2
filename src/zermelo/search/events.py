"""Watch a search: every node it enters, with its window, and how it left.

Kernels report through `note`, which is silent. Putting `write` in its place writes rows to a log; the compiled search
without a watcher contains no trace of the seam.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import inf

import numpy as np

from zermelo.core.primitives import array_at
from zermelo.core.state import record
from zermelo.errors import Problem
from zermelo.search.seams import seam

ENTER = 0  # a node is entered with the window (alpha, beta)
LEAF = 1  # left as a leaf: finished, or at the horizon
DONE = 2  # left after all its moves
CUT = 3  # left early: the value reached beta
HIT = 4  # left with an answer from the table
PROBE = 5  # left after a look at some of its moves: at least so much for the player to move

EVENTS = ("enter", "leaf", "done", "cut", "hit", "probe")

Event = record(
    [
        ("event", np.int32),
        ("ply", np.int32),
        ("move", np.int32),
        ("height", np.int32),
        ("alpha", np.float64),
        ("beta", np.float64),
        ("value", np.float64),
    ]
)


@seam("watch")
def note(w, event, ply, move, height, alpha, beta, value):
    """Where a search reports what it does. Silent, and free, unless somebody watches."""


def write(w, event, ply, move, height, alpha, beta, value):
    """The `note` that writes to the log, as long as there is room. Modified in place."""
    if w.events < w.log_size:
        row = array_at(w.log, w.log_size, Event)[w.events]
        row.event = event
        row.ply = ply
        row.move = move
        row.height = height
        row.alpha = alpha
        row.beta = beta
        row.value = value
        w.events += 1


WATCHED: dict[Callable, Callable] = {note: write}


def log_of(rows: int) -> np.ndarray:
    """An empty log."""
    return np.zeros(max(rows, 1), Event)


@dataclass
class Visit:
    """One visit of a search to a node: the window it came with, the value it left with, and the visits below."""

    move: int
    ply: int
    height: int
    alpha: float
    beta: float
    value: float | None = None  # None when the search was stopped below
    left: str = "enter"  # how: leaf, done, cut, hit or probe
    children: list["Visit"] = field(default_factory=list)
    named: int = -1  # the move named on leaving: of max-n the one it chose, else the one that led here

    def walk(self) -> Iterator["Visit"]:
        """This visit and those below, in the order of the search."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True)
class Descent:
    """One simulation of a search that grows a tree. Nodes have numbers, whichever the search likes."""

    path: tuple[int, ...]  # the nodes that it went through, the root first
    moves: tuple[int, ...]  # from each of them to the next
    outcome: tuple[float, ...]  # what each player got in the end
    visits: tuple[int, ...]  # of the nodes on the path, with this one
    means: tuple[tuple[float, ...], ...]  # of the nodes on the path: what each player got on average


def visits(log: np.ndarray, count: int) -> list[Visit]:
    """The log as trees: one for each search from the root, such as the iterations of a deepening search.

    A method may note how it left a node that it never said it entered, and nothing of the root: both were visited.
    """
    roots: list[Visit] = []
    path: list[Visit] = []  # the nodes that the search is in
    for row in log[:count]:
        ply = int(row.ply)
        entered = row.event == ENTER
        if entered or len(path) <= ply:
            del path[ply:]
            if ply == 1 and not path:
                path.append(Visit(-1, 0, int(row.height) + 1, -inf, inf))
                roots.append(path[0])
            if len(path) < ply:
                raise Problem(f"the search noted a node at ply {ply}, but none above it at ply {ply - 1}")
            window = (float(row.alpha), float(row.beta)) if entered else (-inf, inf)
            visit = Visit(int(row.move), ply, int(row.height), *window)
            (path[-1].children if path else roots).append(visit)
            path.append(visit)
        if not entered:
            path[ply].value = float(row.value)
            path[ply].left = EVENTS[row.event]
            path[ply].named = int(row.move)
            del path[ply:]
    return roots
