"""All states of a game that can be reached, each once: the graph behind the tree.

Breadth first from a position. A game with symmetries is explored up to symmetry, and where the rules have a `key` of
their own, states that have the same are one state. All other keys are 64-bit hashes, which two states may share by
accident: so the states themselves are compared, and no value rests on luck. The graph is what dynamic programming works
on: O(N L) for N states with L moves each, where the tree has b^L.
Where chance moves, its outcomes are the moves, with their probabilities.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from zermelo.core.game import Game, Position
from zermelo.core.kernel import advance, at_root, given_afresh, kernel
from zermelo.core.primitives import CHANCE, copy, hash_state, words
from zermelo.core.vocabulary import (
    IMAGES,
    chance,
    key,
    key_of_orbit,
    legal,
    mover,
    over,
    payoff,
    play,
    symmetry,
)
from zermelo.core.worker import work
from zermelo.errors import Problem, RulesProblem

STATES, EDGES, EXPANDED, PROBS, PAYOFFS, FAULT = range(6)  # of `count`; FAULT: 1 + the state that has bad probabilities
ALIKE = 8  # payoffs are stored once if they are among the last so many


@dataclass(frozen=True)
class StateSpace:
    """States in the order of discovery, and the moves between them; arrays indexed by state number."""

    game: Game
    states: np.ndarray  # [n] the structs
    keys: np.ndarray  # [n] hashes, but for the keys of the rules' own
    ply: np.ndarray  # [n] distance from the root
    movers: np.ndarray  # [n] who is to move, or CHANCE
    first: np.ndarray  # [n + 1] the successors of state i are successors[first[i]:first[i + 1]]
    successors: np.ndarray  # [edges] state numbers
    moves: np.ndarray  # [edges] move codes, or outcomes
    row: np.ndarray  # [n] at an end: its row of `payoffs`; where chance moves: where in `probs` its outcomes begin
    payoffs: np.ndarray  # [ends of different worth, players]
    probs: np.ndarray  # probabilities; states with the same dice share them
    complete: bool  # False if a limit of depth may have left states out
    replace: Mapping[Callable, Callable]  # what tells states apart

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def terminal(self) -> np.ndarray:
        """[n] whether a state has no moves."""
        return self.first[:-1] == self.first[1:]

    @property
    def ends(self) -> np.ndarray:
        """The numbers of the states where the game is over."""
        return np.flatnonzero(self.terminal & (self.row >= 0))

    @cached_property
    def values(self) -> np.ndarray:
        """[n] for two players: what an end brings the player to move there, from the middle; 0 elsewhere."""
        values = np.zeros(len(self))
        ends = self.ends
        payoffs, player = self.payoffs[self.row[ends]], self.movers[ends]
        mine, other = (np.take_along_axis(payoffs, who[:, None], 1)[:, 0] for who in (player, 1 - player))
        values[ends] = 0.5 * (mine - other)
        return values

    def position(self, number: int) -> Position:
        return self.game.from_state(self.states[number])

    def number(self, position: Position) -> int:
        """The state that a position belongs to."""
        if position.game != self.game:
            raise Problem(f"these are the states of {self.game.spec}, not of {position.game.spec}")
        order, ranked = self._index
        wanted = np.uint64(_plain(self.game, key, self.replace)(position.state))
        compare = _plain(self.game, same, self.replace)
        for number in order[np.searchsorted(ranked, wanted) : np.searchsorted(ranked, wanted, "right")]:
            if compare(self.states[number], position.state):
                return int(number)
        raise Problem(f"{position.text} cannot be reached from where {self.game.spec} was explored")

    @cached_property
    def _index(self) -> tuple[np.ndarray, np.ndarray]:
        order = np.argsort(self.keys)
        return order, self.keys[order]


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

    With `merge`, mirror images are one, and so are states with the same key if the rules have their own; without, only
    equal states are.

    >>> import zermelo as z
    >>> len(explore(z.load("nim:piles=2-2,misere=true").start(), compiled=False))
    9
    """
    game = position.game
    if game.hidden:
        raise Problem(
            f"only games in which players know everything can be explored; {game.spec} has hidden information"
        )
    w = at_root(position)
    replace = telling_apart(game, merge=merge)
    run = kernel(game, breadth_first, replace, compiled=compiled)
    room = _Room(game, 1 << 12)
    room.count[STATES] = 1  # the root
    room.states[0] = position.state
    room.keys[0] = _plain(game, key, replace)(position.state)
    room.movers[0] = position.mover
    room.index()
    while True:
        done, interrupted = work(
            lambda: run(w[0], *room.arrays, depth if depth is not None else 1 << 30, game.max_moves),
            lambda: w.__setitem__("stop", 1),
            on_glance=on_progress and (lambda: on_progress(int(room.count[STATES]))),
        )
        if interrupted:
            raise KeyboardInterrupt
        if done:
            complete = depth is None or not (room.ply[: room.count[STATES]] >= depth).any()
            return room.finish(complete=complete, replace=replace)
        if fault := int(room.count[FAULT]):
            where = game.from_state(room.states[fault - 1]).text
            raise RulesProblem(f"{game.spec}: the probabilities of chance() must be >= 0 and add up to 1 in {where}")
        if w["stop"][0]:
            raise Problem(f"stopped after {int(room.count[STATES]):,} states of {game.spec}")
        if 2 * room.bytes > memory * 1e6:
            count = int(room.count[STATES])
            raise Problem(f"{game.spec} has more than {count:,} states, which do not fit in {memory:g} MB")
        room.grow()


