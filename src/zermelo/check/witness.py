"""Does native code say the same as plain Python?"""

import threading
import time
from typing import Any

import numpy as np

from zermelo.check import endless
from zermelo.check.promises import SOME, refusal
from zermelo.core.game import Game, Position
from zermelo.core.kernel import Extent, Field, at_root, given_at, kernel, make, put
from zermelo.core.primitives import copy, hash_state
from zermelo.core.vocabulary import (
    SEATS,
    bounds,
    chance,
    estimate,
    imagine,
    key,
    legal,
    mover,
    noisy,
    order,
    over,
    payoff,
    playout,
    prospect,
)

FACTS = (
    "moves",
    "mover",
    "over",
    "evaluate",
    "bounds",
    "bounds",
    "order",
    "noisy",
    "playout",
    "imagine",
)  # of `testify`
NAMES = ("key", "", "moves", "payoff", "play")  # of the parts of an answer; the second are the facts

Moment = tuple[Position, int]
"""A position, and a move that is made in it; -1 if there is none."""


class Witness:
    """Compares what compiled rules say with what they say in plain Python."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def check(self, moments: list[Moment], least: int, until: float) -> None:
        """Ask both about positions: at least so many, and then until the time is over."""
        native, plain = kernel(self.game, testify, compiled=True), kernel(self.game, testify, compiled=False)
        work = at_root(moments[0][0], testifying)
        native.prepare(work[0], -1)  # type: ignore[attr-defined]
        listening = _Listening(lambda moment: _answer(native, work, *moment), moments)
        other = work.copy()
        try:
            for number, (position, move) in enumerate(moments):
                if number >= least and time.monotonic() > until:
                    break
                said, expected = listening.answer(number), _answer(plain, other, position, move)
                if said != expected:
                    raise self._refusal(position, said, expected)
        finally:
            listening.enough = True

    def _refusal(self, position: Position, said: tuple, expected: tuple) -> Exception:
        facts = zip(FACTS, said[1], expected[1], strict=True)
        fact = next((name for name, a, b in facts if a != b), "")
        what = next(name or fact for name, a, b in zip(NAMES, said, expected, strict=True) if a != b)
        why = "is there an overflow, a uint64 mixed with an int, or a sum of truth values (write int(a == b))?"
        told = f"{what}() differs between compiled code and plain Python; {why}"
        return refusal(self.game, what, told, position)


class _Listening:
    """The answers of native code, given in a thread of its own: what does not come to an end there can be told."""

    def __init__(self, ask: Any, moments: list[Moment]) -> None:
        self.ask, self.moments = ask, moments
        self.answers: list[tuple] = []
        self.failure: Exception | None = None
        self.enough = False
        threading.Thread(target=self._run, name="native answers", daemon=True).start()

    def _run(self) -> None:
        try:
            for moment in self.moments:
                if self.enough:
                    break
                self.answers.append(self.ask(moment))
        except Exception as error:
            self.failure = error

    def answer(self, number: int) -> tuple:
        since = time.monotonic()
        while len(self.answers) <= number:
            if self.failure is not None:
                raise self.failure
            if time.monotonic() - since > endless.LONGEST:
                position = self.moments[number][0]
                why = "is there an integer that wraps around, or a uint64 mixed with an int?"
                told = f"a rule that ends in plain Python does not come to an end in compiled code; {why}"
                raise refusal(position.game, "", told, position)
            time.sleep(0.0002)
        return self.answers[number]


def _answer(question: Any, w: np.ndarray, position: Position, move: int) -> tuple:
    """What one of both says about a position, and what becomes of it by a move."""
    w["facts"], w["payoff"], w["moves"][0, :2] = 0, 0, 0
    put(w[0], 0, position)
    w["stack"][0, 1] = 0
    w["dice"]["random"] = position.key | 1  # nothing but the position decides
    k = question(w[0], move)
    facts = w["facts"][0].tolist()
    moves = w["moves"][0, 0, : int(facts[0])].tolist()
    return int(k), facts, moves, w["payoff"].tolist(), w["stack"][:, 1].tobytes()


def testifying(extent: Extent) -> list[Field]:
    """Where a witness writes down what it says."""
    return [("facts", np.float64, (len(FACTS),))]


def testify(w, move):
    """What the rules say about row 0, in the workspace; returns the key. Modified in place."""
    s, facts, given = w.stack[0], w.facts, given_at(w, 0)
    finished = over(s)
    facts[1] = mover(s)
    facts[2] = 1.0 if finished else 0.0
    if mover(s) >= 0:
        count = legal(s, w.moves[0])
        facts[0] = count
        if count == 0:
            payoff(s, w.payoff, given)
        else:
            facts[3] = prospect(s, w.payoff, given)
            facts[4], facts[5] = bounds(s, given)
            estimate(s, w.payoff, given)
            for i in range(min(count, SOME)):
                facts[6] += order(s, w.moves[0][i], given)
            facts[7] = noisy(s, w.moves[1])
            facts[8] = playout(s, w.moves[1], w.dice, given)
    elif not finished:
        facts[0] = chance(s, w.moves[0], w.probs[0])
    if not finished:
        for player in range(SEATS):
            t = copy(s)
            imagine(t, player, w.dice)
            facts[9] += hash_state(t) >> np.uint64(16)
    if move >= 0:
        make(w, 0, move)
    return key(s)
