"""Machine code of kernels: found in the cache, or made by `compile`; loaded and called without Numba.

A kernel's code is one object file. It is named by the content of all functions and tables that went into it, the types
of its arguments, and the machine; so nothing can be stale and no two games can meet. It is called by Numba's
convention, from C types: a place for the result, one for an exception, then the arguments; an array goes as seven or
more numbers.
"""

import ctypes
import hashlib
import json
import os
import pickle
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property, lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from zermelo.core import cache
from zermelo.core.binding import fingerprint
from zermelo.core.worker import GLANCE
from zermelo.core.workshop import Order, workshop
from zermelo.errors import RulesProblem, failure

if TYPE_CHECKING:
    from zermelo.core.game import Game

MOST_LOADED = 64  # kernels in memory
RETURNS = {"float64": ctypes.c_double, "int64": ctypes.c_int64, "uint64": ctypes.c_uint64, "bool": ctypes.c_int8,
           "int32": ctypes.c_int32, "none": ctypes.c_void_p}  # fmt: skip
OURS = ("compile", "counted", "lean", "twins", "native")  # how we make and call it
OK, NONE = 0, -2  # how a call went, in Numba's convention; anything else is an exception

Kind = tuple[str, Any, int]
"""The type of an argument: what it is (struct, array, int, float), its dtype, how many dimensions."""


class Native:
    """A kernel that runs as native code."""

    def __init__(
        self, game: "Game", function: Callable, replace: Mapping[Any, Any], extra: Mapping[Any, Any] | None = None
    ) -> None:
        """`replace`: what stands for all stand-ins; `extra`: those of it that are not the game's."""
        self.game, self.function, self.replace, self.extra = game, function, replace, extra or {}
        self.kinds: tuple[Kind, ...] = ()  # of the arguments, those of the first call

    def __call__(self, *args: Any) -> Any:
        while (code := self.code) is None:
            self.prepare(*args)
        try:
            return code(self.kinds, args)
        except Raised as raised:
            if isinstance(raised.error, IndexError):
                room = f"there is room for max_moves = {self.game.max_moves}, and for {len(self.game.players)} players"
                raise RulesProblem(f"{self.game.spec}: {raised.error} ({room})") from raised.error
            method = raised.file == self.function.__code__.co_filename
            what = "the method" if method else f"the rules of {self.game.spec}"
            raise failure(raised.error, what, [(raised.file, raised.line)]) from raised.error

    @cached_property
    def name(self) -> str:
        """Of its machine code: all that decides about it."""
        types = [(kind, dtype and dtype.descr, dimensions) for kind, dtype, dimensions in self.kinds]
        return fingerprint(self.function, self.replace, _toolchain(), types)[:40]

    @property
    def code(self) -> "Code | None":
        """Its machine code, if that is in memory."""
        return _in_memory(self.name) if self.kinds else None

    @property
    def ready(self) -> bool:
        """Whether it can be called at once."""
        return self.code is not None

    def order(self, *args: Any, waits: bool = True) -> Order | None:
        """Ask for the code for arguments like these; None if it is there. Types are those of the first time."""
        return None if self.at_hand(*args) else workshop.order(self.name, self, waits=waits)

    def at_hand(self, *args: Any) -> bool:
        """Whether the code for arguments like these is in memory, or in the cache, from which it is loaded."""
        if not self.kinds:
            self.kinds = tuple(map(kind_of, args))
        with _lock:
            if _in_memory(self.name):
                return True
            if code := _in_cache(self.name):
                _remember(self.name, code)
                return True
        return False

    def take(self, order: Order) -> None:
        """Load the code of an order that is done."""
        with _lock:
            if not _in_memory(self.name):
                _remember(self.name, order.result().load())

    def prepare(self, *args: Any, given_up: Callable[[], bool] = lambda: False) -> bool:
        """Load the code, or wait until it is compiled, without running it; False if somebody gave up before."""
        order = self.order(*args)
        if order is None:
            return True
        try:
            while not order.done.wait(GLANCE):
                if given_up():
                    return False
            self.take(order)
            return True
        finally:
            workshop.release(order)

    def __repr__(self) -> str:
        return f"<{self.function.__name__} of {self.game.spec}>"


