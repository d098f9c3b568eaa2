"""Compile elsewhere: a helper process at low priority; Python stays free, and a compile can be abandoned at once.

An `Order` asks for the machine code of one kernel. The helper takes one order at a time, the most wanted first, and
answers with the code, which it also leaves in the cache; so it goes on for a while when the program that ordered is
done, and the next one may start at once. Whoever no longer waits for an order releases it: it is still made, but only
while nobody waits for anything else; the helper is ended, and begins anew later, when somebody does. Rules that another
process cannot load, such as a class typed into a notebook, are compiled in this one.
"""

import atexit
import os
import pickle
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import IO, TYPE_CHECKING, Any

from zermelo.core import cache
from zermelo.core.cache import say
from zermelo.core.catalogue import scope_of_file
from zermelo.core.vocabulary import Setting
from zermelo.core.worker import Once
from zermelo.errors import Problem, RulesProblem

if TYPE_CHECKING:
    from zermelo.core.native import Native, Stored

NICE = 10
AFTERWARDS = 10.0  # seconds that a helper goes on when nobody is there: many of them would hold each other up
IN_PROCESS = "here"  # of ZERMELO_COMPILE: in this process, always


class Order:
    """Code that was asked for: it is `made`, or could not be (`failure`), once it is `done`."""

    def __init__(self, name: str, native: "Native") -> None:
        self.name, self.native = name, native
        self.waiting = 0  # how many wait for it
        self.asked = 0  # when somebody last did, counted in orders
        self.put_off = False  # whether it has to wait itself, for the sake of somebody else
        self.done = Once()
        self.made: Stored | None = None
        self.failure: Exception | None = None

    def settle(self, made: "Stored | None", failure: Exception | None = None) -> None:
        self.made, self.failure = made, failure
        self.done.set()

    def result(self) -> "Stored":
        """The code, once it is done."""
        if self.failure:
            raise self.failure
        assert self.made is not None
        return self.made


class Workshop:
    """The helper process, and what it is asked for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._bell: SimpleQueue[None] = SimpleQueue()  # rung for every order, for the clerk
        self._orders: dict[str, Order] = {}  # not done yet
        self._asked = 0  # orders, ever
        self._current: Order | None = None
        self._helper: subprocess.Popen | None = None
        self._clerk: threading.Thread | None = None

    def order(self, name: str, native: "Native", *, waits: bool = True) -> Order:
        """Ask for code. Who waits for it says so by `release` when that is over; else it is made in idle time."""
        with self._lock:
            order = self._orders.get(name)
            if order is None:
                say(f"compiling for {native.game.spec}, once for each way to search it; from then on it starts at once")
                order = self._orders[name] = Order(name, native)
            order.waiting += waits
            self._asked += 1
            order.asked = self._asked
            if self._clerk is None or not self._clerk.is_alive():
                self._clerk = threading.Thread(target=self._serve, name="workshop", daemon=True)
                self._clerk.start()
            self._look()
            self._bell.put(None)
            return order

    def release(self, order: Order) -> None:
        """One who waited for an order does not any more."""
        with self._lock:
            order.waiting -= 1
            self._look()

    def put_off(self, order: Order) -> None:
        """Make what was asked for later before this, if nobody waits for it."""
        with self._lock:
            later = any(each.asked > order.asked for each in self._orders.values())
            if order is self._current and not order.waiting and later:
                self._step_back(order)

    def _look(self) -> None:
        """Whether somebody waits while the helper is at something that nobody waits for."""
        current = self._current
        if current and not current.waiting and any(order.waiting for order in self._orders.values()):
            self._step_back(current)

    def _step_back(self, current: Order) -> None:
        current.put_off = True
        if self._helper:
            self._helper.kill()  # see `_by_helper`
            self._helper = None

    @property
    def is_here(self) -> bool:
        """Whether everything is compiled in this process, where plain Python would only be in the way."""
        return os.environ.get("ZERMELO_COMPILE") == IN_PROCESS

    @property
    def busy(self) -> list[str]:
        """The games that are being compiled, or are to be."""
        with self._lock:
            return [order.native.game.spec for order in self._orders.values()]

    def close(self) -> None:
        """Leave: the helper finds that nobody is there, and soon ends."""
        helper = self._helper
        if helper and helper.stdin:
            with suppress(OSError):
                helper.stdin.close()

    def _serve(self) -> None:
        """Hand one order after the other to the helper (in a thread of its own)."""
        while True:
            if not self._orders:
                self._bell.get()
            with self._lock:
                if not self._orders:
                    continue
                order = self._current = max(self._orders.values(), key=_wanted)
                order.put_off = False
            made, failure = None, None
            try:
                made = self._by_helper(order)
            except _PutOff:
                continue
            except Exception as error:
                failure = error
            with self._lock:
                self._current = None
                self._orders.pop(order.name, None)
            order.settle(made, failure)

    def _by_helper(self, order: Order) -> "Stored":
        from zermelo.core.native import Stored

        request = _packed(order)
        if request is None:
            return _here(order.native)
        helper: subprocess.Popen | None = None
        try:
            helper = self._running_helper(order)
            assert helper.stdin
            assert helper.stdout
            _send(helper.stdin, request)
            kind, *answer = _receive(helper.stdout)
        except (OSError, EOFError):
            with self._lock:
                self._helper = None if self._helper is helper else self._helper
                if order.put_off:
                    raise _PutOff from None
                if not order.waiting:  # to try again would be for ever
                    raise Problem("the process that compiles has died") from None
            return _here(order.native)  # it died: here one sees why
        if kind == "made":
            made, file = Stored.unpacked(answer[0]), cache.file(order.name)
            if file and not os.path.exists(file):  # also where there can be none
                made.save(file)  # says why it cannot, which nobody hears of the helper
            return made
        if kind == "failed":
            raise RulesProblem(answer[0])
        return _here(order.native)

    def _running_helper(self, order: Order) -> subprocess.Popen:
        with self._lock:
            if order.put_off:
                raise _PutOff
            if self._helper is None or self._helper.poll() is not None:
                self._helper = subprocess.Popen(
                    [sys.executable, "-P", "-m", "zermelo.core.workshop"],  # not from the folder one happens to be in
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,  # Ctrl-C is for whoever is at the keyboard
                    creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # the same on Windows
                )
                assert self._helper.stdin
                with suppress(OSError):  # it is dead already, which the first order finds out
                    _send(self._helper.stdin, pickle.dumps(sys.path))
            return self._helper


def _wanted(order: Order) -> tuple[int, int]:
    """Who waits is served in turn; what nobody waits for is made the latest first, as that is on somebody's screen."""
    return order.waiting, -order.asked if order.waiting else order.asked