class _Room:
    """Growing arrays for `breadth_first`."""

    def __init__(self, game: Game, size: int) -> None:
        self.game = game
        self.count = np.zeros(6, np.int64)  # see STATES, EDGES...
        self.states = np.zeros(size, game.state)
        self.keys = np.zeros(size, np.uint64)
        self.ply = np.zeros(size, np.int32)
        self.movers = np.zeros(size, np.int8)
        self.first = np.zeros(size + 1, np.int64)
        self.row = np.full(size, -1, np.int64)
        self.payoffs = np.zeros((16, len(game.players)))
        self.probs = np.zeros(2 * game.max_moves)
        self.successors = np.zeros(4 * size + game.max_moves, np.int32)
        self.moves = np.zeros(4 * size + game.max_moves, np.int32)
        self.slots = np.zeros(0, np.int32)

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        return (
            self.count, self.states, self.keys, self.ply, self.movers, self.first, self.row, self.successors,
            self.moves, self.probs, self.payoffs, self.slots,
        )  # fmt: skip

    @property
    def bytes(self) -> int:
        return sum(array.nbytes for array in self.arrays)

    def index(self) -> None:
        """Build the hash index: a table of state numbers, open addressing, at most half full."""
        self.slots = np.full(1 << (2 * len(self.keys) - 1).bit_length(), -1, np.int32)
        count = int(self.count[STATES])
        kernel(self.game, enter_all, compiled=count > 100)(self.slots, self.keys, count)

    def grow(self) -> None:
        """Twice the room for whatever is full."""
        states, edges, _, probs, payoffs, _ = self.count
        room = self.game.max_moves
        if states + room >= len(self.keys):
            size = max(2 * len(self.keys), len(self.keys) + 2 * room)
            for name in ("states", "keys", "ply", "movers"):
                setattr(self, name, _resized(getattr(self, name), size))
            self.row = _resized(self.row, size, -1)
            self.first = _resized(self.first, size + 1)
            self.index()
        if edges + room >= len(self.moves):
            size = 2 * len(self.moves) + room
            self.successors, self.moves = _resized(self.successors, size), _resized(self.moves, size)
        if probs + room >= len(self.probs):
            self.probs = _resized(self.probs, 2 * len(self.probs) + room)
        if payoffs + 1 >= len(self.payoffs):
            self.payoffs = _resized(self.payoffs, 2 * len(self.payoffs))

    def finish(self, *, complete: bool, replace: Mapping[Callable, Callable]) -> StateSpace:
        n, edges, _, probs, payoffs, _ = self.count
        return StateSpace(
            self.game,
            states=self.states[:n],
            keys=self.keys[:n],
            ply=self.ply[:n],
            movers=self.movers[:n],
            first=self.first[: n + 1],
            successors=self.successors[:edges],
            moves=self.moves[:edges],
            row=self.row[:n],
            payoffs=self.payoffs[:payoffs],
            probs=self.probs[:probs],
            complete=complete,
            replace=replace,
        )


def _plain(game: Game, function: Callable, replace: Mapping[Callable, Callable]) -> Callable:
    return kernel(game, function, replace, compiled=False)


def telling_apart(game: Game, *, merge: bool = True) -> dict[Callable, Callable]:
    """What stands for `key` and `same`, so that states which are not one are never taken for one."""
    if not merge:
        return {key: hash_state, same: equal}
    if game.has("key"):
        return {}
    return {same: mirrored if game.replace.get(key) is key_of_orbit else equal}


def same(s, t):
    """Whether two states with the same key are one: the rules' own `key` says so."""
    return True


def equal(s, t):
    """The same bytes."""
    these, those, differ = words(s), words(t), np.uint64(0)
    for place in range(len(these)):
        differ |= these[place] ^ those[place]
    return differ == 0


