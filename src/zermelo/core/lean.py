"""Numba, leaner: what it does over and over is done once, and what brings nothing here is left out.

Rules and kernels are compiled function by function as far as LLVM's text (`jit`), and linked to `one_module`, which is
optimised as a whole. Compared with `njit` this leaves out machine code, optimisation and wrappers for each
function, passes for language features that rules do not use, and, unless rules allocate memory, counts of references.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from llvmlite.binding import Linkage, parse_assembly
from numba import njit
from numba.core import base, cgutils, compiler, event, ir, lowering
from numba.core import typed_passes as typed
from numba.core import untyped_passes as untyped
from numba.core.codegen import CodeLibrary, JITCodeLibrary
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.errors import new_error_context  # type: ignore[attr-defined]
from numba.core.imputils import builtin_registry
from numba.core.postproc import PostProcessor
from numba.core.registry import cpu_target
from numba.core.targetconfig import ConfigStack
from numba.core.transforms import canonicalize_cfg
from numba.core.types.functions import BaseFunction
from numba.core.typing import context as typing_context
from numba.core.typing.templates import _OverloadFunctionTemplate
from numba.np import arrayobj

from zermelo.core.counted import reach


def jit(function: Any, *, allocates: bool, guarded: bool) -> Any:
    """Compile on first call, to be inlined wherever it is called. A `guarded` function writes only where it may."""
    function.guarded = guarded
    function.__module__ = function.__globals__["__name__"] = __name__
    return njit(
        nogil=True,
        error_model="numpy",
        forceinline=True,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        _nrt=allocates,
        pipeline_class=_Pipeline,
    )(function)


class _Library(JITCodeLibrary):
    """The code of one function, as text: it is optimised as part of a whole kernel, with all that it calls."""

    def __init__(self, codegen: Any, name: str) -> None:
        CodeLibrary.__init__(self, codegen, name)
        self._linking_libraries: list[Any] = []
        self._shared_module = None
        self.text = ""

    def add_ir_module(self, ir_module: Any) -> None:
        self.text = cgutils.normalize_ir_text(str(ir_module))

    def finalize(self) -> None:
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """For a library of Numba's own, which is optimised by itself."""
        module: Any = self._shared_module
        if module is None:
            module = self._shared_module = one_module(self, [])
            for function in module.functions:
                if not function.is_declaration and function.linkage == Linkage.external:
                    function.linkage = "linkonce_odr"
        return module


def one_module(library: Any, functions: list[Any]) -> Any:
    """A module of a function and all that it calls; `functions` are those that may be called by name alone."""
    made = {each.fndesc.llvm_func_name: each.library for one in functions for each in one.overloads.values()}
    module = parse_assembly(library.text)
    seen, waiting = {library: None}, [library]
    while waiting:
        for called in waiting.pop()._linking_libraries:
            if called not in seen:
                seen[called] = None
                if isinstance(called, _Library):
                    module.link_in(parse_assembly(called.text))
                    waiting.append(called)
        if not waiting:
            missing = {made[f.name] for f in module.functions if f.is_declaration and f.name in made} - seen.keys()
            for called in missing:
                module.link_in(parse_assembly(called.text))
            seen |= dict.fromkeys(missing)
            waiting += missing
    for called in seen:
        if not isinstance(called, _Library):  # of Numba's own, from which only what is missing comes in
            module.link_in(called._get_module_for_linking(), preserve=True)
    return module


@register_pass(mutates_CFG=True, analysis_only=False)
class _TypeInference(typed.NopythonTypeInference):
    """A function may return an array that it does not own."""

    _name = "zermelo_type_inference"

    def run_pass(self, state: Any) -> bool:
        allocates, state.targetctx.enable_nrt = state.targetctx.enable_nrt, True
        changed: bool = super().run_pass(state)
        state.targetctx.enable_nrt = allocates
        return changed


class _Lower(lowering.Lower):
    """A guarded function raises an IndexError instead of writing beyond the end of an array that it was handed."""

    def lower_inst(self, inst: Any) -> Any:
        function = self.func_ir.func_id.func
        writes = isinstance(inst, ir.SetItem | ir.StaticSetItem) and getattr(function, "guarded", False)
        if writes and (handed := self._handed(inst.target)):
            sentence = f"{function.__name__}() writes beyond the end of {handed}"
            self.context.guard = sentence, reach(self.func_ir, self.fndesc.typemap, inst)
        try:
            return super().lower_inst(inst)
        finally:
            self.context.guard = None

    def _handed(self, array: Any) -> str:
        """The parameter that an array came by, whatever it is called here; nothing if it did not come by one."""
        try:
            origin = self.func_ir.get_definition(array)
        except KeyError:  # it may be one of several
            return str(array.name)
        return str(origin.name) if isinstance(origin, ir.Arg) else ""


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(typed.NativeLowering):
    """Make LLVM's code of a function, and no machine code."""

    _name = "zermelo_lowering"
    lowering_class = _Lower

    def run_pass(self, state: Any) -> bool:
        state.flags.no_compile = state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
        state.library = _Library(state.targetctx.codegen(), state.func_id.func_qualname)
        super().run_pass(state)
        entry: Any = [].append  # stands for the function, which Python never calls: a built-in, another each time
        state["cr"] = state["cr"]._replace(cfunc=entry)
        state.targetctx.insert_user_function(entry, state["cr"].fndesc, [state.library])
        return True


