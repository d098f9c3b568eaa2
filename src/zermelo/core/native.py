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
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from zermelo.core import cache
from zermelo.core.binding import fingerprint
from zermelo.errors import Problem, RulesProblem

if TYPE_CHECKING:
    from zermelo.core.game import Game

MOST_LOADED = 64  # kernels in memory
RETURNS = {"float64": ctypes.c_double, "int64": ctypes.c_int64, "uint64": ctypes.c_uint64, "bool": ctypes.c_int8,
           "int32": ctypes.c_int32, "none": ctypes.c_void_p}  # fmt: skip
OK, NONE = 0, -2  # how a call went, in Numba's convention; anything else is an exception

Kind = tuple[str, Any, int]
"""The type of an argument: what it is (struct, array, int, float), its dtype, how many dimensions."""


class Native:
    """A kernel that runs as native code."""

    def __init__(self, game: "Game", function: Callable, replace: Mapping[Any, Any]) -> None:
        self.game, self.function, self.replace = game, function, replace
        self.kinds: tuple[Kind, ...] = ()  # of the arguments, those of the first call
        self.code: Code | None = None

    def __call__(self, *args: Any) -> Any:
        code = self.code
        if code is None:
            self.prepare(*args)
            code = self.code
            assert code is not None
        try:
            return code(self.kinds, args)
        except Problem:
            raise
        except Exception as error:
            raise RulesProblem(f"{self.game.spec}: the rules failed: {type(error).__name__}: {error}") from error

    @property
    def ready(self) -> bool:
        """Whether it can be called at once."""
        return self.code is not None

    def prepare(self, *args: Any) -> None:
        """Load, or compile, the code for arguments like these without running it. Types are those of the first time."""
        if self.code is None:
            self.kinds = tuple(map(kind_of, args))
            self.code = obtain(self)

    def __repr__(self) -> str:
        return f"<{self.function.__name__} of {self.game.spec}>"


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
        if any(llvm.address_of_symbol(name) is None for name in needs):
            _start_numba()  # it knows more: allocation, some mathematics
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target_machine())
        self._engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(machine_code))
        self._engine.finalize_object()
        self._address = self._engine.get_function_address(symbol)
        self._returns = RETURNS[returns]
        self._truth = returns == "bool"
        self._run: Any = None

    def __call__(self, kinds: tuple[Kind, ...], args: tuple[Any, ...]) -> Any:
        result, exception = self._returns(), ctypes.c_void_p()
        passed = [ctypes.addressof(result), ctypes.addressof(exception)]
        for (kind, _, _), arg in zip(kinds, args, strict=True):
            if kind == "int":
                passed.append(int(arg))
            elif kind == "float":
                passed.append(float(arg))
            elif kind == "struct":
                passed.append(arg.__array_interface__["data"][0])
            else:
                passed += [None, None, arg.size, arg.itemsize, arg.ctypes.data, *arg.shape, *arg.strides]
        if self._run is None:
            self._run = ctypes.CFUNCTYPE(ctypes.c_int32, *_c_types(kinds))(self._address)
        status = self._run(*passed)
        if status == NONE:
            return None
        if status != OK:
            raise _exception(exception)
        return bool(result.value) if self._truth else result.value


def _c_types(kinds: tuple[Kind, ...]) -> list[Any]:
    types: list[Any] = [ctypes.c_void_p, ctypes.c_void_p]
    for kind, _, dimensions in kinds:
        if kind == "array":
            types += [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p]
            types += [ctypes.c_int64] * 2 * dimensions
        else:
            types.append({"int": ctypes.c_int64, "float": ctypes.c_double, "struct": ctypes.c_void_p}[kind])
    return types


