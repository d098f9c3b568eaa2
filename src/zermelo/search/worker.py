"""Run native code in a thread of its own, so that the main thread can watch the clock and hear Ctrl-C."""

import threading
from collections.abc import Callable
from typing import Any

STACK_SIZE = 128 << 20  # recursion as deep as the longest game
GLANCE = 0.05  # seconds between two looks

_starting = threading.Lock()  # the size of a new thread's stack is a setting of the whole process


class _Worker(threading.Thread):
    """Runs a job and keeps what it returned or raised.

    `done` tells when: `join` and `is_alive` cannot be trusted once Ctrl-C has interrupted a `join`.
    """

    def __init__(self, job: Callable[[], Any]) -> None:
        super().__init__(daemon=True)
        self.job = job
        self.answer: Any = None
        self.failure: BaseException | None = None
        self.done = threading.Event()

    def run(self) -> None:
        try:
            self.answer = self.job()
        except BaseException as failure:
            self.failure = failure
        finally:
            self.done.set()


def start_thread(job: Callable[[], Any]) -> _Worker:
    """A running thread with room for deep recursion."""
    with _starting:
        usual = threading.stack_size(STACK_SIZE)
        try:
            worker = _Worker(job)
            worker.start()
        finally:
            threading.stack_size(usual)
    return worker


def work(
    job: Callable[[], Any],
    stop: Callable[[], None],
    *,
    time_left: Callable[[], float | None] = lambda: None,
    on_glance: Callable[[], bool | None] | None = None,
) -> tuple[Any, bool]:
    """What the job returned, and whether Ctrl-C cut it short.

    `stop` makes the job return early: called on Ctrl-C, when `time_left` falls to 0, and when `on_glance` answers
    False or raises. A second Ctrl-C is not held back.
    """
    worker = start_thread(job)
    interrupted = False
    while True:
        try:
            left = time_left()
            if left is not None and left <= 0:
                stop()
                left = None
            if worker.done.wait(GLANCE if left is None else min(GLANCE, left)):
                break
            if on_glance and on_glance() is False:
                stop()
        except KeyboardInterrupt:
            stop()
            if interrupted:
                raise
            interrupted = True
        except BaseException:
            stop()
            raise
    if worker.failure:
        raise worker.failure
    return worker.answer, interrupted
