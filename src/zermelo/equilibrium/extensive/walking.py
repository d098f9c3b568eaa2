"""How good is a strategy in a game that is too large to unfold? Walk through all of it, once for each player.

Nothing is kept but the information sets of one player and what each of their moves is paid, weighted by how likely
chance and the others lead there. Where the others never go, nobody walks.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from zermelo.core.game import Position
from zermelo.core.kernel import Extent, Field, at_root, given_at, kernel, link, linked, make
from zermelo.core.numbers import on_numbers
from zermelo.core.primitives import CHANCE, array_at
from zermelo.core.state import record
from zermelo.core.vocabulary import mover, payoff, sees
from zermelo.core.worker import together, work
from zermelo.count.perft import successors
from zermelo.equilibrium.extensive.sampling import MET, NOT_MET, enter_met
from zermelo.equilibrium.extensive.sweeps import value_of_best_reply
from zermelo.equilibrium.extensive.unfolding import place_of
from zermelo.equilibrium.plan import Plan
from zermelo.errors import Problem

THREADS = 2
OWN = record(
    [
        ("information", np.uint64),
        ("player", np.int64),
        ("count", np.int64),
        ("first", np.int64),
        ("parent", np.int64),  # the sequence before
    ]
)


def walking(extent: Extent) -> list[Field]:
    """The strategy that is asked about, and what is found of one player."""
    return [
        *linked("sets"),  # of the strategy
        *linked("slots"),
        *linked("parts"),
        *linked("own_sets"),
        *linked("own_slots"),
        *linked("gain"),
        ("own_used", np.int64),
        ("sequences_used", np.int64),
        ("full", np.int64),
        ("forgets", np.int64),
        ("now", np.float64),  # what the player gets if they keep to the strategy
    ]


def weigh(w, ply: int, player: int, others: float, mine: float, sequence: int):
    """Add what ends below row `ply` pay to the player's sequences; `others` and `mine` lead there. In place."""
    if w.stop or w.full:
        return 0
    count = successors(w, ply)
    if count == 0:
        payoff(w.stack[ply], w.payoff, given_at(w, ply))
        array_at(w.gain, w.gain_size, np.dtype(np.float64))[sequence] += others * w.payoff[player]
        w.now += others * mine * w.payoff[player]
        w.leaves += 1
        return 0
    w.nodes += 1
    turn = mover(w.stack[ply])
    if turn == CHANCE:
        for i in range(count):
            part = w.probs[ply, i]
            if part > 0.0:
                make(w, ply, w.moves[ply, i])
                weigh(w, ply + 1, player, others * part, mine, sequence)
        return 0
    first = first_of(w, ply, turn)
    if turn != player:
        for i in range(count):
            part = part_of(w, first, i, count)
            if part > 0.0:
                make(w, ply, w.moves[ply, i])
                weigh(w, ply + 1, player, others * part, mine, sequence)
        return 0
    own = own_set(w, ply, player, count, sequence)
    if own == NOT_MET:
        return 0
    for i in range(count):
        make(w, ply, w.moves[ply, i])
        weigh(w, ply + 1, player, others, mine * part_of(w, first, i, count), own + i)
    return 0


def first_of(w, ply, turn):
    """Where the strategy for the set of row `ply` begins, or NOT_MET."""
    slots = array_at(w.slots, w.slots_size, np.dtype(np.int32))
    sets = array_at(w.sets, w.sets_size, MET)
    found = slots[place_of(slots, sets, np.uint64(sees(w.stack[ply], turn)), turn)]
    return sets[found].first if found >= 0 else np.int64(NOT_MET)


def part_of(w, first, i, count):
    """How likely move number `i` is; even where the strategy says nothing."""
    return 1.0 / count if first == NOT_MET else array_at(w.parts, w.parts_size, np.dtype(np.float64))[first + i]


def own_set(w, ply, player, count, sequence):
    """The first sequence of the player's set in row `ply`, new or known; NOT_MET if there is no room."""
    slots = array_at(w.own_slots, w.own_slots_size, np.dtype(np.int32))
    sets = array_at(w.own_sets, w.own_sets_size, OWN)
    information = np.uint64(sees(w.stack[ply], player))
    slot = place_of(slots, sets, information, player)
    number = slots[slot]
    if number >= 0:
        if sets[number].parent != sequence or sets[number].count != count:
            w.stop = w.forgets = 1
        return sets[number].first
    if 2 * (w.own_used + 1) > w.own_slots_size or w.sequences_used + count > w.gain_size:
        w.full = 1
        return np.int64(NOT_MET)
    number = w.own_used
    made = sets[number]
    made.information, made.player, made.count, made.parent = information, player, count, sequence
    made.first = w.sequences_used
    slots[slot] = number
    w.own_used += 1
    w.sequences_used += count
    return made.first


