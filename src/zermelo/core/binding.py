"""Join the words an algorithm uses with the functions a game defines, without touching either's source.

A function is rebuilt around the same bytecode with other globals, and so is every function that it reaches. The
result runs as plain Python, or goes to `compile.py`. `fingerprint` names such a family of functions by content: the
same bytecode, constants and tables give the same name, and an edit anywhere in what is reached gives another.
"""

import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum, EnumType
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any
from uuid import uuid4

import numpy as np

from zermelo.core.vocabulary import Setting

_KNOWN = ("numpy", "numba", "scipy", "zermelo")
_PROCESS = uuid4()

Replacements = Mapping[Any, Any]
"""Stand-ins (functions, and settings of `vocabulary`), and what a game, a search or the compiler puts there."""


def bind(
    function: Callable, replace: Replacements, wrap: Callable = lambda f: f, done: dict[Any, Any] | None = None
) -> Callable:
    """`function` with all stand-ins replaced, in itself and in everything it calls; `wrap` is applied to each.

    `done`: functions that are bound already, and what became of them; others are added.
    """
    done = {} if done is None else done

    def build(original: Any) -> Any:
        original = resolve(original, replace)
        if not isinstance(original, FunctionType):
            return original
        if original in done:
            return done[original]
        scope = dict(original.__globals__)
        cells = tuple(CellType() for _ in original.__closure__ or ())
        rebuilt = FunctionType(original.__code__, scope, original.__name__, original.__defaults__, cells or None)
        rebuilt.__kwdefaults__ = original.__kwdefaults__
        rebuilt.__qualname__ = original.__qualname__
        rebuilt.__module__ = original.__module__
        rebuilt.__doc__ = original.__doc__
        rebuilt.__annotations__ = original.__annotations__
        done[original] = wrap(rebuilt)
        for name, value in _globals_of(original):
            scope[name] = _proxy(value, original.__code__, build) if _is_helper_module(value) else build(value)
        for cell, source in zip(cells, original.__closure__ or (), strict=True):
            cell.cell_contents = build(source.cell_contents)
        return done[original]

    return build(function)


def fingerprint(function: Callable, replace: Replacements, *salt: object) -> str:
    """A name for the code and the data that `bind(function, replace)` would reach."""
    digest = hashlib.sha256(repr(salt).encode())
    seen: dict[int, int] = {}

    def feed(value: Any) -> None:
        value = resolve(value, replace)
        digest.update(type(value).__qualname__.encode() + b"(")
        if isinstance(value, FunctionType):
            if id(value) in seen:
                digest.update(b"%d" % seen[id(value)])
            else:
                seen[id(value)] = len(seen)
                feed_function(value)
        elif isinstance(value, CodeType):
            feed_code(value)
        elif isinstance(value, np.ndarray):
            digest.update(f"{value.dtype.descr}{value.shape}".encode() + value.tobytes())
        elif isinstance(value, tuple | list | frozenset | set):
            for item in sorted(value, key=repr) if isinstance(value, frozenset | set) else value:
                feed(item)
        elif isinstance(value, dict):
            for item in value.items():
                feed(item)
        elif isinstance(value, EnumType):
            feed([(str(name), getattr(value, name).value) for name in value.__members__])
        elif isinstance(value, Enum):
            feed((value.name, value.value))
        elif isinstance(value, ModuleType):
            digest.update(f"{value.__name__} {getattr(value, '__version__', '')}".encode())
        elif isinstance(value, int | float | complex | str | bytes | np.generic | np.dtype | type(None)):
            digest.update(repr(value).encode())
        elif _is_foreign(value) or value in replace.values():
            digest.update(f"{value.__module__}.{getattr(value, '__qualname__', value)}".encode())
        else:  # nothing is known about what it does: share nothing with anybody
            digest.update(f"{id(value)} {_PROCESS}".encode())
        digest.update(b")")

    def feed_function(value: FunctionType) -> None:
        feed(value.__code__)
        feed(value.__defaults__)
        feed({name: str(kind) for name, kind in value.__annotations__.items()})
        for name, item in _globals_of(value):
            feed(name)
            feed_global(item, value.__code__)
        for cell in value.__closure__ or ():
            feed(cell.cell_contents)

    def feed_global(item: Any, code: CodeType) -> None:
        if not _is_helper_module(item):
            feed(item)
            return
        for attribute in _attributes(item, code):
            feed(attribute)
            feed_global(getattr(item, attribute), code)

    def feed_code(code: CodeType) -> None:
        digest.update(code.co_code + getattr(code, "co_exceptiontable", b""))
        feed((code.co_consts, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_argcount))

    feed(function)
    return digest.hexdigest()


