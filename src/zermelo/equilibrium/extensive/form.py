"""The sequence form of a game: what players can tell apart and do, and what they get; all that solvers need of it.

A sequence is all the moves that one player makes on the way to a position. With perfect recall each information set has
one sequence of its player that leads to it, so a game is a tree of information sets for each player, and a list of ends
with the sequences of all players; it is about as large as the game, where the matrix of all plans would be exponential
(von Stengel 1996). Iterations over it need no positions, and no game tree.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NoReturn

import numpy as np

from zermelo.core.game import Game, Position
from zermelo.core.hidden import check_knowledge
from zermelo.core.kernel import at_root, kernel, link
from zermelo.core.numbers import on_numbers
from zermelo.core.worker import work
from zermelo.equilibrium.extensive.unfolding import (
    ALL_SEEN,
    DIFFERS,
    FORGETS,
    NO_ROOM,
    SET,
    TOO_DEEP,
    UNPAYABLE,
    UNSOUND,
    WALKING,
    alone,
    begin,
    enter_sets,
    informed,
    may_miss,
    unfolding,
    walk,
)
from zermelo.equilibrium.extensive.words import Words
from zermelo.errors import Beyond, Problem, RulesProblem

IN_PLAIN_PYTHON = 3_000  # positions: to compile takes as long
AT_FIRST = 100  # positions: to look whether there is native code takes as long
AT_A_TIME = 1 << 20  # positions between two looks at whether to go on
MEGABYTES = 4_000.0


@dataclass(frozen=True, eq=False)
class SequenceForm:
    """The information sets, sequences and ends of a game. Sequences 0, 1... are the empty ones of the players.

    Sets come in an order in which those that lead to a set come before it.
    """

    start: Position
    sets: np.ndarray  # [sets] see `unfolding.SET`
    codes: np.ndarray  # [sequences] the last move; of an empty sequence -1
    ends: np.ndarray  # [ends, players] the sequences of all players; ends with the same ones are added up
    worth: np.ndarray  # [ends, players] what each player gets, times the probability of chance
    ways: np.ndarray  # the moves that lead to one position of each set: see `SET`
    nodes: int
    leaves: int

    @property
    def game(self) -> Game:
        return self.start.game

    @property
    def players(self) -> int:
        return len(self.game.players)

    @property
    def has_value(self) -> bool:
        """Whether two players share a constant sum: then all equilibria pay the same."""
        return self.players == 2 and self.game.payoff_sum is not None

    @cached_property
    def sets_of(self) -> list[np.ndarray]:
        """The numbers of each player's sets."""
        return [np.flatnonzero(self.sets["player"] == player) for player in range(self.players)]

    @property
    def bytes(self) -> int:
        return sum(array.nbytes for array in (self.sets, self.codes, self.ends, self.worth, self.ways))

    def position(self, number: int) -> Position:
        """One of the positions of an information set."""
        one = self.sets[number]
        return _after(self.start, self.ways[one.way : one.way + one.plies].tolist())

    @cached_property
    def number_of(self) -> Mapping[tuple[int, int], int]:
        """A set by its player and the number by which the rules know it."""
        keys = zip(self.sets["player"].tolist(), self.sets["information"].tolist(), strict=True)
        return {key: number for number, key in enumerate(keys)}

    def positions(self) -> Iterator[Position]:
        """One position of each set, in their order; what two have in common is played once."""
        line, played = [self.start], list[int]()
        for one in self.sets:
            way = self.ways[one.way : one.way + one.plies].tolist()
            same = next(
                (k for k, (a, b) in enumerate(zip(way, played, strict=False)) if a != b), min(len(way), len(played))
            )
            del line[same + 1 :]
            for code in way[same:]:
                line.append(line[-1].play(code))
            played = way
            yield line[-1]

    @cached_property
    def words(self) -> Words:
        """What people call the sets and their moves."""
        return Words(self)

    @property
    def labels(self) -> list[str]:
        """The sets in words, different for each of a player."""
        return [self.words.label(number) for number in range(len(self.sets))]

    def names(self, number: int) -> tuple[str, ...]:
        """The moves in a set, by name, in the order of its sequences."""
        return self.words.moves(number)

    def __repr__(self) -> str:
        return f"<SequenceForm of {self.game.spec}: {len(self.sets):,} information sets, {self.nodes:,} positions>"