def by_walking(
    start: Position, plan: Plan, *, memory: float = 8000.0, compiled: bool = True,
    on_progress: Callable[[int], bool | None] | None = None,
) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """What each player gets if all keep to a strategy, and by the best reply to the others: exact.

    `on_progress` hears how many positions were seen, and ends it with False.
    """
    plan.must_be_for(start.game)
    players = len(start.game.players)
    walks = [_Walk(start, plan, player, memory / players) for player in range(players)]
    run = kernel(start.game, weigh, compiled=compiled, parts=(walking,))
    if compiled:
        run.prepare(walks[0].w[0], 0, 0, 1.0, 1.0, 0)  # type: ignore[attr-defined]

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
    if any(walk.w["forgets"][0] for walk in walks):
        raise Problem(f"{start.game.spec}: a player forgets their own moves, or moves give something away")
    if any(walk.w["stop"][0] for walk in walks):
        raise Problem(f"stopped after {sum(int(walk.w['nodes'][0]) for walk in walks):,} positions")
    return np.array([walk.now for walk in walks]), np.array([walk.best(compiled) for walk in walks])


def _at_once(walks: "list[_Walk]", run: Callable, stop: Callable[[], None]) -> None:
    """Each in a thread of its own."""

    def go(number: int) -> int:
        walks[number].go(run)
        return 0

    together(go, len(walks), stop)


class _Walk:
    """The walk for one player: their information sets, and what their moves are paid."""

    def __init__(self, start: Position, plan: Plan, player: int, memory: float) -> None:
        self.start, self.player, self.memory = start, player, memory
        self.w = at_root(start, walking)
        sets = np.zeros(len(plan), MET)
        sets["information"], sets["player"], sets["first"] = plan.information, plan.players, plan.first[:-1]
        sets["count"] = np.diff(plan.first)
        self.arrays: dict[str, Any] = {
            "sets": sets,
            "slots": _table(sets, len(sets)),
            "parts": np.ascontiguousarray(plan.parts),
            "own_sets": np.zeros(1024, OWN),
            "own_slots": np.full(2048, -1, np.int32),
            "gain": np.zeros(4096 + start.game.max_moves),
        }
        self.w["sequences_used"] = 1  # the empty one
        self._link()

    def _link(self) -> None:
        for name, array in self.arrays.items():
            link(self.w, name, array)

    def go(self, run: Callable) -> None:
        """All of it; with more room from the beginning, if it was too small."""
        while True:
            self.w["now"] = self.w["nodes"] = self.w["leaves"] = 0
            self.arrays["gain"][:] = 0.0
            run(self.w[0], 0, self.player, 1.0, 1.0, 0)
            if not self.w["full"][0]:
                return
            self._grow()

    def _grow(self) -> None:
        arrays, used = self.arrays, int(self.w["own_used"][0])
        if 4 * (arrays["own_sets"].nbytes + arrays["gain"].nbytes) > self.memory * 1e6:
            raise Problem(f"the information sets of {self.start.game.spec} do not fit in {self.memory:g} MB a player")
        for name in ("own_sets", "gain"):
            larger = np.zeros(4 * len(arrays[name]), arrays[name].dtype)
            larger[: len(arrays[name])] = arrays[name]
            arrays[name] = larger
        arrays["own_slots"] = _table(arrays["own_sets"], used, least=2 * len(arrays["own_sets"]))
        self._link()
        self.w["full"] = 0

    @property
    def now(self) -> float:
        return float(self.w["now"][0])

    def best(self, compiled: bool) -> float:
        """By the best reply, found from the last sets back to the first."""
        used, sequences = int(self.w["own_used"][0]), int(self.w["sequences_used"][0])
        sets, gain = self.arrays["own_sets"][:used], self.arrays["gain"][:sequences].copy()
        shifted = np.zeros(sequences + self.player)  # where sweeps expect them: after the empty ones of others
        shifted[self.player] = gain[0]
        shifted[self.player + 1 :] = gain[1:]
        owners, counts = sets["player"].copy(), sets["count"].copy()
        firsts, parents = sets["first"] + self.player, sets["parent"] + self.player
        run = on_numbers(value_of_best_reply, compiled=compiled and used > 10_000)
        return float(run(self.player, owners, firsts, counts, parents, np.zeros(len(shifted)), shifted))


def _table(sets: np.ndarray, used: int, least: int = 16) -> np.ndarray:
    """The table in which `place_of` finds sets."""
    slots = np.full(1 << max(2 * used, least - 1).bit_length(), -1, np.int32)
    on_numbers(enter_met, compiled=used > 5_000)(slots, sets, used)
    return slots
