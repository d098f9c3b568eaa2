"""The transposition table: what was found out about positions that may be reached again by another path.

An entry holds a value, how to read it (exact, lower or upper bound; proven or not), the height of the search that found
it, the best move, and a check of all this against the position's key. Two entries share a place: one keeps the largest
search, the other the latest (Breuker, Uiterwijk & van den Herik 1994). Threads share a table without locks: an entry
that two of them wrote at the same time does not pass its check (Hyatt & Mann 2002).
"""

from typing import Any

import numpy as np

from zermelo.core.kernel import Extent, Field, linked
from zermelo.core.primitives import array_at, mix
from zermelo.core.state import record
from zermelo.errors import Problem

LOWER, UPPER, EXACT, PROVEN = 1, 2, 3, 4
LARGEST_TABLE = 1_000_000  # megabytes
GENERATIONS = 255
BUSY = 1 << 12  # places for moves that some thread is searching

Entry = record(
    [
        ("check", np.uint64),  # key ^ value ^ meta
        ("value", np.float64),
        ("meta", np.uint64),  # from the lowest bit: move 32, height 16, flags 3, size of the search 5, generation 8
    ]
)


WORD = np.dtype(np.uint64)


def tabling(extent: Extent) -> list[Field]:
    """What a search needs to use a table."""
    return [
        *linked("table"),
        *linked("busy"),
        ("generation", np.int64),
        ("two_level", np.int64),
        ("deeper", np.int64),
        ("near_end", np.int64),
    ]