class Unfit(TypeError):
    """Native code was called with arguments of other types than it was compiled for."""


def kind_of(arg: Any) -> Kind:
    """The type of an argument."""
    if isinstance(arg, np.ndarray):
        if not arg.flags.c_contiguous:
            raise TypeError("arrays must be contiguous")
        return ("array", arg.dtype, arg.ndim)
    if isinstance(arg, np.void):
        return ("struct", arg.dtype, 0)
    if isinstance(arg, bool | int | np.integer | np.bool_):
        return ("int", None, 0)
    if isinstance(arg, float | np.floating):
        return ("float", None, 0)
    raise TypeError(f"a kernel takes structs, arrays and numbers, not {type(arg).__name__}")


class Code:
    """Machine code in memory, which can be called from any thread; it goes when nobody refers to it any more."""

    def __init__(self, symbol: str, returns: str, needs: list[str], machine_code: bytes) -> None:
        import llvmlite.binding as llvm

        _start_llvm()
        for name in needs:
            _lend(name)
        if any(llvm.address_of_symbol(name) is None for name in needs):
            _start_numba()  # it knows more: allocation, some mathematics
        if missing := [name for name in needs if llvm.address_of_symbol(name) is None]:
            raise RuntimeError(f"native code calls what is not there: {', '.join(missing)}")
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target_machine())
        self._engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(machine_code))
        self._engine.finalize_object()
        self._address = self._engine.get_function_address(symbol)
        self._returns = RETURNS[returns]
        self._truth = returns == "bool"
        self._run: Any = None
        self.tie: Any = None

    def __call__(self, kinds: tuple[Kind, ...], args: tuple[Any, ...]) -> Any:
        result: Any = self._returns()
        exception = ctypes.c_void_p()
        passed: list[Any] = [ctypes.addressof(result), ctypes.addressof(exception)]
        for (kind, dtype, dimensions), arg in zip(kinds, args, strict=True):
            if kind == "int":
                if isinstance(arg, float | np.floating):
                    raise Unfit(f"compiled for a whole number, and called with {arg}")
                passed.append(int(arg))
            elif kind == "float":
                passed.append(float(arg))
            elif arg.dtype is not dtype and arg.dtype != dtype:
                raise Unfit(f"compiled for another {kind} than it is called with")
            elif kind == "struct":
                passed.append(_address_of(arg))
            elif arg.ndim != dimensions or not arg.flags.c_contiguous:
                raise Unfit(f"compiled for contiguous arrays of {dimensions} dimensions")
            else:
                passed += [None, None, arg.size, arg.itemsize, arg.ctypes.data, *arg.shape, *arg.strides]
        if self._run is None:
            self._run = ctypes.CFUNCTYPE(ctypes.c_int32, *_c_types(kinds))(self._address)
        status = self._run(*passed)
        if status == NONE:
            return None
        if status != OK:
            raise Raised(exception)
        return bool(result.value) if self._truth else result.value


class _ArrayInterface(ctypes.Structure):
    """What NumPy tells C about where something is: PyArrayInterface."""

    _fields_ = [
        ("two", ctypes.c_int),
        ("nd", ctypes.c_int),
        ("typekind", ctypes.c_char),
        ("itemsize", ctypes.c_int),
        ("flags", ctypes.c_int),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("data", ctypes.c_void_p),
    ]


_pointer_in = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_in.restype, _pointer_in.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


def _address_of(struct: np.void) -> int:
    """Where a struct is. (`__array_interface__` says it too, but describes all fields each time: 80 microseconds.)"""
    capsule = struct.__array_struct__  # which owns what it points to
    return _ArrayInterface.from_address(_pointer_in(capsule, None)).data


def _c_types(kinds: tuple[Kind, ...]) -> list[Any]:
    types: list[Any] = [ctypes.c_void_p, ctypes.c_void_p]
    for kind, _, dimensions in kinds:
        if kind == "array":
            types += [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p]
            types += [ctypes.c_int64] * 2 * dimensions
        else:
            types.append({"int": ctypes.c_int64, "float": ctypes.c_double, "struct": ctypes.c_void_p}[kind])
    return types


