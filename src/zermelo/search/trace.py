"""Watch a search: every node it enters, with its window, and how it left.

Kernels report through `vocabulary.note`, which is silent. Binding `record` in its place writes rows to a log; the
compiled search without a watcher contains no trace of the hook.
"""

from collections.abc import Callable

import numpy as np

from zermelo import vocabulary

ENTER = 0  # a node is entered with the window (alpha, beta)
LEAF = 1  # left as a leaf: finished, or at the horizon
DONE = 2  # left after all its moves
CUT = 3  # left early: the value reached beta
HIT = 4  # left with an answer from the table

EVENTS = ("enter", "leaf", "done", "cut", "hit")

Event = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("event", np.int32),
                ("ply", np.int32),
                ("move", np.int32),
                ("height", np.int32),
                ("alpha", np.float64),
                ("beta", np.float64),
                ("value", np.float64),
            ],
            align=True,
        ),
    )
)


def record(w, log, event, ply, move, height, alpha, beta, value):
    """The `note` that writes to the log, as long as there is room. Modified in place."""
    if w.events < log.shape[0]:
        row = log[w.events]
        row.event = event
        row.ply = ply
        row.move = move
        row.height = height
        row.alpha = alpha
        row.beta = beta
        row.value = value
        w.events += 1


WATCHED: dict[Callable, Callable] = {vocabulary.note: record}


def log_of(rows: int) -> np.ndarray:
    """An empty log."""
    return np.zeros(max(rows, 1), Event)
