"""Rules and an algorithm in, machine code out. With `lean` and `twins` what knows how Numba works.

`compile_kernel` binds a kernel to the game (see `binding`), lets Numba infer the types of every function that is
reached, and optimises them as one module. The type of a function that calls itself need not be searched for: its
annotations tell it.
"""

import gc
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import FunctionType
from typing import Any

from numba.core import cgutils, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import LoweringError, NumbaError
from numba.core.registry import cpu_target
from numba.core.typing.templates import builtin_registry as typing_registry
from numba.extending import intrinsic
from numba.np import numpy_support

from zermelo.core.binding import bind, reached, words_in
from zermelo.core.lean import jit, leaner, one_module
from zermelo.core.native import Kind, Native, Stored
from zermelo.core.primitives import listed
from zermelo.core.twins import NATIVE
from zermelo.errors import RulesProblem, own_file


def compile_kernel(native: Native) -> Stored:
    """The machine code of a kernel for arguments of its kinds."""
    with global_compiler_lock, _without_garbage_collection(), leaner():
        try:
            with suppress(_Allocates):
                return _compile(native, allocates=False)
            return _compile(native, allocates=True)
        except NumbaError as error:
            raise RulesProblem(_explain(error, native)) from error
        except (KeyError, NotImplementedError) as error:  # what Numba says of a field that is not there, of None
            raise RulesProblem(_at_a_loss(error, native)) from error


class _Allocates(Exception):
    """Somebody asks for memory in native code: that needs counts of references, which cost time everywhere."""


def _compile(native: Native, *, allocates: bool) -> Stored:
    rebuilt: list[FunctionType] = []
    rules = {word.__code__ for word in _words_of_rules(native.game) if isinstance(word, FunctionType)}
    rules.discard(listed.__code__)  # looks for itself, and once

    def wrap(function: FunctionType) -> Any:
        rebuilt.append(function)
        return jit(function, allocates=allocates, guarded=function.__code__ in rules or bool(own_file(function)))

    with _rules_compiled_before(native, allocates) as done:
        dispatcher: Any = bind(native.function, {**native.replace, **NATIVE}, wrap, done)
        functions = [made for made in done.values() if hasattr(made, "overloads")]
    for function in rebuilt:
        _call_itself(function)
    cpu_target.typing_context.install_registry(typing_registry)  # how to call them
    signature = tuple(map(_type_of, native.kinds))
    try:
        with _calling_what_comes_later():
            dispatcher.compile(signature)
    except NumbaError as error:
        if not allocates and ("NRT required" in str(error) or "Only accept returning of array" in str(error)):
            raise _Allocates from error
        raise
    return _finish(dispatcher.overloads[signature], functions)


@contextmanager
def _rules_compiled_before(native: Native, allocates: bool) -> Iterator[dict[Any, Any]]:
    """The rules of a game as an earlier kernel compiled them: they are the same in all, unless one replaces a word.

    What is added meanwhile is kept for the next kernel, as far as it belongs to the rules.
    """
    game = native.game
    known = game.__dict__.setdefault("_compiled_rules", ({}, {}))[allocates]
    words = _words_of_rules(game)
    done = {} if words & native.extra.keys() else dict(known)
    yield done
    if not words & native.extra.keys():
        known |= {function: made for function, made in done.items() if function in words}


def _words_of_rules(game: Any) -> set[Any]:
    """All functions that the rules of a game reach, and the words for them."""
    if "_words_of_rules" not in game.__dict__:
        rules = [rule for rule in game.replace.values() if isinstance(rule, FunctionType)]
        game.__dict__["_words_of_rules"] = words_in(rules, {**game.replace, **NATIVE})
    words: set[Any] = game.__dict__["_words_of_rules"]
    return words


def _finish(result: Any, functions: list[Any]) -> Stored:
    """Optimise a kernel together with all that it calls, and make machine code of it."""
    library = result.library
    module = one_module(library, functions)
    for function in module.functions:  # what is inlined everywhere need not be kept for others
        if not function.is_declaration and function.name != result.fndesc.llvm_func_name:
            function.linkage = "internal"
    _optimise(module, library._codegen)
    module.verify()
    returns = types.unliteral(result.signature.return_type)  # type: ignore[attr-defined]
    names = {types.float64: "float64", types.int64: "int64", types.uint64: "uint64", types.boolean: "bool",
             types.none: "none", types.int32: "int32"}  # fmt: skip
    if returns not in names:
        raise RulesProblem(f"a kernel returns a number or nothing, not {returns}")
    needs = [f.name for f in module.functions if f.is_declaration and not f.name.startswith("llvm.")]
    # code that refers to addresses in this process makes no sense in another one
    fleeting = ("numba.dynamic.globals", ".numba.unresolved$")
    lasting = not any(variable.name.startswith(fleeting) for variable in module.global_variables)
    code = library._codegen._tm.emit_object(module)
    return Stored(result.fndesc.llvm_func_name, names[returns], needs, bytes(code), None if lasting else result)


def _optimise(module: Any, codegen: Any) -> None:
    """Each function by itself, and then all: that gives faster code than all at once."""
    module.data_layout = codegen._data_layout
    passes, builder = codegen._function_pass_manager()
    for function in module.functions:
        if not function.is_declaration:
            passes.run(function, builder)
    passes, builder = codegen._module_pass_manager()
    passes.run(module, builder)


