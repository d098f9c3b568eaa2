"""Rules and an algorithm in, machine code out. The only file that knows Numba, and the only one that knows it inside.

`compile_kernel` binds a kernel to the game (see `binding`), lets Numba infer the types of every function that is
reached, and optimises them as one module. Compared with `njit` this leaves out what costs time and brings nothing here:
machine code, optimisation and wrappers for each inner function, passes for language features that rules do not use, and
the search for the type of a function that calls itself, which its annotations tell.
"""

import gc
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FunctionType
from typing import Any

from llvmlite import ir
from numba import njit
from numba.core import cgutils, compiler, types
from numba.core import typed_passes as typed
from numba.core import untyped_passes as untyped
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.errors import LoweringError, NumbaError
from numba.core.registry import cpu_target
from numba.core.types.functions import BaseFunction
from numba.extending import intrinsic
from numba.np import numpy_support
from numba.np.arrayobj import populate_array

from zermelo.core import primitives
from zermelo.core.binding import bind, reached, words_in
from zermelo.core.native import Kind, Native, Stored
from zermelo.errors import RulesProblem

_one_at_a_time = threading.RLock()


def compile_kernel(native: Native) -> Stored:
    """The machine code of a kernel for arguments of its kinds."""
    with _one_at_a_time, _without_garbage_collection():
        replace = {**native.replace, **NATIVE}
        rebuilt: list[FunctionType] = []

        def wrap(function: FunctionType) -> Any:
            rebuilt.append(function)
            return _jit(function)

        with _rules_compiled_before(native) as done:
            dispatcher: Any = bind(native.function, replace, wrap, done)
            functions = [made for made in done.values() if hasattr(made, "overloads")]
        for function in rebuilt:
            _call_itself(function)
        try:
            signature = tuple(map(_type_of, native.kinds))
            for context in (cpu_target.typing_context, cpu_target.target_context):
                context.refresh()
            with _remembering_types(), _calling_what_comes_later():
                dispatcher.compile(signature)
        except NumbaError as error:
            raise RulesProblem(_explain(error, native)) from error
        return _finish(dispatcher.overloads[signature], functions)


@contextmanager
def _rules_compiled_before(native: Native) -> Iterator[dict[Any, Any]]:
    """The rules of a game as an earlier kernel compiled them: they are the same in all, unless one replaces a word.

    What is added meanwhile is kept for the next kernel, as far as it belongs to the rules.
    """
    game = native.game
    known = game.__dict__.setdefault("_compiled_rules", {})
    if "_words_of_rules" not in game.__dict__:
        rules = [rule for rule in game.replace.values() if isinstance(rule, FunctionType)]
        game.__dict__["_words_of_rules"] = words_in(rules, {**game.replace, **NATIVE})
    words = game.__dict__["_words_of_rules"]
    done = {} if words & native.extra.keys() else dict(known)
    yield done
    if not words & native.extra.keys():
        known |= {function: made for function, made in done.items() if function in words}


def _finish(result: Any, functions: list[Any]) -> Stored:
    """Optimise a kernel together with all that it calls, and make machine code of it."""
    library = result.library
    library._ensure_finalized()
    module = library._final_module
    _link_in_what_came_later(module, functions)
    for function in module.functions:  # what is inlined everywhere need not be kept for others
        if not function.is_declaration and function.name != result.fndesc.llvm_func_name:
            function.linkage = "internal"
    library._optimize_functions(module)
    library._optimize_final_module()
    module = library._final_module
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