def _exception(info: ctypes.c_void_p) -> Exception:
    """The exception that native code raised: Numba leaves the address of a pickle and its length."""
    try:
        address = ctypes.cast(info, ctypes.POINTER(ctypes.c_void_p))[0]
        length = ctypes.cast(info, ctypes.POINTER(ctypes.c_int32))[2]
        kind, args, _ = pickle.loads(ctypes.string_at(address, length))  # type: ignore[arg-type]
        return kind(*(args or ()))
    except Exception:
        return RuntimeError("an exception in compiled code")


# --- where code comes from --------------------------------------------------------------------------------------------


_loaded: OrderedDict[str, Native] = OrderedDict()  # by the name of the code; what was asked for last, last
_lock = threading.RLock()


def obtain(native: Native) -> Code:
    """The code of a kernel: from memory, from the cache, or compiled now."""
    name = name_of(native)
    with _lock:
        code = _in_memory(name) or _in_cache(name)
        if code is None:
            from zermelo.core.compile import compile_kernel

            made = compile_kernel(native)
            made.save(cache.file(name))
            code = made.load()
        _remember(name, native)
        return code


def _in_memory(name: str) -> Code | None:
    return _loaded[name].code if name in _loaded else None


def _in_cache(name: str) -> Code | None:
    file = cache.file(name)
    found = file and Stored.read(file)
    if not found:
        return None
    cache.touch(file)
    return found.load()


def _remember(name: str, native: Native) -> None:
    """What was not asked for the longest makes room; whoever still runs it keeps it until then."""
    _loaded[name] = native
    _loaded.move_to_end(name)
    while len(_loaded) > MOST_LOADED:
        _, oldest = _loaded.popitem(last=False)
        oldest.code = None


def name_of(native: Native) -> str:
    """What decides about a kernel's machine code."""
    types = [(kind, dtype and dtype.descr, dimensions) for kind, dtype, dimensions in native.kinds]
    return fingerprint(native.function, native.replace, _toolchain(), types)[:40]


@lru_cache
def _toolchain() -> tuple[str, ...]:
    """The machine, the tools' versions, and how we compile."""
    import llvmlite
    import llvmlite.binding as llvm

    own = hashlib.sha256(Path(__file__).with_name("compile.py").read_bytes()).hexdigest()
    processor = (llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    checks = os.environ.get("NUMBA_BOUNDSCHECK", "")
    return (version("numba"), llvmlite.__version__, np.__version__, sys.version, *processor, own, checks)


class Stored:
    """A kernel's code as it is kept in a file: a seal, a line about it, the object code."""

    def __init__(self, symbol: str, returns: str, needs: list[str], machine_code: bytes, lasting: bool = True) -> None:
        self.symbol, self.returns, self.needs, self.machine_code = symbol, returns, needs, machine_code
        self.lasting = lasting  # whether it makes sense in another process

    @classmethod
    def read(cls, file: Path) -> "Stored | None":
        try:
            seal, payload = (data := file.read_bytes())[:32], data[32:]
            if hashlib.sha256(payload).digest() != seal:
                raise ValueError("its contents have changed")
            head, _, code = payload.partition(b"\n")
            return cls(**json.loads(head), machine_code=code)
        except FileNotFoundError:
            return None
        except Exception as error:
            cache.warn(f"a cached file was unreadable ({error}); compiling again")
            return None

    def save(self, file: Path | None) -> None:
        if file is None or not self.lasting:
            return
        head = json.dumps({"symbol": self.symbol, "returns": self.returns, "needs": self.needs})
        payload = head.encode() + b"\n" + self.machine_code
        cache.write(file, hashlib.sha256(payload).digest() + payload)

    def load(self) -> Code:
        return Code(self.symbol, self.returns, self.needs, self.machine_code)


@lru_cache
def _start_llvm() -> None:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


@lru_cache
def _start_numba() -> None:
    """Make the symbols known that code by Numba may refer to."""
    from numba.core.registry import cpu_target

    cpu_target.target_context.refresh()


def _target_machine() -> Any:
    import llvmlite.binding as llvm

    return llvm.Target.from_default_triple().create_target_machine()
