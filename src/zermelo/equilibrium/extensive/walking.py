"""How good is a strategy in a game that is too large to unfold? Go through what one player may see, with beliefs.

For the player whose best reply is sought, an information set is kept as all positions in it, each with how likely
chance and the others lead there. After each of the player's moves these spread until it is their turn again, and fall
apart by what they have been told; positions that are alike by then, also in what the others know, are added up. So
nothing is kept but the beliefs along one way, and the work is what the others' strategies can tell apart: little, where
they keep just the gist of what they know. The best reply forgets nothing.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from zermelo.core.game import Position
from zermelo.core.kernel import Extent, Field, at_root, given_afresh, kernel, link, linked, make, put
from zermelo.core.numbers import on_numbers
from zermelo.core.primitives import CHANCE, array_at, assign, hash_state, words
from zermelo.core.vocabulary import SEATS, mover, payoff, sees
from zermelo.core.worker import together, work
from zermelo.count.perft import successors
from zermelo.equilibrium.extensive.sampling import MET, NOT_MET, enter_met, kept_by, stumble
from zermelo.equilibrium.extensive.unfolding import (
    DIFFERS,
    TOO_DEEP,
    UNPAYABLE,
    informed,
    may_miss,
    payable,
    place_of,
)
from zermelo.equilibrium.plan import GIST, Plan
from zermelo.errors import Problem, RulesProblem

THREADS = 2
STATES = 1 << 12  # positions on the way, at first


def walking(extent: Extent) -> list[Field]:
    """The strategy that is asked about; positions with their weights; what each level of sets has found."""
    return [
        *linked("sets"),  # of the strategy
        *linked("slots"),
        *linked("codes"),
        *linked("parts"),
        *linked("beliefs"),  # positions
        *linked("weights"),  # how likely chance and the others lead there
        *linked("informations"),  # what the player knows there
        *linked("hashes"),
        *linked("order"),
        ("used", np.int64),
        ("full", np.int64),
        ("fault", np.int64),  # what is wrong, as in `unfolding`; 0: nothing
        ("ply", np.int64),
        ("tolerance", np.float64),  # by how much payoffs may miss their sum
        ("met", np.int64),  # sets of the player
        ("paid", np.float64, (extent.rows,)),  # at ends before the player's next move
        ("now", np.float64, (extent.rows,)),  # what the player gets from a set on if they keep to the strategy
    ]


def from_start(w, player: int) -> float:
    """What a player gets by the best reply from row 0 on; `w.now[0]` is what they get by the strategy. In place."""
    w.used = 0
    w.paid[0] = 0.0
    spread(w, 0, 1.0, player, 0)
    best, now = behind(w, 0, 0, player)
    w.now[0] = now
    return float(best)


def spread(w, ply: int, weight: float, player: int, slot: int):
    """Go on from row `ply` until it is the player's turn: the positions are added to the beliefs. In place."""
    if w.stop or w.full:
        return 0
    w.nodes += 1
    s = w.stack[ply]
    count = successors(w, ply)
    if count == 0:
        payoff(s, w.payoff, given_afresh(w, ply))
        w.paid[slot] += weight * w.payoff[player]
        if not payable(w):
            stumble(w, ply, UNPAYABLE)
        return 0
    if ply + 1 == w.stack.shape[0]:
        stumble(w, ply, TOO_DEEP)
        return 0
    turn = mover(s)
    if turn == player:
        return believe(w, s, weight, player)
    if turn == CHANCE:
        for i in range(count):
            if w.probs[ply, i] > 0.0:
                make(w, ply, w.moves[ply, i])
                spread(w, ply + 1, weight * w.probs[ply, i], player, slot)
        return 0
    first = first_of(w, ply, turn, count)
    for i in range(count):
        part = part_of(w, first, i, count)
        if part > 0.0:
            make(w, ply, w.moves[ply, i])
            spread(w, ply + 1, weight * part, player, slot)
    return 0


def believe(w, s, weight, player):
    """Add a position to the beliefs; twice as much room is kept, as they are put in order later."""
    if 2 * (w.used + 1) > w.weights_size:
        w.full = 1
        return 0
    here = beliefs_of(w)[w.used]
    assign(here, s)
    array_at(w.weights, w.weights_size, np.dtype(np.float64))[w.used] = weight
    array_at(w.informations, w.informations_size, np.dtype(np.uint64))[w.used] = np.uint64(sees(s, player))
    let_go(here, player)
    array_at(w.hashes, w.hashes_size, np.dtype(np.uint64))[w.used] = hash_state(here)
    w.used += 1
    return 0


def beliefs_of(w):
    """The array of positions."""
    return array_at(w.beliefs, w.beliefs_size, w.stack.dtype)


def let_go(s, player):
    """What the others know matters, as they play by it: it is kept."""