def sequence_form(
    start: Position,
    *,
    data: Any = None,
    memory: float = MEGABYTES,
    compiled: bool = True,
    plain: int = IN_PLAIN_PYTHON,
    on_progress: Callable[[int], bool | None] | None = None,
) -> SequenceForm:
    """Walk through a game: `plain` positions, or all if not `compiled`, in plain Python, others in native code.

    `on_progress` hears how many positions were seen, and ends it with False. `memory` (megabytes) is for the sets,
    sequences and ends; to add up ends with the same sequences takes up to some three times as much as the ends, for a
    moment at last.

    A Problem tells what cannot be solved: a player who forgets something, moves that give something away, a game for
    which `memory` is not enough.
    """
    if start.over:
        raise Problem(f"{start.game.spec} is over at {start.text}: there is nothing to choose")
    room = _Room(start, data, memory)
    known = {} if start.game.hidden else {informed: alone}
    slowly = kernel(start.game, walk, known, compiled=False)
    native = kernel(start.game, walk, known, parts=(unfolding,))
    how, at_first = WALKING, AT_FIRST if compiled else AT_A_TIME
    if plain or not compiled:
        how = room.go_on(lambda w: slowly(w, min(at_first, plain or at_first)), rounds=1 if compiled else 0)
    if how == WALKING and compiled and plain > AT_FIRST and not native.at_hand(room.w[0], AT_A_TIME):  # type: ignore[attr-defined]
        how = room.go_on(lambda w: slowly(w, plain - AT_FIRST), rounds=1)
    if how == WALKING:
        given_up: list[bool] = []

        def job() -> int:
            native.prepare(room.w[0], AT_A_TIME, given_up=lambda: bool(given_up))  # type: ignore[attr-defined]
            return room.go_on(lambda w: native(w, AT_A_TIME))

        def stop() -> None:
            given_up.append(True)
            room.w["stop"] = 1

        how, interrupted = work(job, stop, on_glance=on_progress and (lambda: on_progress(int(room.w["nodes"][0]))))
        if interrupted:
            raise KeyboardInterrupt
    if how == WALKING:
        raise Problem(f"stopped after {int(room.w['nodes'][0]):,} positions of {start.game.spec}")
    return room.finish(how)


