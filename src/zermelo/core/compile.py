"""Rules and an algorithm in, native code out. The only file that knows Numba.

`native(game, kernel)` binds the kernel to the game (see `binding`) and compiles it, or fetches machine code that an
earlier process compiled from the same functions and tables. One file of the cache holds one compiled kernel and is
named by its content, so nothing can be stale and no two games can meet.
"""

import hashlib
import logging
import os
import pickle
import re
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import njit
from numba.core import caching, cgutils, compiler, config, types
from numba.core.errors import NumbaError
from numba.extending import intrinsic

from zermelo.core import primitives
from zermelo.core.binding import bind, fingerprint, reached, resolve
from zermelo.core.cache import folder
from zermelo.core.game import Game
from zermelo.errors import RulesProblem

log = logging.getLogger("zermelo")


# --- native twins of the primitives ---------------------------------------------------------------------------------


def _counter(instruction: str) -> Callable:
    """An LLVM bit-counting instruction on a uint64."""

    @intrinsic
    def count(typing, bits):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
            word = context.cast(builder, args[0], bits, types.uint64)
            if instruction == "ctpop":
                return builder.ctpop(word)
            return builder.cttz(word, ir.Constant(ir.IntType(1), 0))

        return types.int64(bits), generate

    return count


@intrinsic
def _copy(typing, s):  # type: ignore[no-untyped-def]
    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        room = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(64), s.size // 8))
        room = builder.bitcast(room, args[0].type)
        cgutils.raw_memcpy(builder, room, args[0], cgutils.intp_t(s.size), 1)
        return room

    return s(s), generate


@intrinsic
def _pointer(typing, address):  # type: ignore[no-untyped-def]
    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return builder.inttoptr(args[0], cgutils.voidptr_t)

    return types.voidptr(address), generate


@intrinsic
def _address(typing, s):  # type: ignore[no-untyped-def]
    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return builder.bitcast(args[0], cgutils.voidptr_t)

    return types.voidptr(s), generate