class Raised(Exception):
    """An exception that native code raised: Numba leaves the address of a pickle and its length."""

    def __init__(self, info: ctypes.c_void_p) -> None:
        self.error, self.file, self.line = Exception("compiled code does not say what"), "", 0
        with suppress(Exception):
            address = ctypes.cast(info, ctypes.POINTER(ctypes.c_void_p))[0]
            length = ctypes.cast(info, ctypes.POINTER(ctypes.c_int32))[2]
            kind, args, where = pickle.loads(ctypes.string_at(address, length))  # type: ignore[arg-type]
            told = (arg for arg in args or () if isinstance(arg, str | int | float | bool))  # the others are not known
            self.error = kind(*told)
            _, self.file, self.line = where


# --- where code comes from --------------------------------------------------------------------------------------------


_loaded: OrderedDict[str, Code] = OrderedDict()  # by name; what was asked for last, last
_lock = threading.RLock()


def _unlock() -> None:
    """A process that was forked off does not wait for a thread that it does not have."""
    global _lock
    _lock = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock)


def _in_memory(name: str) -> Code | None:
    with _lock:
        if name in _loaded:
            _loaded.move_to_end(name)
        return _loaded.get(name)


def _in_cache(name: str) -> Code | None:
    file = cache.file(name)
    found = Stored.read(file)
    if not file or not found:
        return None
    cache.touch(file)
    return found.load()


def _remember(name: str, code: Code) -> None:
    """What was not asked for the longest makes room; whoever still runs it keeps it until then."""
    _loaded[name] = code
    _loaded.move_to_end(name)
    while len(_loaded) > MOST_LOADED:
        _loaded.popitem(last=False)


@lru_cache
def _toolchain() -> tuple[str, ...]:
    """The machine, the tools' versions, and how we compile."""
    import llvmlite
    import llvmlite.binding as llvm

    ours = b"".join(Path(__file__).with_name(f"{name}.py").read_bytes() for name in OURS)
    own = hashlib.sha256(ours).hexdigest()
    processor = (llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    checks = os.environ.get("NUMBA_BOUNDSCHECK", "")
    return (version("numba"), llvmlite.__version__, np.__version__, sys.version, *processor, own, checks)


class Stored:
    """A kernel's code as it is kept in a file: a line about it, the object code."""

    def __init__(self, symbol: str, returns: str, needs: list[str], machine_code: bytes, tie: Any = None) -> None:
        """`tie`: what must live as long as the code, if it refers to addresses in this process."""
        self.symbol, self.returns, self.needs, self.machine_code, self.tie = symbol, returns, needs, machine_code, tie

    @classmethod
    def read(cls, file: Path | None) -> "Stored | None":
        content = cache.read(file)
        return cls.unpacked(content) if content else None

    def save(self, file: Path | None) -> None:
        if file is not None and self.tie is None:
            cache.write(file, self.packed())

    def packed(self) -> bytes:
        if self.tie is not None:
            raise TypeError("this code makes no sense in another process")
        head = json.dumps({"symbol": self.symbol, "returns": self.returns, "needs": self.needs})
        return head.encode() + b"\n" + self.machine_code

    @classmethod
    def unpacked(cls, data: bytes) -> "Stored":
        head, _, code = data.partition(b"\n")
        return cls(**json.loads(head), machine_code=code)

    def load(self) -> Code:
        code = Code(self.symbol, self.returns, self.needs, self.machine_code)
        code.tie = self.tie
        return code


@lru_cache
def _start_llvm() -> None:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


@lru_cache
def _lend(name: str) -> None:
    """Let native code find a function that this process has, such as those of C's mathematics."""
    import llvmlite.binding as llvm

    with suppress(AttributeError, OSError, TypeError):  # Windows has no library of the process itself
        llvm.add_symbol(name, ctypes.cast(getattr(ctypes.CDLL(None), name), ctypes.c_void_p).value)


@lru_cache
def _start_numba() -> None:
    """Make the symbols known that code by Numba may refer to."""
    from numba.core.registry import cpu_target

    cpu_target.target_context.refresh()


def _target_machine() -> Any:
    import llvmlite.binding as llvm

    return llvm.Target.from_default_triple().create_target_machine()