class _Passes(PassManager):
    """Passes that are trusted to keep the code of a function in order."""

    def _runPass(self, index: int, step: Any, state: Any) -> None:  # noqa: N802
        step.analysis = self._analysis
        with new_error_context("Pass {name}", name=step.name()):
            step.run_pass(state)


class _Pipeline(compiler.CompilerBase):
    """Numba's passes, without those for what rules and kernels do not use."""

    def define_pipelines(self) -> list[PassManager]:
        passes = _Passes("zermelo")
        for step in (
            untyped.TranslateByteCode, untyped.FixupArgs, untyped.IRProcessing, untyped.RewriteSemanticConstants,
            untyped.DeadBranchPrune, untyped.GenericRewrites, untyped.RewriteDynamicRaises, untyped.ReconstructSSA,
            _TypeInference, typed.PreLowerStripPhis,
            typed.IRLegalization, typed.AnnotateTypes, _Lowering, typed.NoPythonBackend,
        ):  # fmt: skip
            passes.add_pass(step, step.__name__)
        passes.finalize()
        return [passes]


class _OverloadPipeline(_Pipeline):
    """For functions of Numba's own, some of which need all of its passes."""

    def define_pipelines(self) -> list[PassManager]:
        return [*super().define_pipelines(), compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)]


# --- once will do -----------------------------------------------------------------------------------------------------


@contextmanager
def leaner() -> Iterator[None]:
    """Let Numba do once what it does over and over, and leave out what nobody looks at."""
    for context in (cpu_target.typing_context, cpu_target.target_context):
        context.refresh()
    usual = [(owner, name, getattr(owner, name)) for owner, name, _ in LEANER]
    for owner, name, value in LEANER:
        setattr(owner, name, value)
    try:
        yield
    finally:
        for owner, name, value in usual:
            setattr(owner, name, value)


def _remembered_call_type(self: Any, context: Any, args: Any, kws: Any, usual: Any = BaseFunction.get_call_type) -> Any:
    """Numba asks dozens of templates what `+` is for two whole numbers, each time anew.

    What a call means comes with the code for it, which is another where memory is allocated.
    """
    if kws:
        return usual(self, context, args, kws)
    flags = ConfigStack.top_or_none()
    known, asked = self.__dict__.setdefault("_known_calls", {}), (args, flags is None or flags.nrt)
    if asked not in known:
        signature = usual(self, context, args, kws)
        known[asked] = signature, self._impl_keys[signature.args]
    signature, self._impl_keys[signature.args] = known[asked]
    return signature


def _lean_implementation(self: Any, usual: Any = _OverloadFunctionTemplate._get_jit_decorator) -> Any:
    """What Numba says in Python about built-in functions is compiled like rules, if that is possible."""
    return partial(usual(self), pipeline_class=_OverloadPipeline)


def _lean_postprocessing(self: Any, emit_dels: bool = False, usual: Any = PostProcessor.run, **more: Any) -> None:
    """Who lives how long matters only in the end, to free what is dead."""
    if emit_dels or self.func_ir.is_generator:
        usual(self, emit_dels, **more)
    else:
        self.func_ir.blocks = canonicalize_cfg(self.func_ir.blocks)
        self.func_ir.generator_info = None


def _refresh_intrinsics(context: Any) -> None:
    """Numba looks for new extensions everywhere, all the time; while it is at work they come from one place."""
    for registry in (next(iter(context._registries)), builtin_registry):
        context.install_registry(registry)


def _index_within(
    context: Any, builder: Any, kind: Any, index: Any, size: Any, usual: Any = arrayobj.fix_integer_index
) -> Any:
    """Numba lets a negative index count from the end. What is more comes where somebody asks for it.

    That is one comparison for each write, which the processor foresees; still, random games of Hex, whose `moves`
    writes 121 times, took 1.1 times as long. Where it is known how long an array must be (see `counted`), and it is,
    LLVM leaves the comparison out.
    """
    index = usual(context, builder, kind, index, size)
    if guard := getattr(context, "guard", None):
        sentence, enough = guard
        beyond = builder.icmp_unsigned(">=", index, size)
        if enough is not None:
            beyond = builder.and_(builder.icmp_unsigned("<", size, size.type(enough)), beyond)
        with cgutils.if_unlikely(builder, beyond):
            context.call_conv.return_user_exc(builder, IndexError, (sentence,))
    return index


def _nothing(*_: Any, **__: Any) -> None:
    """Who listens?"""


LEANER: list[tuple[Any, str, Any]] = [
    (BaseFunction, "get_call_type", _remembered_call_type),
    (_OverloadFunctionTemplate, "_get_jit_decorator", _lean_implementation),
    (PostProcessor, "run", _lean_postprocessing),
    (typing_context.BaseContext, "refresh", _nothing),
    (base.BaseContext, "refresh", _refresh_intrinsics),
    (arrayobj, "fix_integer_index", _index_within),
    (event, "start_event", _nothing),
    (event, "end_event", _nothing),
]
