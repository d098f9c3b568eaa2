"""All states of a game that can be reached, each once: the graph behind the tree.

Breadth first from a position. States with the same `key` are one state, so a game with symmetries is explored up to
symmetry. The graph is what dynamic programming works on: O(N L) for N states with L moves each, where the tree has b^L.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from zermelo.errors import Problem
from zermelo.game import Game, Position
from zermelo.primitives import hash_state
from zermelo.search.view import worth
from zermelo.search.work import advance, at_root, kernel
from zermelo.search.worker import work
from zermelo.vocabulary import key, legal, mover, play


@dataclass(frozen=True)
class StateSpace:
    """States in the order of discovery, and the moves between them; arrays indexed by state number."""

    game: Game
    states: np.ndarray  # [n] the structs
    keys: np.ndarray  # [n]
    ply: np.ndarray  # [n] distance from the root
    movers: np.ndarray  # [n] who is to move
    first: np.ndarray  # [n + 1] the successors of state i are successors[first[i]:first[i + 1]]
    successors: np.ndarray  # [edges] state numbers
    moves: np.ndarray  # [edges] move codes
    values: np.ndarray  # [n] payoff for the mover at terminal states, from the middle; 0 elsewhere
    complete: bool  # False if a limit of depth may have left states out

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def terminal(self) -> np.ndarray:
        """[n] whether a state has no moves."""
        return self.first[:-1] == self.first[1:]

    def position(self, number: int) -> Position:
        return self.game.from_state(self.states[number])

    def number(self, position: Position) -> int:
        """The state that a position belongs to."""
        found = np.flatnonzero(self.keys == np.uint64(position.key))
        if not len(found):
            raise Problem(f"{position.text} cannot be reached from where {self.game.spec} was explored")
        return int(found[0])


def explore(
    position: Position,
    *,
    depth: int | None = None,
    merge: bool = True,
    memory: float = 4000.0,
    compiled: bool = True,
    on_progress: Callable[[int], bool | None] | None = None,
) -> StateSpace:
    """Find every state within `depth` plies (default: all), in at most `memory` MB.

    With `merge`, states with the same key are one, such as mirror images; without, only equal states are.

    >>> import zermelo as z
    >>> len(explore(z.load("nim:piles=2-2,misere=true").start(), compiled=False))
    9
    """
    game = position.game
    if why := game.beyond_minimax():
        raise Problem(f"only games of two opposed players who know everything can be explored; {game.spec} has {why}")
    w = at_root(position)
    apart: dict[Callable, Callable] = {} if merge else {key: hash_state}
    run = kernel(game, breadth_first, apart, compiled=compiled)
    room = _Room(game, 1 << 12)
    room.count[0] = 1  # the root
    room.states[0] = position.state
    room.keys[0] = position.key if merge else kernel(game, hash_state, compiled=False)(position.state)
    room.movers[0] = position.mover
    room.index()
    while True:
        done, interrupted = work(
            lambda: run(w[0], *room.arrays, depth if depth is not None else 1 << 30),
            lambda: w.__setitem__("stop", 1),
            on_glance=on_progress and (lambda: on_progress(int(room.count[0]))),
        )
        if interrupted:
            raise KeyboardInterrupt
        if done:
            return room.finish(complete=depth is None or not (room.ply[: room.count[0]] >= depth).any())
        if w["stop"][0]:
            raise Problem(f"stopped after {int(room.count[0]):,} states of {game.spec}")
        if 2 * room.bytes > memory * 1e6:
            raise Problem(f"{game.spec} has more than {int(room.count[0]):,} states, which do not fit in {memory:g} MB")
        room.grow()


class _Room:
    """Growing arrays for `breadth_first`."""

    def __init__(self, game: Game, size: int) -> None:
        self.game = game
        self.count = np.zeros(3, np.int64)  # states found, edges written, states expanded
        self.states = np.zeros(size, game.state)
        self.keys = np.zeros(size, np.uint64)
        self.ply = np.zeros(size, np.int32)
        self.movers = np.zeros(size, np.int8)
        self.first = np.zeros(size + 1, np.int64)
        self.values = np.zeros(size)
        self.successors = np.zeros(4 * size + game.max_moves, np.int32)
        self.moves = np.zeros(4 * size + game.max_moves, np.int32)
        self.slots = np.zeros(0, np.int32)

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        return (
            self.count, self.states, self.keys, self.ply, self.movers, self.first, self.values, self.successors,
            self.moves, self.slots,
        )  # fmt: skip

    @property
    def bytes(self) -> int:
        return sum(array.nbytes for array in self.arrays)

    def index(self) -> None:
        """Build the hash index: a table of state numbers, open addressing, at most half full."""
        self.slots = np.full(1 << (2 * len(self.keys) - 1).bit_length(), -1, np.int32)
        count = int(self.count[0])
        kernel(self.game, enter_all, compiled=count > 100)(self.slots, self.keys, count)

    def grow(self) -> None:
        """Twice the room for whatever is full."""
        if self.count[0] + self.game.max_moves >= len(self.keys):
            size = max(2 * len(self.keys), len(self.keys) + 2 * self.game.max_moves)
            for name in ("states", "keys", "ply", "movers", "values"):
                setattr(self, name, _resized(getattr(self, name), size))
            self.first = _resized(self.first, size + 1)
            self.index()
        if self.count[1] + self.game.max_moves >= len(self.moves):
            size = 2 * len(self.moves) + self.game.max_moves
            self.successors, self.moves = _resized(self.successors, size), _resized(self.moves, size)

    def finish(self, *, complete: bool) -> StateSpace:
        n, edges, _ = self.count
        return StateSpace(
            self.game,
            states=self.states[:n],
            keys=self.keys[:n],
            ply=self.ply[:n],
            movers=self.movers[:n],
            first=self.first[: n + 1],
            successors=self.successors[:edges],
            moves=self.moves[:edges],
            values=self.values[:n],
            complete=complete,
        )


def _resized(array: np.ndarray, size: int) -> np.ndarray:
    larger = np.zeros(size, array.dtype)
    larger[: len(array)] = array
    return larger


def slot_of(slots, keys, k):
    """Where key `k` is in the index, or the free slot where it belongs."""
    mask = np.uint64(slots.shape[0] - 1)
    slot = k & mask
    while slots[slot] >= 0 and keys[slots[slot]] != k:
        slot = (slot + np.uint64(1)) & mask
    return slot


def enter_all(slots, keys, count):
    """Enter the first `count` keys into an empty index. Modified in place."""
    for number in range(count):
        slots[slot_of(slots, keys, keys[number])] = number


def breadth_first(w, count, states, keys, ply, movers, first, values, successors, moves, slots, depth):
    """Expand states until all are (True) or the arrays are full (False). Modified in place."""
    room = w.moves.shape[1]
    while count[2] < count[0]:
        if count[0] + room >= keys.shape[0] or count[1] + room >= moves.shape[0] or w.stop:
            return False
        number = count[2]
        w.stack[0] = states[number]
        s = w.stack[0]
        out = w.moves[0]
        found = legal(s, out)
        if found == 0:
            values[number] = worth(w, 0)
        elif ply[number] >= depth:
            found = 0
        first[number] = count[1]
        for i in range(found):
            child = advance(w, 0, out[i])
            play(child, out[i])
            k = np.uint64(key(child))
            slot = slot_of(slots, keys, k)
            if slots[slot] < 0:
                new = count[0]
                slots[slot] = new
                states[new] = child
                keys[new] = k
                ply[new] = ply[number] + 1
                movers[new] = mover(child)
                count[0] += 1
            successors[count[1]] = slots[slot]
            moves[count[1]] = out[i]
            count[1] += 1
        count[2] += 1
        first[count[2]] = count[1]
    return True