class _PutOff(Exception):
    """An order that nobody waits for has to wait itself."""


def _here(native: "Native") -> "Stored":
    from zermelo.core.compile import compile_kernel

    made = compile_kernel(native)
    made.save(cache.file(native.name))
    return made


# --- between the two processes ----------------------------------------------------------------------------------------


def _packed(order: Order) -> bytes | None:
    """An order as the helper reads it; None if its game or its functions cannot be found there."""
    native = order.native
    if workshop.is_here or native.game.origin is None:
        return None
    try:
        extra = [(_name(place), _name(made)) for place, made in native.extra.items()]
        return pickle.dumps((order.name, pickle.dumps(native.game), _name(native.function), native.kinds, extra))
    except (pickle.PicklingError, AttributeError, TypeError, LookupError):
        return None


def _name(value: Any) -> tuple:
    """How a function or a setting is found again: by its module, or its file."""
    if isinstance(value, Setting):
        homes = [module for name, module in list(sys.modules.items()) if name.startswith("zermelo.")]
        for home in homes:
            for name, each in vars(home).items():
                if each is value:
                    return ("module", home.__name__, name)
        raise LookupError("a setting of a person's own method")
    if not callable(value):
        return ("value", value)
    module, name = value.__module__, value.__qualname__
    if module.startswith("zermelo.") and getattr(sys.modules.get(module), name, None) is value:
        return ("module", module, name)
    if module == "__main__":
        raise LookupError("to look for it, the helper would run the whole program again")
    path = value.__globals__["__file__"]  # of a person's own method
    return ("file", path, name)


def _found(name: tuple, files: dict[str, dict[str, Any]]) -> Any:
    kind, home, *rest = name
    if kind == "value":
        return home
    if kind == "module":
        __import__(home)
        return getattr(sys.modules[home], rest[0])
    if home not in files:
        files[home] = scope_of_file(Path(home))
    return files[home][rest[0]]


def _send(stream: IO[bytes], message: bytes) -> None:
    stream.write(len(message).to_bytes(8, "little") + message)
    stream.flush()


def _receive(stream: IO[bytes]) -> Any:
    return pickle.loads(_read(stream, int.from_bytes(_read(stream, 8), "little")))


def _read(stream: IO[bytes], count: int) -> bytes:
    data = stream.read(count)
    if len(data) < count:
        raise EOFError
    return data


def help_out() -> None:
    """The helper process: compile what comes in, until nobody is there."""
    orders, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nobody = os.open(os.devnull, os.O_RDWR)
    os.dup2(nobody, 0)  # rules may ask
    os.dup2(nobody, 1)  # and print
    if hasattr(os, "nice"):
        os.nice(NICE)
    os.environ["ZERMELO_COMPILE"] = IN_PROCESS  # a helper has no helpers
    with suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        sys.path[:] = _receive(orders)
        requests: SimpleQueue[tuple | None] = SimpleQueue()
        threading.Thread(target=_take_in, args=(orders, requests), daemon=True).start()
        while request := requests.get():
            answer = _answer(*request)
            with suppress(BrokenPipeError):
                _send(answers, pickle.dumps(answer))


def _take_in(orders: IO[bytes], requests: "SimpleQueue[tuple | None]") -> None:
    """Receive orders; when nobody is there any more, end what is under way, too."""
    with suppress(EOFError):
        while True:
            requests.put(_receive(orders))
    requests.put(None)
    time.sleep(AFTERWARDS)
    os._exit(1)


def _answer(name: str, game: bytes, function: tuple, kinds: tuple, extra: list[tuple]) -> tuple:
    from zermelo.core.kernel import native_kernel
    from zermelo.core.native import Stored

    files: dict[str, dict[str, Any]] = {}
    try:
        replace = {_found(place, files): _found(made, files) for place, made in extra}
        native = native_kernel(pickle.loads(game), _found(function, files), replace)
        native.kinds = kinds
        if native.name != name:
            return ("differs",)
        stored = Stored.read(cache.file(name))
        return ("made", (stored or _here(native)).packed())
    except Problem as problem:
        return ("failed", str(problem))
    except Exception as error:
        return ("unable", f"{type(error).__name__}: {error}")


workshop = Workshop()
atexit.register(workshop.close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=workshop.__init__)  # type: ignore[misc]

if __name__ == "__main__":
    help_out()