def _type_of(kind: Kind) -> Any:
    """The Numba type of an argument."""
    what, dtype, dimensions = kind
    if what == "struct":
        return numpy_support.from_dtype(dtype)
    if what == "array":
        return types.Array(numpy_support.from_dtype(dtype), dimensions, "C")
    return types.int64 if what == "int" else types.float64


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Compiling makes millions of objects that stay: to look for waste among them takes 6 % of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


# --- functions that call each other in a circle, or themselves with other types ---------------------------------------


@contextmanager
def _calling_what_comes_later() -> Iterator[None]:
    """Let them call by name what is compiled after them, to be linked at the end.

    Numba calls through a variable, into which it writes the address when all is in memory.
    """
    codegen: Any = cpu_target.target_context.codegen()

    def declared(builder: Any, kind: Any, name: str) -> Any:
        return cgutils.get_or_insert_function(builder.module, kind, name)

    codegen.insert_unresolved_ref = declared
    try:
        yield
    finally:
        del codegen.insert_unresolved_ref


ANNOTATED = {"int": types.int64, "float": types.float64, "bool": types.boolean}


def _call_itself(function: FunctionType) -> None:
    """Where a function calls itself, let it do so by the types of its annotations, which need not be inferred.

    Whoever else calls it does so by these types, too.
    """
    returns = _number(function.__annotations__.get("return"))
    if returns is None:
        return
    for name in function.__code__.co_names:
        value: Any = function.__globals__.get(name)
        if getattr(value, "py_func", None) is function:
            value.get_call_template = partial(_call_as_declared, value, value.get_call_template)
            function.__globals__[name] = _self_call(function, returns)


def _number(annotation: Any) -> Any:
    """The type that an annotation stands for; None if it says nothing about a number."""
    return ANNOTATED.get(annotation if isinstance(annotation, str) else getattr(annotation, "__name__", ""))


def _declared(function: FunctionType, args: Any) -> tuple[Any, ...]:
    """The types of arguments as they are declared; else as they come."""
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    return tuple(_number(function.__annotations__.get(name)) or arg for name, arg in zip(names, args, strict=False))


def _call_as_declared(dispatcher: Any, usual: Callable, args: Any, kws: Any) -> Any:
    return usual(args if kws else _declared(dispatcher.py_func, args), kws)


def _self_call(function: FunctionType, returns: Any) -> Any:
    parameters = function.__code__.co_varnames[: function.__code__.co_argcount]

    def typing(_context: Any, *args: Any) -> Any:
        return returns(*_declared(function, args)), _generate_self_call

    # an intrinsic must name its arguments
    listed = ", ".join(parameters)
    made = eval(f"lambda context, {listed}: typing(context, {listed})", {"typing": typing})
    made.__name__ = function.__name__
    return intrinsic(made)


def _generate_self_call(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    call = context.call_conv
    if call.get_function_type(signature.return_type, signature.args) != builder.function.function_type:
        raise LoweringError("a function calls itself with other types: annotate all its numbers, as int or float")
    status, value = call.call_function(builder, builder.function, signature.return_type, signature.args, args)
    with cgutils.if_unlikely(builder, status.is_error):
        call.return_status_propagate(builder, status)
    return value


# --- what people read -------------------------------------------------------------------------------------------------


def _explain(error: NumbaError, native: Native) -> str:
    """Why rules do not compile, in one line that names the author's."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    theirs = {Path(f.__code__.co_filename).name: f.__code__.co_filename for f in _rules_in(native)}
    places = [(theirs.get(Path(name).name), line) for name, line in re.findall(r'File "([^"]+)", line (\d+)', text)]
    here = [place for place in places if place[0]]
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    lines = [line for line in lines if not line.startswith(("Failed in", "During:", "File ", "<source", "Overload"))]
    reason = lines[0] if lines else type(error).__name__
    if reason.endswith(":") and len(lines) > 1:
        reason += " " + lines[1].removeprefix(">>>").strip()
    where = "{}:{}".format(*here[-1]) if here else native.game.spec
    theirs_too = here and here[-1][0] == native.function.__code__.co_filename
    return f"{where}: the {'method does' if theirs_too else 'rules do'} not compile: {reason[:300]}"


def _at_a_loss(error: Exception, native: Native) -> str:
    """The same where Numba stumbles without a word: about a field that is not there, or a rule that returns nothing."""
    for rule in _rules_in(native):
        if isinstance(error, KeyError) and error.args[0] in rule.__code__.co_names:
            where = f"{rule.__code__.co_filename}:{rule.__code__.co_firstlineno}"
            return (
                f"{where}: the rules do not compile: {rule.__name__}() asks for {error.args[0]!r}, which is not there"
            )
    reason = f"{type(error).__name__}: {error}"
    return f"{native.game.spec}: the rules do not compile: does a rule forget to return something? ({reason[:300]})"


def _rules_in(native: Native) -> list[Any]:
    """The functions of the game's author among those that the kernel reaches."""
    ours = Path(__file__).parents[1]
    files = {f: Path(f.__code__.co_filename) for f in reached(native.function, native.replace)}
    return [f for f, file in files.items() if not file.is_relative_to(ours) or file.is_relative_to(ours / "games")]