@intrinsic
def _word_count(typing, s):  # type: ignore[no-untyped-def]
    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return context.get_constant(types.int64, s.size // 8)

    return types.int64(s), generate


@intrinsic
def _fetch_add(typing, numbers, index, amount):  # type: ignore[no-untyped-def]
    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        array = context.make_array(numbers)(context, builder, args[0])
        where = context.cast(builder, args[1], index, types.intp)
        place = cgutils.get_item_pointer(context, builder, numbers, array, [where])
        return builder.atomic_rmw("add", place, context.cast(builder, args[2], amount, types.int64), "seq_cst")

    return types.int64(numbers, index, amount), generate


@njit
def _words(s):  # type: ignore[no-untyped-def]
    return numba.carray(_address(s), _word_count(s), np.uint64)


@njit
def _view(address, count, dtype):  # type: ignore[no-untyped-def]
    return numba.carray(_pointer(address), count, dtype)


NATIVE: dict[Callable, Callable] = {
    primitives.popcount: _counter("ctpop"),
    primitives.lowest: _counter("cttz"),
    primitives.copy: _copy,
    primitives.fetch_add: _fetch_add,
    primitives.words: _words,
    primitives.view: _view,
}


# --- compiling --------------------------------------------------------------------------------------------------------


def native(game: Game, kernel: Callable, extra: dict[Callable, Callable] | None = None) -> Callable:
    """The compiled `kernel` for `game`; `extra` replaces further stand-ins, such as `vocabulary.note`."""
    made = game.__dict__.setdefault("_native", {})
    name = (kernel, *(extra or {}).values())
    if name not in made:
        made[name] = _compile(game, kernel, {**game.replace, **(extra or {}), **NATIVE})
    return made[name]


def _compile(game: Game, kernel: Callable, replace: dict[Callable, Callable]) -> Callable:
    code = fingerprint(kernel, replace, _toolchain(), game.state.descr, bool(config.BOUNDSCHECK))
    with _lock:
        if code not in _by_code:
            first = resolve(kernel, replace)
            dispatcher: Any = bind(kernel, replace, lambda f: _jit(f, whole=f.__code__ is first.__code__))
            dispatcher._cache = _Cache(code, game.spec)
            _by_code[code] = _Native(dispatcher, game, kernel, replace)
        return _by_code[code]


def _jit(function: Any, *, whole: bool) -> Any:
    """Compile on first call: the kernel as a whole, into which everything that it calls is inlined.

    Cached code names the module of its functions, which must be one that can be imported.
    """
    function.__module__ = function.__globals__["__name__"] = __name__
    inner = {} if whole else {"forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return njit(nogil=True, error_model="numpy", **inner)(function)


_by_code: dict[str, "_Native"] = {}
_lock = threading.Lock()


class _Native:
    """A compiled kernel. Rules that Numba cannot compile are a problem of the rules, told in one line."""

    def __init__(self, dispatcher: Any, game: Game, kernel: Callable, replace: dict[Callable, Callable]) -> None:
        self.dispatcher, self.game, self.kernel, self.replace = dispatcher, game, kernel, replace
        self.ready = False

    def __call__(self, *args: Any) -> Any:
        try:
            return self.dispatcher(*args)
        except NumbaError as error:
            raise RulesProblem(self._explain(error)) from error
        except Exception as error:
            raise RulesProblem(f"{self.game.spec}: the rules failed: {type(error).__name__}: {error}") from error

    def prepare(self, *args: Any) -> None:
        """Compile, or load, the code for arguments like these without running it. Types are those of the first time."""
        if self.ready:
            return
        try:
            self.dispatcher.compile(tuple(numba.typeof(arg) for arg in args))
            self.ready = True
        except NumbaError as error:
            raise RulesProblem(self._explain(error)) from error

    def _explain(self, error: NumbaError) -> str:
        text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
        theirs = {Path(f.__code__.co_filename).name: f.__code__.co_filename for f in self._rules()}
        places = [(theirs.get(Path(name).name), line) for name, line in re.findall(r'File "([^"]+)", line (\d+)', text)]
        here = [place for place in places if place[0]]
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        lines = [
            line for line in lines if not line.startswith(("Failed in", "During:", "File ", "<source", "Overload"))
        ]
        reason = lines[0] if lines else type(error).__name__
        if reason.endswith(":") and len(lines) > 1:
            reason += " " + lines[1].removeprefix(">>>").strip()
        where = "{}:{}".format(*here[-1]) if here else self.game.spec
        return f"{where}: the rules do not compile: {reason[:300]}"

    def _rules(self) -> list[Any]:
        """The functions of the game's author among those that the kernel reaches."""
        ours = Path(__file__).parents[1]
        files = {f: Path(f.__code__.co_filename) for f in reached(self.kernel, self.replace)}
        return [f for f, file in files.items() if not file.is_relative_to(ours) or file.is_relative_to(ours / "games")]


@lru_cache
def _toolchain() -> tuple[str, ...]:
    """What else decides about machine code: the tools' versions, and this file's own intrinsics."""
    own = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
    return (numba.__version__, np.__version__, sys.version, own)


class _Cache(caching._Cache):
    """Numba's interface to a cache: here one file per compiled kernel, named by content and checked on reading."""

    def __init__(self, code: str, what: str) -> None:
        self._code, self._what = code, what

    @property
    def cache_path(self) -> str:
        return str(folder() or "")

    def _file(self, sig: Any, codegen: Any) -> Path | None:
        name = hashlib.sha256(f"{self._code} {sig} {codegen.magic_tuple()}".encode()).hexdigest()
        where = folder()
        return where / f"{name[:40]}.nbc" if where else None

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        file = self._file(sig, target_context.codegen())
        if file and file.exists():
            try:
                data = file.read_bytes()
                seal, payload = data[:32], data[32:]
                if hashlib.sha256(payload).digest() != seal:
                    raise ValueError("its contents have changed")
                return compiler.CompileResult._rebuild(target_context, *pickle.loads(payload))
            except Exception as error:
                _warn(f"a cached file was unreadable ({error}); compiling again")
        _announce(self._what)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        file = self._file(sig, data.codegen)
        if file is None or not _complete(data.library):
            return
        payload = pickle.dumps(data._reduce())
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=file.parent, suffix=".tmp")
            with os.fdopen(handle, "wb") as stream:
                stream.write(hashlib.sha256(payload).digest() + payload)
            os.replace(temporary, file)
        except OSError as error:
            _warn(f"cannot write to the cache {file.parent} ({error.strerror}); compiling again next time")

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...


def _complete(library: Any) -> bool:
    """Whether machine code can live without this process: it refers to no address here.

    Numba leaves a reference open where a function calls itself with other types than it was first called with, and does
    not fill it in code that comes from a cache.
    """
    names = (variable.name for variable in library._final_module.global_variables)
    return not library.has_dynamic_globals and not any(name.startswith(".numba.unresolved$") for name in names)


@lru_cache
def _announce(game: str) -> None:
    """Say once why it takes a while."""
    log.info("compiling %s for this machine; what is compiled is kept, and starts at once the next time", game)


@lru_cache
def _warn(message: str) -> None:
    """Say it once."""
    log.warning(message)