def mirrored(s, t):
    """The same, or an image."""
    if equal(s, t):
        return True
    for image in range(1, IMAGES):
        u = copy(s)
        symmetry(u, image)
        if equal(u, t):
            return True
    return False


def _resized(array: np.ndarray, size: int, fill: int = 0) -> np.ndarray:
    larger = np.zeros((size, *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    if fill:
        larger[len(array) :] = fill
    return larger


def slot_of(slots, states, keys, k, s):
    """Where state `s` with key `k` is in the index, or the free slot where it belongs."""
    mask = np.uint64(slots.shape[0] - 1)
    slot = k & mask
    while slots[slot] >= 0 and not (keys[slots[slot]] == k and same(states[slots[slot]], s)):
        slot = (slot + np.uint64(1)) & mask
    return slot


def enter_all(slots, keys, count):
    """Enter the first `count` states, which all differ, into an empty index. Modified in place."""
    mask = np.uint64(slots.shape[0] - 1)
    for number in range(count):
        slot = keys[number] & mask
        while slots[slot] >= 0:
            slot = (slot + np.uint64(1)) & mask
        slots[slot] = number


def breadth_first(
    w, count, states, keys, ply, movers, first, row, successors, moves, probs, payoffs, slots, depth, room
):
    """Expand states until all are (True) or the arrays are full (False). Modified in place.

    `room`: how many moves a state can have.
    """
    while count[EXPANDED] < count[STATES]:
        full = count[STATES] + room >= keys.shape[0] or count[EDGES] + room >= moves.shape[0]
        if full or count[PROBS] + room >= probs.shape[0] or count[PAYOFFS] + 1 >= payoffs.shape[0] or w.stop:
            return False
        number = count[EXPANDED]
        w.stack[0] = states[number]
        s = w.stack[0]
        out = w.moves[0]
        by_chance = mover(s) == CHANCE
        if by_chance:
            found = 0 if over(s) else chance(s, out, w.probs[0])
            ended = over(s)
        else:
            found = legal(s, out)
            ended = found == 0
        if ended:
            payoff(s, w.payoff, given_afresh(w, 0))
            row[number] = row_of(w.payoff, payoffs, count)
        elif ply[number] >= depth:
            found = 0
        elif by_chance:
            found = drop_impossible(out, w.probs[0], found)
            if found == 0:
                count[FAULT] = number + 1
                return False
            row[number] = start_of(w.probs[0], found, probs, count)
        first[number] = count[EDGES]
        for i in range(found):
            child = advance(w, 0, out[i])
            play(child, out[i])
            k = np.uint64(key(child))
            slot = slot_of(slots, states, keys, k, child)
            if slots[slot] < 0:
                new = count[STATES]
                slots[slot] = new
                states[new] = child
                keys[new] = k
                ply[new] = ply[number] + 1
                movers[new] = mover(child)
                count[STATES] += 1
            successors[count[EDGES]] = slots[slot]
            moves[count[EDGES]] = out[i]
            count[EDGES] += 1
        count[EXPANDED] += 1
        first[count[EXPANDED]] = count[EDGES]
    return True


def row_of(vector, payoffs, count):
    """The row of `payoffs` that holds `vector`: one of the last rows, or a new one. Modified in place."""
    last = count[PAYOFFS]
    for row in range(last - 1, max(last - ALIKE, 0) - 1, -1):
        same = True
        for player in range(vector.shape[0]):
            if payoffs[row, player] != vector[player]:
                same = False
        if same:
            return row
    for player in range(vector.shape[0]):
        payoffs[last, player] = vector[player]
    count[PAYOFFS] += 1
    return last


def drop_impossible(out, given, found):
    """Keep the outcomes that can happen; returns how many, or 0 if the probabilities are none. Modified in place."""
    kept = 0
    total = 0.0
    for i in range(found):
        if not given[i] >= 0.0:
            return 0
        total += given[i]
        if given[i] > 0.0:
            out[kept] = out[i]
            given[kept] = given[i]
            kept += 1
    if not abs(total - 1.0) < 1e-9:
        return 0
    for i in range(kept):
        given[i] /= total
    return kept


def start_of(given, found, probs, count):
    """Where `probs` holds these probabilities: at its end, or written there now. Modified in place."""
    start = count[PROBS] - found
    same = start >= 0
    if same:
        for i in range(found):
            if probs[start + i] != given[i]:
                same = False
    if same:
        return start
    start = count[PROBS]
    for i in range(found):
        probs[start + i] = given[i]
    count[PROBS] += found
    return start
