"""Whose turn it is: work for all clients in small steps, off the event loop, and who has least left to do goes first.

A click is one step, a game of thousands of moves as many: clicks need not wait for it, and of many such games one is
played at a time, so that they do not fill the memory together. Python runs one thread at a time: more than a few would
only take longer, and hold up the event loop.
"""

import asyncio
import itertools
import time
from collections.abc import Callable, Generator
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from heapq import heappop, heappush
from threading import Condition, Thread
from typing import Any, TypeVar

from fastapi import Request

from zermelo.web.refusals import Busy

Answer = TypeVar("Answer")
Work = Generator[int, None, Answer]
"""Work in steps: before each it yields how many are left, and at last it returns the answer."""

THREADS = 2  # the second one goes on while the first is at a long step
SLICE = 0.01  # seconds of work between two looks at whose turn it is
MOST_WAITING = 300  # requests
ASK_EVERY = 1.0  # seconds between two looks at whether a client is still there


def at_once(work: Callable[[], Answer]) -> Work[Answer]:
    """Work in one step."""
    yield 1
    return work()


class _Turn:
    """Work under way."""

    def __init__(self, work: Work, number: int) -> None:
        self.work, self.number = work, number
        self.left = 0  # steps; at first it only says how many there are
        self.answer: Future[Any] = Future()

    def __lt__(self, other: "_Turn") -> bool:
        return (self.left, self.number) < (other.left, other.number)

    def go_on(self) -> bool:
        """Work for a moment; whether there is something left."""
        until = time.perf_counter() + (SLICE if self.left else 0.0)
        try:
            self.left = next(self.work)
            while time.perf_counter() < until and not self.answer.cancelled():
                self.left = next(self.work)
        except StopIteration as end:
            self._settle(self.answer.set_result, end.value)
        except BaseException as error:
            self._settle(self.answer.set_exception, error)
        if self.answer.done():
            self.work.close()
        return not self.answer.done()

    def _settle(self, put: Callable[[Any], None], value: Any) -> None:
        with suppress(InvalidStateError):  # whoever asked has gone just now
            put(value)


class Turns:
    """A few threads for the work of all clients."""

    def __init__(self) -> None:
        self._waiting: list[_Turn] = []  # a heap
        self._numbers = itertools.count()
        self._change = Condition()
        self._closed = False
        for number in range(THREADS):
            Thread(target=self._work, name=f"turns {number}", daemon=True).start()

    async def take(self, request: Request, work: Work[Answer]) -> Answer:
        """What the work returns or raises; it is given up when the client that asked for it goes away."""
        if len(self._waiting) >= MOST_WAITING:
            raise Busy(f"{MOST_WAITING} requests are waiting already: try again in a moment")
        turn = _Turn(work, next(self._numbers))
        self._queue(turn)
        answer = asyncio.wrap_future(turn.answer)  # which is cancelled with it
        try:
            while not (await asyncio.wait((answer,), timeout=ASK_EVERY))[0]:
                if await request.is_disconnected():
                    raise Busy("the client has gone")
            return await answer
        finally:
            answer.cancel()

    def close(self) -> None:
        """Work no more."""
        with self._change:
            self._closed = True
            self._change.notify_all()

    def _queue(self, turn: _Turn) -> None:
        with self._change:
            heappush(self._waiting, turn)
            self._change.notify()

    def _work(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._waiting or self._closed)
                if self._closed:
                    return
                turn = heappop(self._waiting)
            if turn.go_on():
                self._queue(turn)
