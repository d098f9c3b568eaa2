"""What every search has in its workspace: more counters, the best line of each row, the log."""

import numpy as np

from zermelo.core.kernel import Extent, Field, linked

LINE = 64  # moves of a principal variation that are kept
FOREVER = 30_000  # the height of a search to the end of the game
NO_VALUE = 1e100  # that large is no value, but what a search begins with before it has found any


def searching(extent: Extent) -> list[Field]:
    """The fields of every search."""
    return [
        ("evaluations", np.int64),  # calls of `evaluate`
        ("hits", np.int64),  # answers from the table
        ("cuts", np.int64),  # positions left before their last move
        ("horizon", np.int64),  # estimates used so far; unchanged over a subtree: its value is proven
        ("deepest", np.int64),  # the furthest row entered
        ("root_player", np.int64),  # MAX
        ("unsound", np.int64),  # whether an estimate was no number: the search ended there
        ("step", np.float64),  # what a win loses with every ply; 0: quick wins are not preferred (see `distance`)
        ("line_length", np.int32, (extent.rows,)),
        ("line", np.int32, (extent.rows, LINE)),  # the best moves found from each row on
        ("events", np.int64),  # rows of the log in use
        *linked("log"),
    ]


def enter(w, ply):
    """Count a node and go on, unless the search is to stop: its value is then of no account."""
    if w.nodes >= w.node_limit:
        w.stop = 1
    if w.stop:
        return False
    w.nodes += 1
    if ply > w.deepest:
        w.deepest = ply
    return True


def sound(w, value):
    """An estimate; if it is no number the search ends, and its driver says so."""
    if abs(value) < NO_VALUE:
        return value
    w.unsound = w.stop = 1
    return 0.0


def follow(w, ply, move):
    """`move` is the best so far in row `ply`: its line is the move and the line of the next row."""
    length = min(w.line_length[ply + 1], LINE - 1)
    w.line[ply, 0] = move
    for k in range(length):
        w.line[ply, k + 1] = w.line[ply + 1, k]
    w.line_length[ply] = length + 1