def reached(function: Callable, replace: Replacements) -> Iterator[FunctionType]:
    """Every plain function that `bind` would rebuild."""
    found: dict[FunctionType, None] = {}

    def wrap(rebuilt: FunctionType) -> FunctionType:
        found[rebuilt] = None
        return rebuilt

    bind(function, replace, wrap)
    return iter(found)


def words_in(functions: Iterable[Callable], replace: Replacements) -> set[Any]:
    """All functions that these reach, by the names that they call them and as what stands for these."""
    found: set[Any] = set()
    waiting: list[Any] = list(functions)
    while waiting:
        value = waiting.pop()
        meant = resolve(value, replace)
        known = isinstance(meant, FunctionType) and meant in found
        found |= {each for each in (value, meant) if isinstance(each, FunctionType | Setting)}
        if isinstance(meant, FunctionType) and not known:
            for _, item in _globals_of(meant):
                waiting += _helpers_in(item, meant.__code__) if _is_helper_module(item) else [item]
            waiting += [cell.cell_contents for cell in meant.__closure__ or ()]
    return found


def _helpers_in(module: ModuleType, code: CodeType) -> list[Any]:
    values = [getattr(module, name) for name in _attributes(module, code)]
    return [each for value in values for each in (_helpers_in(value, code) if _is_helper_module(value) else [value])]


def resolve(value: Any, replace: Replacements) -> Any:
    """What stands for `value`: its replacement, and the plain function inside a compiled one."""
    while isinstance(value, FunctionType | Setting) and value in replace:
        value = replace[value]
    return getattr(value, "py_func", value)


def _names(code: CodeType) -> list[str]:
    names = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names += _names(constant)
    return list(dict.fromkeys(names))


def _globals_of(function: FunctionType) -> list[tuple[str, Any]]:
    scope = function.__globals__
    return [(name, scope[name]) for name in _names(function.__code__) if name in scope]


def _is_helper_module(value: Any) -> bool:
    """A module of the user's, whose functions and tables are part of the rules; or ours: `z.below(dice, 6)`."""
    if not isinstance(value, ModuleType):
        return False
    if value.__name__ == "zermelo":
        return True
    top = value.__name__.partition(".")[0]
    return top not in sys.stdlib_module_names and top not in _KNOWN


def _is_foreign(value: Any) -> bool:
    """A class or function of Python, NumPy, Numba or Zermelo: their versions are part of every fingerprint."""
    top = str(getattr(value, "__module__", "")).partition(".")[0]
    return top in _KNOWN or top in sys.stdlib_module_names


def _attributes(module: ModuleType, code: CodeType) -> list[str]:
    return [name for name in _names(code) if hasattr(module, name)]


def _proxy(module: ModuleType, code: CodeType, build: Callable) -> ModuleType:
    """A stand-in for a helper module in which the functions that `code` may call are bound too."""
    proxy = ModuleType(module.__name__)
    for name in _attributes(module, code):
        value = getattr(module, name)
        setattr(proxy, name, _proxy(value, code, build) if _is_helper_module(value) else build(value))
    return proxy
