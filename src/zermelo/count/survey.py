"""The measures of a game tree: nodes, leaves, height, branching."""

from dataclasses import dataclass

import numpy as np

from zermelo.core.game import Position
from zermelo.core.kernel import Extent, Field, advance, at_root, kernel
from zermelo.core.vocabulary import play
from zermelo.core.worker import work
from zermelo.count.perft import successors
from zermelo.errors import demand


@dataclass(frozen=True)
class Survey:
    """The measures of a game tree."""

    nodes: int
    leaves: int
    inner: int
    height: int  # the length of the longest line
    branching: float  # moves per inner node, on average
    most_moves: int


def survey(position: Position, *, depth: int | None = None, compiled: bool = True) -> Survey:
    """Walk the tree below a position, to the end or to `depth`, and measure it.

    >>> import zermelo as z
    >>> survey(z.Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).start(), compiled=False)
    Survey(nodes=13, leaves=9, inner=4, height=2, branching=3.0, most_moves=3)
    """
    demand(Position, position, "game.start()")
    w = at_root(position, measures)
    walk = kernel(position.game, measure, compiled=compiled)
    most = position.game.max_plies
    _, interrupted = work(
        lambda: walk(w[0], 0, most if depth is None else min(depth, most)), lambda: w.__setitem__("stop", 1)
    )
    if interrupted:
        raise KeyboardInterrupt
    nodes, leaves, height, most_moves = (int(w[name][0]) for name in ("nodes", "leaves", "deepest", "most_moves"))
    inner = nodes - leaves
    return Survey(nodes, leaves, inner, height, (nodes - 1) / inner if inner else 0.0, most_moves)


def measures(extent: Extent) -> list[Field]:
    """What `measure` finds out besides."""
    return [("deepest", np.int64), ("most_moves", np.int64)]


def measure(w, ply: int, height: int) -> int:
    """Add the tree below row `ply` to the counters of the workspace. Modified in place."""
    w.nodes += 1
    w.deepest = max(w.deepest, ply)
    out = w.moves[ply]
    count = 0 if height == 0 or w.stop else successors(w, ply)
    if count == 0:
        w.leaves += 1
    w.most_moves = max(w.most_moves, count)
    for i in range(count):
        play(advance(w, ply, out[i]), out[i])
        measure(w, ply + 1, height - 1)
    return count