def let_go_of_knowledge(s, player):
    """The others play by the gist of what they know, which the position has: the rest of it is dropped."""
    for other in range(SEATS):
        if other != player:
            s.known_[other] = np.uint64(0)


def judge(w, level: int, begin: int, end: int, player: int) -> float:
    """What a set, the beliefs from `begin` to `end`, is worth by the best reply, times how likely it is. In place.

    `w.now[level]` becomes the same by the strategy.
    """
    beliefs = beliefs_of(w)
    weights = array_at(w.weights, w.weights_size, np.dtype(np.float64))
    w.met += 1
    assign(w.stack[level], beliefs[begin])
    count = successors(w, level)
    first = first_of(w, level, player, count)
    best, now = -np.inf, 0.0
    for i in range(count):
        w.used = end
        w.paid[level + 1] = 0.0
        for number in range(begin, end):
            assign(w.stack[level], beliefs[number])
            make(w, level, w.moves[level, i])
            spread(w, level + 1, weights[number], player, level + 1)
        if w.stop or w.full:
            return 0.0
        value, as_planned = behind(w, level + 1, end, player)
        best = max(best, value)
        now += part_of(w, first, i, count) * as_planned
    w.now[level] = now
    return float(best)


def behind(w, level, begin, player):
    """What is paid before the player's next move, and what the sets are worth into which the beliefs fall apart.

    By the best reply, and by the strategy. The beliefs are those from `begin` on; `level` is that of the sets.
    """
    value = as_planned = w.paid[level]
    informations = array_at(w.informations, w.informations_size, np.dtype(np.uint64))
    order = array_at(w.order, w.order_size, np.dtype(np.int64))
    end = w.used
    if 2 * end - begin > w.weights_size:
        w.full = 1
    if w.stop or w.full:
        return 0.0, 0.0
    put_in_order(w, begin, end)
    k = begin
    while k < end:
        information = informations[order[k]]
        w.used = end
        while k < end and informations[order[k]] == information:
            gather(w, order[k], end)
            k += 1
        value += judge(w, level, end, w.used, player)
        as_planned += w.now[level]
        if w.stop or w.full:
            return 0.0, 0.0
    return value, as_planned


def gather(w, number, begin):
    """Add a belief to a set that begins at `begin`: to the last one, if they are alike. In place."""
    beliefs = beliefs_of(w)
    weights = array_at(w.weights, w.weights_size, np.dtype(np.float64))
    hashes = array_at(w.hashes, w.hashes_size, np.dtype(np.uint64))
    last = w.used - 1
    if last >= begin and hashes[last] == hashes[number] and alike(beliefs[last], beliefs[number]):
        weights[last] += weights[number]
        return
    assign(beliefs[w.used], beliefs[number])
    weights[w.used], hashes[w.used] = weights[number], hashes[number]
    w.used += 1


def alike(s, t):
    """Whether two positions are the same."""
    these, those, differ = words(s), words(t), np.uint64(0)
    for place in range(len(these)):
        differ |= these[place] ^ those[place]
    return differ == 0


