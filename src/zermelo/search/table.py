"""The transposition table: what was found out about positions that may be reached again by another path.

An entry holds a position's key, a value, how to read the value (exact, lower or upper bound), the height of the search
that found it, and the best move. A later entry replaces an earlier one in the same place.
"""

import numpy as np

from zermelo.errors import Problem
from zermelo.search.work import FOREVER
from zermelo.state import record

LOWER, UPPER, EXACT = 1, 2, 3
MOST = 1_000_000  # megabytes

Entry = record(
    [
        ("key", np.uint64),
        ("value", np.float64),
        ("move", np.int32),
        ("height", np.int16),
        ("flag", np.uint8),  # 0 while empty
    ]
)


def table_of(megabytes: float) -> np.ndarray:
    """An empty table: the largest power of two of entries that fits; 0 MB switches it off."""
    if not 0 <= megabytes <= MOST:
        raise Problem(f"a table of {megabytes:g} MB must have from 0 to {MOST:,} MB")
    entries = int(megabytes * 1e6 / Entry.itemsize)
    try:
        return np.zeros(1 << (entries.bit_length() - 1) if entries > 1 else 1, Entry)
    except MemoryError:
        raise Problem(f"there is not enough memory for a table of {megabytes:g} MB") from None


def place_of(table, k):
    """The entry where key `k` belongs."""
    return table[k & np.uint64(table.shape[0] - 1)]


def save(w, entry, k, value, move, height, alpha, beta, before):
    """Store a result: `alpha` and `beta` are the window that the search was *entered* with.

    By then alpha may have risen to the value itself, and every exact value would pass for an upper bound. A subtree
    in which no estimate was used (`w.horizon` still as `before`) is known to the end of the game.
    """
    entry.key = k
    entry.value = value
    entry.move = move
    entry.height = FOREVER if w.horizon == before else height
    entry.flag = UPPER if value <= alpha else LOWER if value >= beta else EXACT