class Table:
    """A table that can serve one search after the other: the next one begins with what the last one learned.

    It forgets everything when the game, its data or an option that changes values is another.
    """

    def __init__(self, megabytes: float) -> None:
        """The largest power of two of entries that fits; 0 MB switches it off."""
        if not isinstance(megabytes, int | float):
            raise Problem(f"the size of a table is a number of MB, not {megabytes!r}")
        if not 0 <= megabytes <= LARGEST_TABLE:
            raise Problem(f"a table of {megabytes:g} MB must have from 0 to {LARGEST_TABLE:,} MB")
        count = int(megabytes * 1e6 / Entry.itemsize)
        try:
            self.entries = np.zeros(1 << (count.bit_length() - 1) if count > 1 else 1, Entry)
        except MemoryError:
            raise Problem(f"there is not enough memory for a table of {megabytes:g} MB") from None
        self.busy = np.zeros(BUSY, np.uint64)
        self.generation = 1
        self.purpose: Any = None
        self.for_first_player = False  # whose values it holds: this player's, or those of whoever is to move

    @property
    def on(self) -> bool:
        return len(self.entries) > 1

    def clear(self) -> None:
        """Forget everything, at no cost: entries of other generations count as empty."""
        self.generation += 1
        if self.generation > GENERATIONS:
            self.entries[:] = np.zeros(1, Entry)
            self.generation = 1

    def serve(self, purpose: Any) -> None:
        """Forget everything if it served another purpose."""
        if self.purpose is not None and self.purpose != purpose:
            self.clear()
        self.purpose = purpose

    def doubt(self, looks: int) -> float:
        """The chance, at most, that in so many looks an entry was taken for that of another position: each is known by
        64 bits of a hash.
        """
        return looks * len(self.entries) / 2.0**64 if self.on else 0.0

    def filled(self, sample: int = 1000) -> float:
        """The part of the entries in use, from a sample."""
        some = self.entries["meta"][:: max(1, len(self.entries) // sample)]
        return float(np.mean(some >> np.uint64(56) == self.generation))

    def find(self, k: int) -> tuple[float, int, int] | None:
        """(value, move, flags) of a key."""
        found, value, meta = probe(self.entries, np.uint64(k), self.generation)
        return (float(value), move_of(meta), int(flags_of(meta))) if found else None


def probe(table, k, generation):
    """Whether key `k` is in the table, its value and its meta word."""
    place = k & np.uint64(table.shape[0] - 2)
    for i in range(2):
        entry = table[place + np.uint64(i)]
        value, meta = entry.value, entry.meta
        if entry.check ^ bits_of(value) ^ meta == k and meta >> np.uint64(56) == np.uint64(generation):
            return True, value, meta
    return False, 0.0, np.uint64(0)


def has_table(w):
    """Whether there is one."""
    return w.table_size > 1


def entries(w):
    """The table of a search."""
    return array_at(w.table, w.table_size, Entry)


def save(w, k, value, move, height, flags, size):
    """Store a result that took some 2^size nodes."""
    table, generation = entries(w), w.generation
    meta = (
        np.uint64(np.uint32(np.int32(move)))
        | (np.uint64(height) << np.uint64(32))
        | (np.uint64(flags) << np.uint64(48))
        | (np.uint64(size) << np.uint64(51))
        | (np.uint64(generation) << np.uint64(56))
    )
    place = k & np.uint64(table.shape[0] - 2)
    larger = table[place]
    old = larger.meta
    if w.two_level and old >> np.uint64(56) == np.uint64(generation):
        if larger.check ^ bits_of(larger.value) ^ old != k:
            if (old >> np.uint64(51)) & np.uint64(31) > np.uint64(size):
                place += np.uint64(1)
            else:
                table[place + np.uint64(1)] = larger
    entry = table[place]
    entry.check = k ^ bits_of(value) ^ meta
    entry.value = value
    entry.meta = meta


def bits_of(value):
    """The 64 bits of a float."""
    return np.float64(value).view(np.uint64)


def move_of(meta):
    return np.int32(np.uint32(meta & np.uint64(0xFFFFFFFF)))


def height_of(meta):
    return np.int64((meta >> np.uint64(32)) & np.uint64(0xFFFF))


def flags_of(meta):
    return np.int64((meta >> np.uint64(48)) & np.uint64(7))


def flags_for(value, alpha, beta, proven):
    """How to read a result: `alpha` and `beta` are the window that the search was *entered* with.

    By the end alpha may have risen to the value itself, and every exact value would pass for an upper bound.
    """
    flags = UPPER if value <= alpha else LOWER if value >= beta else EXACT
    return flags | PROVEN if proven else flags


def serves(meta, height, deeper):
    """Whether an entry answers a search of this height: found by one as high, or needing no more than this.

    With `deeper`, results of higher searches are welcome too: better, but not what this height by itself would see.
    """
    stored = height_of(meta)
    if flags_of(meta) & PROVEN:
        return deeper or stored <= height
    return stored == height or (deeper and stored > height)


def consult(w, k, ply, height, alpha, beta):
    """The window of row `ply`, narrowed by what the table knows; a move to try first, or -1; and the value behind it.

    An empty window: that value answers. At the root a move is wanted, and the window stays.
    """
    found, value, meta = probe(entries(w), k, w.generation)
    if not found:
        return alpha, beta, np.int32(-1), value
    if ply > 0 and serves(meta, height, w.deeper):
        raises = flags_of(meta) & LOWER != 0 and value > alpha
        lowers = flags_of(meta) & UPPER != 0 and value < beta
        if raises or lowers:
            w.horizon += flags_of(meta) & PROVEN == 0
        alpha = value if raises else alpha
        beta = value if lowers else beta
    return alpha, beta, move_of(meta), value


# --- moves that other threads are searching ---------------------------------------------------------------------------


def mark_of(k, move):
    return mix(k, np.uint64(np.uint32(move)))


def is_busy(w, mark):
    """Whether another thread searches this move of this position: better try another one first."""
    return array_at(w.busy, w.busy_size, WORD)[mark & np.uint64(BUSY - 1)] == mark


def begin(w, mark):
    array_at(w.busy, w.busy_size, WORD)[mark & np.uint64(BUSY - 1)] = mark


def finish(w, mark):
    busy = array_at(w.busy, w.busy_size, WORD)
    if busy[mark & np.uint64(BUSY - 1)] == mark:
        busy[mark & np.uint64(BUSY - 1)] = np.uint64(0)