def put_in_order(w, begin, end):
    """Order beliefs by what the player knows, and alike ones beside each other (heapsort). In place."""
    order = array_at(w.order, w.order_size, np.dtype(np.int64))
    for k in range(begin, end):
        order[k] = k
    count = end - begin
    for start in range(count // 2 - 1, -1, -1):
        sift(w, order, begin, start, count)
    for last in range(count - 1, 0, -1):
        order[begin], order[begin + last] = order[begin + last], order[begin]
        sift(w, order, begin, 0, last)


def sift(w, order, begin, root, count):
    """Let what stands at the root sink to its place. In place."""
    while 2 * root + 1 < count:
        child = 2 * root + 1
        if child + 1 < count and comes_before(w, order[begin + child], order[begin + child + 1]):
            child += 1
        if not comes_before(w, order[begin + root], order[begin + child]):
            return
        order[begin + root], order[begin + child] = order[begin + child], order[begin + root]
        root = child


def comes_before(w, one, other):
    """By what the player knows, then by what the position is."""
    informations = array_at(w.informations, w.informations_size, np.dtype(np.uint64))
    hashes = array_at(w.hashes, w.hashes_size, np.dtype(np.uint64))
    if informations[one] != informations[other]:
        return informations[one] < informations[other]
    return hashes[one] < hashes[other]


def first_of(w, ply, turn, count):
    """Where the strategy for the set of row `ply` begins, or NOT_MET."""
    slots = array_at(w.slots, w.slots_size, np.dtype(np.int32))
    sets = array_at(w.sets, w.sets_size, MET)
    codes = array_at(w.codes, w.codes_size, np.dtype(np.int32))
    found = slots[place_of(slots, sets, informed(w, w.stack[ply], turn), turn)]
    if found < 0:
        return np.int64(NOT_MET)
    same = sets[found].count == count
    for i in range(count if same else 0):
        same &= codes[sets[found].first + i] == w.moves[ply, i]
    if not same:
        stumble(w, ply, DIFFERS)
        return np.int64(NOT_MET)
    return sets[found].first


def part_of(w, first, i, count):
    """How likely move number `i` is; even where the strategy says nothing."""
    return 1.0 / count if first == NOT_MET else array_at(w.parts, w.parts_size, np.dtype(np.float64))[first + i]


# --- from Python ------------------------------------------------------------------------------------------------------


def by_walking(
    start: Position, plan: Plan, *, memory: float = 4000.0, compiled: bool = True,
    on_progress: Callable[[int], bool | None] | None = None,
) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """What each player gets if all keep to a strategy, and by the best reply to the others: exact.

    `on_progress` hears how many positions were seen, and ends it with False.
    """
    plan.must_be_for(start.game)
    players = len(start.game.players)
    walks = [_Walk(start, plan, player, memory / players) for player in range(players)]
    replace = {**kept_by(start.game, plan.by)}
    if plan.by == GIST and start.game.has("tells"):
        replace[let_go] = let_go_of_knowledge
    run = kernel(start.game, from_start, replace, compiled=compiled, parts=(walking,))
    if compiled:
        run.prepare(walks[0].w[0], 0)  # type: ignore[attr-defined]

    def stop() -> None:
        for walk in walks:
            walk.w["stop"] = 1

    def job() -> None:
        for k in range(0, players, THREADS):
            _at_once(walks[k : k + THREADS], run, stop)

    def seen() -> bool | None:
        return on_progress(sum(int(walk.w["nodes"][0]) for walk in walks)) if on_progress else None

    _, interrupted = work(job, stop, on_glance=seen)
    if interrupted:
        raise KeyboardInterrupt
    if any(walk.w["fault"][0] == DIFFERS for walk in walks):
        raise Problem(f"the strategy for {plan.game} has other moves than the rules have now")
    for w in (walk.w[0] for walk in walks if walk.w["fault"][0]):  # the way to where it is has other beliefs on it
        if int(w.fault) == TOO_DEEP:
            raise RulesProblem(f"{plan.game} goes on beyond max_plies = {start.game.max_plies}")
        raise RulesProblem(f"{plan.game}: payoff() is {w.payoff}, which zermelo check explains")
    if any(walk.w["stop"][0] for walk in walks):
        raise Problem(f"stopped after {sum(int(walk.w['nodes'][0]) for walk in walks):,} positions")
    return np.array([float(walk.w["now"][0, 0]) for walk in walks]), np.array([walk.best for walk in walks])


def _at_once(walks: "list[_Walk]", run: Callable, stop: Callable[[], None]) -> None:
    """Each in a thread of its own."""

    def go(number: int) -> int:
        walks[number].go(run)
        return 0

    together(go, len(walks), stop)


class _Walk:
    """The walk for one player, and the room for their beliefs."""

    def __init__(self, start: Position, plan: Plan, player: int, memory: float) -> None:
        self.start, self.player, self.memory = start, player, memory
        self.best = 0.0
        self.w = at_root(start, walking)
        sets = np.zeros(len(plan), MET)
        sets["information"], sets["player"], sets["first"] = plan.information, plan.players, plan.first[:-1]
        sets["count"] = np.diff(plan.first)
        slots = np.full(1 << max(2 * len(sets), 16).bit_length(), -1, np.int32)
        on_numbers(enter_met, compiled=len(sets) > 5_000)(slots, sets, len(sets))
        self.w["tolerance"] = may_miss(start.game)
        self.arrays: dict[str, Any] = {
            "sets": sets,
            "slots": slots,
            "codes": np.ascontiguousarray(plan.codes, np.int32),
            "parts": np.ascontiguousarray(plan.parts, np.float64),
        }
        self._make_room(STATES)

    def _make_room(self, states: int) -> None:
        self.arrays |= {
            "beliefs": np.zeros(states, self.start.game.state),
            "weights": np.zeros(states),
            "informations": np.zeros(states, np.uint64),
            "hashes": np.zeros(states, np.uint64),
            "order": np.zeros(states, np.int64),
        }
        for name, array in self.arrays.items():
            link(self.w, name, array)

    def go(self, run: Callable) -> None:
        """All of it; with more room from the beginning, if there was too little."""
        while True:
            self.w["nodes"] = self.w["met"] = self.w["full"] = 0
            put(self.w[0], 0, self.start)
            self.best = float(run(self.w[0], self.player))
            if not self.w["full"][0]:
                return
            room = 4 * len(self.arrays["weights"])
            if room * (self.start.game.state.itemsize + 32) > self.memory * 1e6:
                raise Problem(f"what may be true in {self.start.game.spec} does not fit in {self.memory:g} MB a player")
            self._make_room(room)
