"""Rules that never end: a thread looks on, and stops one that has run for too long where it is."""

import ctypes
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

from zermelo.core.game import Game
from zermelo.core.vocabulary import RULES, TEXT
from zermelo.errors import RulesProblem, is_own

LONGEST = 5.0  # seconds that a rule may take, in plain Python
GLANCE = 0.1  # seconds between two looks

_stop: Callable[[ctypes.c_ulong, Any], int] = ctypes.pythonapi.PyThreadState_SetAsyncExc


class _Endless(BaseException):
    """Raised in a rule that is stopped. It is no Exception, so that nobody takes it for a failure of the rule."""


@contextmanager
def ending(game: Game, seconds: float | None = None) -> Iterator[None]:
    """Meanwhile, a rule that does not come to an end in plain Python is a RulesProblem which names it and the line."""
    watch = _Watch(game, LONGEST if seconds is None else seconds)
    watch.start()
    try:
        yield
    except _Endless:
        raise RulesProblem(watch.told) from None
    finally:
        watch.close()


class _Watch(threading.Thread):
    """Looks at what another thread runs."""

    def __init__(self, game: Game, seconds: float) -> None:
        super().__init__(name="endless rules", daemon=True)
        self.watched, self.seconds, self.told = threading.get_ident(), seconds, ""
        self.closed = threading.Event()
        rules = {word: getattr(game.rules, word, None) for word in (*RULES, *TEXT)}
        self.rules = {code: word for word, rule in rules.items() for code in _codes(getattr(rule, "__code__", None))}

    def run(self) -> None:
        asked: FrameType | None = None  # the call of a rule that runs; a rule may ask another
        since = 0.0
        while not self.closed.wait(GLANCE):
            frames = _frames(sys._current_frames().get(self.watched))
            now = next((frame for frame in reversed(frames) if frame.f_code in self.rules), None)
            if now is None or now is not asked:
                asked, since = now, time.monotonic()
            elif time.monotonic() - since > self.seconds:
                own = (f"{frame.f_code.co_filename}:{frame.f_lineno}: " for frame in frames[: frames.index(now) + 1]
                       if is_own(frame.f_code.co_filename))  # fmt: skip
                told = f"{self.rules[now.f_code]}() does not come to an end: it has run for {self.seconds:g} s"
                told = f"{next(own, '')}{told}"  # rules may be an installed package
                self.told = self.told or told
                _stop(ctypes.c_ulong(self.watched), ctypes.py_object(_Endless))
            del frames, now

    def close(self) -> None:
        """Look no more, and stop nothing that has ended by itself."""
        self.closed.set()
        self.join()
        _stop(ctypes.c_ulong(self.watched), None)


def _codes(code: CodeType | None) -> Iterator[CodeType]:
    """A function's code, and that of the functions and generators within it."""
    if code is not None:
        yield code
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                yield from _codes(constant)


def _frames(frame: FrameType | None) -> list[FrameType]:
    """A thread's calls, the innermost first."""
    found = []
    while frame is not None:
        found.append(frame)
        frame = frame.f_back
    return found