@contextmanager
def _remembering_types() -> Iterator[None]:
    """Numba asks dozens of templates what `+` is for two whole numbers, each time anew; once will do."""
    asked = BaseFunction.get_call_type

    def remembered(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws:
            return asked(self, context, args, kws)
        known = self.__dict__.setdefault("_known_calls", {})
        if args not in known:
            known[args] = asked(self, context, args, kws)
        return known[args]

    BaseFunction.get_call_type = remembered  # type: ignore[method-assign]
    try:
        yield
    finally:
        BaseFunction.get_call_type = asked  # type: ignore[method-assign]


# --- functions that call each other in a circle, or themselves with other types ---------------------------------------


@contextmanager
def _calling_what_comes_later() -> Iterator[None]:
    """Let them call by name what is compiled after them, for `_link_in_what_came_later`.

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


def _link_in_what_came_later(module: Any, functions: list[Any]) -> None:
    made = {each.fndesc.llvm_func_name: each.library for one in functions for each in one.overloads.values()}
    while missing := [f.name for f in module.functions if f.is_declaration and f.name in made]:
        for name in missing:
            module.link_in(made.pop(name)._get_module_for_linking(), preserve=True)


# --- how a function is compiled ---------------------------------------------------------------------------------------


def _jit(function: Any) -> Any:
    """Compile on first call, to be inlined wherever it is called."""
    function.__module__ = function.__globals__["__name__"] = __name__
    return njit(
        nogil=True,
        error_model="numpy",
        forceinline=True,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        pipeline_class=_Pipeline,
    )(function)


class _Library(JITCodeLibrary):
    """The code of a function and of what it calls, linked as it is: it is optimised as part of the whole kernel."""

    def add_llvm_module(self, ll_module: Any) -> None:
        self._final_module.link_in(ll_module)

    def finalize(self) -> None:
        for linked in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(linked._reload_init)
            self._final_module.link_in(linked._get_module_for_linking(), preserve=True)
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(typed.NativeLowering):
    """Make LLVM's code of a function, and no machine code."""

    _name = "zermelo_lowering"

    def run_pass(self, state: Any) -> bool:
        state.flags.no_compile = True
        state.library = _Library(state.targetctx.codegen(), state.func_id.func_qualname)
        super().run_pass(state)
        entry: Any = [].append  # stands for the function, which Python never calls: a built-in, another each time
        state["cr"] = state["cr"]._replace(cfunc=entry)
        state.targetctx.insert_user_function(entry, state["cr"].fndesc, [state.library])
        return True


class _Pipeline(compiler.CompilerBase):
    """Numba's passes, without those for what rules and kernels do not use."""

    def __init__(self, typingctx: Any, targetctx: Any, *rest: Any) -> None:
        """Numba looks for new extensions before every function; before the first will do."""
        typingctx.refresh = targetctx.refresh = lambda: None
        try:
            super().__init__(typingctx, targetctx, *rest)
        finally:
            for context in (typingctx, targetctx, self.state.targetctx):
                context.__dict__.pop("refresh", None)

    def define_pipelines(self) -> list[PassManager]:
        passes = PassManager("zermelo")
        for step in (
            untyped.TranslateByteCode, untyped.FixupArgs, untyped.IRProcessing, untyped.RewriteSemanticConstants,
            untyped.DeadBranchPrune, untyped.GenericRewrites, untyped.RewriteDynamicRaises, untyped.ReconstructSSA,
            typed.NopythonTypeInference, typed.PreLowerStripPhis,
            typed.IRLegalization, typed.AnnotateTypes, _Lowering, typed.NoPythonBackend,
        ):  # fmt: skip
            passes.add_pass(step, step.__name__)
        passes.finalize()
        return [passes]


NUMBERS = {"int": types.int64, "float": types.float64, "bool": types.boolean}


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
    return NUMBERS.get(annotation if isinstance(annotation, str) else getattr(annotation, "__name__", ""))


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


# --- native twins of the primitives -----------------------------------------------------------------------------------


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
def _words(typing, s):  # type: ignore[no-untyped-def]
    array = types.Array(types.uint64, 1, "C")

    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return _array_at(context, builder, array, args[0], [context.get_constant(types.intp, s.size // 8)])

    return array(s), generate


@intrinsic
def _view(typing, address, shape, dtype):  # type: ignore[no-untyped-def]
    tuples = isinstance(shape, types.BaseTuple)
    array = types.Array(dtype.dtype, len(shape) if tuples else 1, "C")
    lengths = types.UniTuple(types.intp, array.ndim) if tuples else types.intp

    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        pointer = builder.inttoptr(args[0], cgutils.voidptr_t)
        sizes = cgutils.unpack_tuple(builder, args[1], array.ndim) if tuples else [args[1]]
        return _array_at(context, builder, array, pointer, sizes)

    return array(types.uint64, lengths, dtype), generate


def _array_at(context: Any, builder: Any, kind: Any, pointer: Any, shape: list[Any]) -> Any:
    """The array of that type at an address. It owns nothing."""
    array = context.make_array(kind)(context, builder)
    size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    strides = [size]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    data = builder.bitcast(pointer, array.data.type)
    populate_array(array, data=data, shape=shape, strides=strides, itemsize=size, meminfo=None)
    return array._getvalue()


@intrinsic
def _fetch_add(typing, numbers, index, amount):  # type: ignore[no-untyped-def]
    def generate(context, builder, signature, args):  # type: ignore[no-untyped-def]
        array = context.make_array(numbers)(context, builder, args[0])
        where = context.cast(builder, args[1], index, types.intp)
        place = cgutils.get_item_pointer(context, builder, numbers, array, [where])
        return builder.atomic_rmw("add", place, context.cast(builder, args[2], amount, types.int64), "seq_cst")

    return types.int64(numbers, index, amount), generate


NATIVE: dict[Callable, Callable] = {
    primitives.popcount: _counter("ctpop"),
    primitives.lowest: _counter("cttz"),
    primitives.copy: _copy,
    primitives.fetch_add: _fetch_add,
    primitives.words: _words,
    primitives.view: _view,
}


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
    return f"{where}: the rules do not compile: {reason[:300]}"


def _rules_in(native: Native) -> list[Any]:
    """The functions of the game's author among those that the kernel reaches."""
    ours = Path(__file__).parents[1]
    files = {f: Path(f.__code__.co_filename) for f in reached(native.function, native.replace)}
    return [f for f, file in files.items() if not file.is_relative_to(ours) or file.is_relative_to(ours / "games")]
