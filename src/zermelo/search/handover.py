"""Answer meanwhile: a search begins as plain Python and goes over to native code when that is there.

Both are the same source and work on the same workspace. A call that plain Python is at when native code arrives is
stopped; what it changed in the workspace is taken back, and native code makes the call again. What it wrote into a
table stays: it is as true there.

Rules that no native code can be made of are told when it is wanted. An answer that plain Python has given before is as
right without it: nobody waits for a compile to find fault, but for `zermelo check`, which always compiles.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from zermelo.core.native import Native
from zermelo.core.workshop import Order, workshop

if TYPE_CHECKING:
    from zermelo.search.driver import Search


class Ordered(Exception):
    """The code of a search was only to be ordered: here is the order, or None if the code is there."""

    def __init__(self, order: Order | None) -> None:
        self.order = order


class GivenUp(Exception):
    """Somebody stopped a search before its code was there."""


@dataclass(frozen=True)
class Meanwhile:
    """How a search behaves that begins in plain Python."""

    patience: float | None = None  # seconds after which what plain Python has found is good enough
    unhurried: bool = False  # whether the time that was set begins only with native code


class Handover:
    """The way of one search from plain Python to native code. It does not refer to the search, which owns it: a circle
    would keep its tables in memory until somebody looks for waste.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._order: Order | None = None  # while plain Python is at a call
        self._handed = False
        self.under_way = False  # whether native code is still to come

    def look(self, search: "Search") -> None:
        """If native code has come, stop the call that plain Python is at. For the thread that watches a search."""
        with self._lock:
            if self._order and self._order.done.is_set() and not self._handed:
                self._handed = True
                search.work.stop = 1

    def run(self, search: "Search", native: Native, plain: Callable, args: tuple, *, resumes: bool) -> Any:
        """Call a kernel in plain Python, and again in native code if that comes before it returns."""
        order = native.order(*args)
        if order is None:
            self._arrived(search)
            return self._natively(search, native, args)
        if search.started is None:
            search.started = time.perf_counter()
        search.plain = self.under_way = True
        before = None if resumes else search.workspace.copy()
        self._handed = False
        self._order = order
        try:
            answer = plain(*args)
        finally:
            with self._lock:
                self._order = None
                handed = self._handed and not search.halted
                if handed:
                    search.work.stop = 0
                    _still_halted(search)
            workshop.release(order)
            search.ended = time.perf_counter()
        if order.done.is_set():
            native.take(order)
            self._arrived(search)
        if not handed or resumes:
            return answer
        search.workspace[:] = before
        _still_halted(search)
        return self._natively(search, native, args)

    def _arrived(self, search: "Search") -> None:
        """Native code is there: from here on time counts."""
        if search.started is None or (search.meanwhile and search.meanwhile.unhurried):
            search.started = time.perf_counter()
        self.under_way = False

    def _natively(self, search: "Search", native: Native, args: tuple) -> Any:
        search.native = True
        try:
            return native(*args)
        finally:
            search.ended = time.perf_counter()


def _still_halted(search: "Search") -> None:
    """Who asked the search to stop just before its workspace was written over is heard all the same."""
    if search.halted:
        search.work.stop = 1