class _Room:
    """The workspace of a walk, and the arrays that it fills."""

    def __init__(self, start: Position, data: Any, memory: float) -> None:
        self.start, self.memory = start, memory
        if start.game.hidden:
            check_knowledge(start)
        game = start.game
        self.width, self.rows, self.seats = game.max_moves, game.max_plies + 2, len(game.players)
        self.w = at_root(start, unfolding, data=game.data_from(data))
        begin(self.w, self.seats)
        self.w["tolerance"] = may_miss(game)
        self.arrays = {
            "sets": np.zeros(128, SET),
            "slots": np.full(256, -1, np.int32),
            "codes": np.full(1024 + self.width, -1, np.int32),
            "ways": np.zeros(1024 + self.rows, np.int32),
            "ends": np.zeros(256 * self.seats, np.int32),
            "worth": np.zeros(256 * self.seats),
        }
        self._link()

    def _link(self) -> None:
        for name, array in self.arrays.items():
            link(self.w, name, array)

    def go_on(self, run: Callable[[Any], int], rounds: int = 0) -> int:
        """Until the walk is done, stopped or in trouble; `rounds`: no more than so many of as many positions."""
        done = 0
        while True:
            how = int(run(self.w[0]))
            if how == NO_ROOM:
                self._grow()
                continue
            done += 1
            if how != WALKING or self.w["stop"][0] or done == rounds:
                return how

    def _grow(self) -> None:
        """Twice the room for whatever is nearly full."""
        w, arrays = self.w[0], self.arrays
        if 2 * sum(array.nbytes for array in arrays.values()) > self.memory * 1e6:
            raise Beyond(
                f"{self.start.game.spec} does not fit in {self.memory:g} MB: {int(w.nodes):,} positions and"
                f" {int(w.sets_used):,} information sets so far; mccfr samples it, and ismcts plays it"
            )
        used = {"sets": w.sets_used, "codes": w.sequences_used + self.width, "ways": w.ways_used + self.rows,
                "ends": (w.ends_used + 1) * self.seats, "worth": (w.ends_used + 1) * self.seats}  # fmt: skip
        for name, count in used.items():
            if 2 * int(count) > len(arrays[name]):
                larger = np.full(2 * len(arrays[name]) + int(count), -1 if name == "codes" else 0, arrays[name].dtype)
                larger[: len(arrays[name])] = arrays[name]
                arrays[name] = larger
        if 4 * int(w.sets_used) > len(arrays["slots"]):
            arrays["slots"] = _indexed(arrays["sets"][: int(w.sets_used)], 4 * len(arrays["slots"]))
        self._link()

    def finish(self, how: int) -> SequenceForm:
        w, game = self.w[0], self.start.game
        if how != ALL_SEEN:
            self._refuse(how)
        seats, ends = self.seats, int(w.ends_used)
        together, worth = _added_up(
            self.arrays["ends"][: ends * seats].reshape(ends, seats),
            self.arrays["worth"][: ends * seats].reshape(ends, seats),
        )
        if not int(w.sets_used):
            raise Problem(f"nobody has a choice in {game.spec}")
        return SequenceForm(
            start=self.start,
            sets=self.arrays["sets"][: int(w.sets_used)].copy(),
            codes=self.arrays["codes"][: int(w.sequences_used)].copy(),
            ends=together,
            worth=worth,
            ways=self.arrays["ways"][: int(w.ways_used)].copy(),
            nodes=int(w.nodes),
            leaves=int(w.leaves),
        )

    def _refuse(self, how: int) -> None:
        game, w = self.start.game, self.w[0]
        way = w.path[1 : int(w.ply) + 1].tolist()
        if how not in (FORGETS, DIFFERS):
            refuse(how, self.start, way)
        here, one = _after(self.start, way), self.arrays["sets"][int(w.fault)]
        other = _after(self.start, self.arrays["ways"][one.way : one.way + one.plies].tolist())
        player = game.players[int(one.player)]
        same = f"to {player} {_named(other)} looks like {_named(here)}"
        if how == FORGETS:
            why = (
                "but came about by other moves of their own: who forgets those has no perfect recall, which this needs"
            )
        else:
            assert how == DIFFERS
            why = "but the moves differ: they give away what the player must not know"
        raise Problem(f"{game.spec}: {same}, {why}")


def _after(position: Position, codes: list[int]) -> Position:
    for code in codes:
        position = position.play(code)
    return position


def refuse(how: int, start: Position, way: list[int]) -> NoReturn:
    """Raise the Problem of rules with which something is wrong where these moves lead."""
    game = start.game
    if how == TOO_DEEP:
        raise RulesProblem(f"{game.spec} goes on beyond max_plies = {game.max_plies}: it cannot be unfolded")
    here = _after(start, way)
    if how == UNSOUND:
        raise RulesProblem(f"{game.spec}: the probabilities of chance() must be >= 0 and add up to 1 in {here.text}")
    if how == UNPAYABLE:
        raise _unpayable(here)
    player = game.players[here.mover]
    raise Problem(
        f"{game.spec}: {_named(here)} looks to {player} like another position, but the moves differ: they give away"
        " what the player must not know"
    )


def _unpayable(position: Position) -> Problem:
    """What is wrong with what is paid at the end of a game."""
    game, paid = position.game, position.paid()
    if not np.isfinite(paid).all():
        return RulesProblem(f"{game.spec}: payoff() is {paid} at {position.text}")
    told = f"which adds up to {sum(paid):g} and not to payoff_sum = {game.payoff_sum:g}"
    return RulesProblem(f"{game.spec}: payoff() is {paid} at {position.text}, {told} (None: it varies)")


def _named(position: Position) -> str:
    return repr(position.text)


def _indexed(sets: np.ndarray, size: int) -> np.ndarray:
    """The table in which `unfolding.place_of` finds sets."""
    slots = np.full(size, -1, np.int32)
    on_numbers(enter_sets, compiled=len(sets) > 1000)(slots, sets)
    return slots


def _added_up(ends: np.ndarray, worth: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """One row for each combination of sequences: what is paid there by all chances."""
    together, where = np.unique(ends, axis=0, return_inverse=True)
    sums = np.stack([np.bincount(where.ravel(), column, len(together)) for column in worth.T], axis=1)
    return np.ascontiguousarray(together), np.ascontiguousarray(sums)
