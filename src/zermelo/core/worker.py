"""Run native code in a thread of its own, so that the main thread can watch the clock and hear Ctrl-C."""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from math import inf
from queue import SimpleQueue
from typing import Any

from zermelo.errors import Problem

STACK_SIZE = 128 << 20  # recursion as deep as the longest game
GLANCE = 0.05  # seconds between two looks
AT_EASE = 4  # searches that can be watched as closely as one
PATIENCE = 60.0  # seconds of waiting for a job that was told to stop, until somebody must be in a loop without end
POLITE = 10  # how nice a polite thread is
TURN = 0.0005  # seconds that it may run Python while others of the process want to: there may be dozens of it

_starting = threading.Lock()  # the size of a new thread's stack is a setting of the whole process
_idle: list["_Worker"] = []  # a thread that has run before is quicker: its stack is already in memory
_watched: set["Task"] = set()  # the searches under way
_polite = False


def _alone() -> None:
    """A process that was forked off has none of the other threads."""
    global _starting
    _starting = threading.Lock()
    _idle.clear()
    _watched.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_alone)


def be_polite() -> None:
    """From now on, new threads step back behind others of this process, such as a server's that must answer at once."""
    global _polite
    _polite = sys.platform == "linux"  # elsewhere a priority is that of the whole process
    sys.setswitchinterval(TURN)


class Once:
    """Something that happens once, for which others wait.

    A `threading.Event` is lost when Ctrl-C strikes between two lines of its `wait`: its lock stays taken for ever. Here
    what has happened is known without the lock, and nobody relies on it for longer than a second.
    """

    def __init__(self) -> None:
        self._happened = False
        self._gate = threading.Lock()
        self._gate.acquire()

    def set(self) -> None:
        """It has happened."""
        if not self._happened:
            self._happened = True
            self._gate.release()

    def is_set(self) -> bool:
        return self._happened

    def wait(self, seconds: float = inf) -> bool:
        """Until it happens, or for so long; whether it has happened."""
        while not self._happened and seconds > 0:
            if self._gate.acquire(timeout=min(seconds, 1.0)):
                self._gate.release()
            seconds -= 1.0
        return self._happened


class Task:
    """A job under way, and what it returned or raised once it is `done`."""

    def __init__(self, job: Callable[[], Any]) -> None:
        self.job = job
        self.answer: Any = None
        self.failure: BaseException | None = None
        self.done = Once()


class _Worker(threading.Thread):
    """Runs one task after the other."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.tasks: SimpleQueue[Task] = SimpleQueue()

    def run(self) -> None:
        if _polite:
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), POLITE)
        while True:
            task = self.tasks.get()
            try:
                task.answer = task.job()
            except BaseException as failure:
                task.failure = failure
            _idle.append(self)
            task.done.set()
            del task


def begin(job: Callable[[], Any]) -> Task:
    """Run a job in a thread with room for deep recursion."""
    task = Task(job)
    try:
        worker = _idle.pop()
    except IndexError:
        with _starting:
            usual = threading.stack_size()
            try:
                threading.stack_size(STACK_SIZE)
                worker = _Worker()
                worker.start()
            finally:
                threading.stack_size(usual)
    worker.tasks.put(task)
    return task


def together(job: Callable[[int], Any], threads: int, stop: Callable[[], None]) -> list[Any]:
    """What `job(0)`, `job(1)`... return, each in a thread of its own; if one fails, `stop` makes the others return."""

    def take_part(number: int) -> Any:
        try:
            return job(number)
        except BaseException:
            stop()
            raise

    helpers = [begin(partial(take_part, number)) for number in range(1, threads)]
    try:
        answers = [take_part(0)]
    finally:
        for helper in helpers:
            helper.done.wait()
    for helper in helpers:
        if helper.failure:
            raise helper.failure
        answers.append(helper.answer)
    return answers


def work(
    job: Callable[[], Any],
    stop: Callable[[], None],
    *,
    time_left: Callable[[], float | None] = lambda: None,
    on_glance: Callable[[], bool | None] | None = None,
    begun: Callable[[], bool] = lambda: True,
    tick: Callable[[], None] = lambda: None,
) -> tuple[Any, bool]:
    """What the job returned, and whether Ctrl-C cut it short.

    `stop` makes the job return early: called on Ctrl-C, when `time_left` falls to 0, and when `on_glance` answers
    False or raises. A second Ctrl-C is not held back, and neither is one before the work has `begun`: a job that is
    still being compiled has nothing to show. `tick` is called at every look. A job that does not stop is given up after
    PATIENCE: native code cannot be interrupted, so its thread goes on, and keeps what it works on.
    """
    try:
        task = begin(job)
        with _counted(task):
            interrupted = _wait_for(task, stop, time_left, on_glance, begun, tick)
    except BaseException:  # also Ctrl-C between two of these lines
        stop()
        raise
    if task.failure:
        raise task.failure
    return task.answer, interrupted


def _wait_for(
    task: Task,
    stop: Callable[[], None],
    time_left: Callable[[], float | None],
    on_glance: Callable[[], bool | None] | None,
    begun: Callable[[], bool],
    tick: Callable[[], None],
) -> bool:
    """Until a task is done; whether Ctrl-C cut it short."""
    interrupted = told = False
    waited = 0.0  # since it was told to stop
    while True:
        try:
            left = time_left()
            if left is not None and left <= 0:
                stop()
                told, left = True, None
            pause = GLANCE * max(1.0, len(_watched) / AT_EASE)
            if task.done.wait(pause if left is None else min(pause, left)):
                return interrupted
            waited += pause if told else 0
            if waited > PATIENCE:
                raise Problem(
                    f"nothing has stopped in {PATIENCE:g} s: a rule, an evaluation or a method does not return "
                    "(zermelo check tells which rule)"
                )
            tick()
            if on_glance and on_glance() is False:
                stop()
                told = True
        except KeyboardInterrupt:
            stop()
            told = True
            if interrupted or not begun():
                raise
            interrupted = True


@contextmanager
def _counted(task: Task) -> Iterator[None]:
    """Those who watch many searches at once look at each of them less often."""
    _watched.add(task)
    try:
        yield
    finally:
        _watched.discard(task)
