"""What runs a fuzzer: inputs by number, what counts as a refusal, a watchdog, and what failed as one line."""

import faulthandler
import os
import random
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from zermelo.errors import Problem
from zermelo.search import analyse

HANG = 5.0  # seconds that no input may take
STUCK = 90.0  # seconds after which the process ends, and says where it was: native code does not hear the alarm
REARMED = 10  # inputs after which that begins anew, as it costs a thread
HUNG = "twice it took more than"
LONGEST = 450  # letters of a refusal: a Problem, and who says it
SHOWN = 2000  # letters of an input that failed
Answer = TypeVar("Answer")


class Wrong(AssertionError):
    """What an oracle has to say against an answer."""


class Hang(BaseException):
    """An input took too long. No part of the program may take it for one of its own exceptions."""


@dataclass
class Trial:
    """One input: where its random numbers come from, and what was put in so far."""

    kind: str
    seed: int
    number: int
    given: list[str] = field(default_factory=list)
    refused: bool = False

    def __post_init__(self) -> None:
        self.random = random.Random(f"{self.kind} {self.seed} {self.number}")

    def put(self, *texts: object) -> None:
        """Note what is given to the program, to be shown if it fails."""
        self.given += [text if isinstance(text, str) else repr(text) for text in texts]

    def ask(self, does: Callable[[], Answer]) -> Answer | None:
        """The answer; None if there is a `Problem` instead, which must be one line that does not blame our rules."""
        try:
            return does()
        except Problem as problem:
            must_be_refusal(str(problem))
            self.refused = True
            return None

    def __str__(self) -> str:
        shown = ", ".join(map(repr, self.given))
        return shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}... ({len(shown):,} letters)"


Kind = Callable[[Trial], bool]


@dataclass(frozen=True)
class Failure:
    """An input that failed, and how to make it again."""

    kind: str
    seed: int
    number: int
    what: str
    given: str

    def __str__(self) -> str:
        return f"{self.kind} --seed {self.seed} --first {self.number} --inputs 1: {self.what}   given {self.given}"


@dataclass
class Outcome:
    """What came of the inputs of one kind."""

    kind: str
    inputs: int = 0
    accepted: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    failures: list[Failure] = field(default_factory=list)

    @property
    def refused(self) -> int:
        return self.inputs - self.accepted - len(self.failures)

    def add(self, other: "Outcome") -> None:
        self.inputs += other.inputs
        self.accepted += other.accepted
        self.seconds += other.seconds
        self.slowest = max(self.slowest, other.slowest)
        self.failures += other.failures


def must(holds: object, what: str) -> None:
    """Raise `Wrong` unless it holds."""
    if not holds:
        raise Wrong(what)


def must_be_refusal(text: str) -> None:
    """What a person reads whose input is refused: one line, not too long, and not an exception of ours in disguise."""
    must(text.strip(), "a refusal without a word")
    must(len(text.splitlines()) == 1, f"a refusal of several lines: {text!r}")
    must(len(text) <= LONGEST, f"a refusal of {len(text)} letters: {text[:LONGEST]!r}...")
    must(" failed: " not in text and "Traceback" not in text, f"an exception in disguise: {text}")


def fuzzed(name: str, one: Kind, *, seed: int, inputs: int, first: int = 0) -> Outcome:
    """Try so many inputs of a kind."""
    outcome = Outcome(name)
    with uncompiled(), _heard():
        for number in range(first, first + inputs):
            if (number - first) % REARMED == 0:
                faulthandler.dump_traceback_later(STUCK, exit=True)
            trial = Trial(name, seed, number)
            began = time.perf_counter()
            what = _tried(one, trial, outcome)
            if what.startswith(HUNG):  # it may be that others had the processor
                what = _tried(one, trial := Trial(name, seed, number), outcome)
            took = time.perf_counter() - began
            outcome.inputs += 1
            outcome.seconds += took
            outcome.slowest = max(outcome.slowest, took)
            if what:
                outcome.failures.append(Failure(name, seed, number, what, str(trial)))
    return outcome


def _tried(one: Kind, trial: Trial, outcome: Outcome) -> str:
    """What was wrong with the answer to an input, if anything."""
    signal.setitimer(signal.ITIMER_REAL, HANG)
    try:
        outcome.accepted += bool(one(trial))
    except Hang:
        return f"{HUNG} {HANG:g} seconds, {_place(sys.exc_info()[1])}"
    except Wrong as wrong:
        return " ".join(str(wrong).split())
    except (Exception, SystemExit) as error:
        return f"{type(error).__name__}, {_place(error)}: {' '.join(str(error).split())[:LONGEST]}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return ""


def _place(error: BaseException | None) -> str:
    """Where it arose, in our own code if it was there."""
    frames = traceback.extract_tb(error.__traceback__) if error else []
    ours = [
        frame for frame in frames if "zermelo" in frame.filename and "site-packages" not in frame.filename
    ] or frames
    return " < ".join(f"{os.path.basename(frame.filename)}:{frame.lineno}" for frame in reversed(ours[-3:]))


@contextmanager
def _heard() -> Iterator[None]:
    """The alarm rings in the main thread, where the inputs are tried."""
    must(threading.current_thread() is threading.main_thread(), "only the main thread hears the watchdog")
    before = signal.signal(signal.SIGALRM, _ring)
    try:
        yield
    finally:
        signal.signal(signal.SIGALRM, before)
        faulthandler.cancel_dump_traceback_later()


def _ring(*_: Any) -> None:
    raise Hang


@contextmanager
def uncompiled() -> Iterator[None]:
    """Searches that are not told otherwise run as plain Python: whatever asks for one, compiling would take longer."""
    usual = analyse.__kwdefaults__
    before, usual["compiled"] = usual["compiled"], False
    try:
        yield
    finally:
        usual["compiled"] = before
