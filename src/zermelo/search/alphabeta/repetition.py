"""Positions that come again on the path: a draw, a loss for who brought it about, or not allowed, as the rules say.

The identities of the path's positions are kept in `w.trail`, behind those of the game before the root. They are
compared backwards, no further than the last move that cannot be undone. A value that a repetition went into holds for
this path only: `w.anchor` is the earliest row that it depends on, and results that depend on a row above their own are
not stored. That still leaves a stored value that another path, with other positions to repeat, would not have (Palay
1983). With `paths`, the table knows a position together with the positions it could repeat: exact, but there is less to
share.
"""

import numpy as np

from zermelo.core.kernel import Extent, Field
from zermelo.core.primitives import mix
from zermelo.core.vocabulary import OCCURRENCES, reversible
from zermelo.search.view import side

NOWHERE = 1 << 30
PAST = 256  # positions before the root that a search can know of


def trailing(extent: Extent) -> list[Field]:
    """What is remembered of the path."""
    rows = extent.rows if extent.game.rules.repetition else 0
    return [
        ("paths", np.int64),  # whether the table tells them apart
        ("past", np.int64),  # positions before the root in the trail
        ("anchor", np.int64),  # the earliest row that a repetition in this subtree refers to
        ("trail", np.uint64, (PAST + rows,)),  # identities: of positions before the root, and of the rows
        ("path_sum", np.uint64, (1 + rows,)),  # hash of all positions that a row could repeat
    ]


def earlier(w, ply, s):
    """The row where the position of row `ply` stood before, NOWHERE if it did not; negative: before the root.

    Who brought a position about once in the search, can do so again: that it came twice is enough. Before the root,
    moves have been made, and it must have come as often as the rules say.
    """
    k = w.trail[PAST + ply]
    last = max(ply - reversible(s), -w.past)
    row, times = ply - 1, 1
    while row >= last:
        if w.trail[PAST + row] == k:
            times += 1
            if row >= 0 or times >= OCCURRENCES:
                return row
        row -= 1
    return NOWHERE


def hash_of_path(w, ply, s, k):
    """The key of a position together with all positions that it could still repeat."""
    w.path_sum[ply] = np.uint64(0)
    if reversible(s) > 0:
        if ply > 0:
            w.path_sum[ply] = w.path_sum[ply - 1] + mix(w.trail[PAST + ply - 1], np.uint64(1))
        else:
            for row in range(max(-w.past, -reversible(s)), 0):
                w.path_sum[0] += mix(w.trail[PAST + row], np.uint64(1))
    return mix(k, w.path_sum[ply])


def blamed(w, ply):
    """What a repetition in row `ply` is worth to the player to move, if it is lost for who moved last."""
    return w.lowest if side(w, ply) == side(w, ply - 1) else -w.lowest
