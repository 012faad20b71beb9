"""How Numba is led: a function that only compiled code calls stays LLVM's code until an entry takes it in.

Numba optimises every function on its own, together with all that it calls, and makes machine code of it; then it does
so again in each caller. Here that is done once, in the entry. And a named tuple's field that holds None is None before
types are inferred, so that branches on it are cut off as they are for an argument.

What Numba does for features that no kernel uses is left out, and a call of one of its own functions is given its type
once for the same types of arguments. That is a third of the time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from llvmlite.binding import Linkage
from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core import ir, typed_passes, types, untyped_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, _LowerResult
from numba.core.compiler_machinery import FunctionPass, LoweringPass, register_pass
from numba.core.typed_passes import NativeLowering
from numba.core.untyped_passes import RewriteSemanticConstants

_NEEDLESS: Final = (
    untyped_passes.WithLifting,
    untyped_passes.InlineClosureLikes,
    untyped_passes.RewriteDynamicRaises,
    untyped_passes.MakeFunctionToJitFunction,
    untyped_passes.InlineInlinables,
    untyped_passes.FindLiterallyCalls,
    untyped_passes.LiteralUnroll,
    untyped_passes.LiteralPropagationSubPipelinePass,
    typed_passes.InlineOverloads,
    typed_passes.NopythonRewrites,
    typed_passes.DumpParforDiagnostics,
)
"""Passes for closures, ``with``, exceptions, literals and expressions of whole arrays: kernels have none of these."""


class _Part(JITCodeLibrary):
    """The code of one function, neither optimised nor linked."""

    def finalize(self) -> None:
        self._finalized = True

    def alone(self) -> Any:
        """Return the code without that of what it calls, to be taken in whether or not it is called already."""
        module = self._final_module.clone()
        _link_as(module, "external", "weak_odr")
        return module

    def _get_module_for_linking(self) -> Any:
        """Return the code with that of everything it calls, for functions that Numba compiles in its own way."""
        module = self.alone()
        _take_in(module, self._linking_libraries)
        _link_as(module, "weak_odr", "linkonce_odr")
        return module


class _Whole(JITCodeLibrary):
    """An entry's code with that of everything it calls."""

    def finalize(self) -> None:
        _take_in(self._final_module, self._linking_libraries)
        _link_as(self._final_module, "weak_odr", "private")
        self._linking_libraries = []
        super().finalize()

    def _verify_declare_only_symbols(self) -> None:
        """Refuse code with holes: a call of a function that is not there would end the process."""
        missing = [one.name for one in self._final_module.functions if one.is_declaration and one.name.startswith("_Z")]
        if missing:
            raise AssertionError(f"{self.name} was linked without {', '.join(missing)}")

    def _optimize_final_module(self) -> None:
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)


def _take_in(module: Any, libraries: list[Any]) -> None:
    """Link functions, and whatever they call, into a module, each once."""
    found: set[Any] = set()
    waiting = list(libraries)
    while waiting:
        library = waiting.pop()
        if library not in found:
            found.add(library)
            part = isinstance(library, _Part)
            module.link_in(library.alone() if part else library._get_module_for_linking(), preserve=True)
            waiting.extend(library._linking_libraries if part else ())


def _link_as(module: Any, old: str, new: str) -> None:
    """Change how the functions of a module are seen by others.

    Those that are ``linkonce_odr`` are dropped where nobody calls them. Those that are ``private`` have no symbol and
    are seen by nobody else: LLVM may change which arguments they take, of which a net alone makes dozens. (Those that
    are ``internal`` have a symbol, and would be taken for other modules' functions of the same name.)
    """
    for function in module.functions:
        if not function.is_declaration and function.linkage == Linkage[old]:
            function.linkage = new


@register_pass(mutates_CFG=False, analysis_only=False)
class _KnownFields(FunctionPass):
    """Write None for a field that holds None in a named tuple given as an argument."""

    _name = "tengen_known_fields"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        changed = False
        for block in state.func_ir.blocks.values():
            for assigned in block.find_insts(ir.Assign):
                found = _type_of(state, assigned.value)
                if isinstance(found, types.NoneType) and isinstance(assigned.value, ir.Expr):
                    assigned.value = ir.Const(None, assigned.loc)
                    state.func_ir._definitions[assigned.target.name] = [assigned.value]
                    changed = True
        return changed


def _type_of(state: Any, value: Any) -> Any:
    """Return the type of an argument, or of a field of a named tuple that is one; None where it is something else."""
    if isinstance(value, ir.Arg):
        return state.args[value.index]
    if isinstance(value, ir.Var):
        definitions = state.func_ir._definitions[value.name]
        return _type_of(state, definitions[0]) if len(definitions) == 1 else None
    if isinstance(value, ir.Expr) and value.op == "getattr":
        whole = _type_of(state, value.value)
        if isinstance(whole, types.BaseNamedTuple) and value.attr in (fields := whole.fields):  # type: ignore[attr-defined]
            return whole[fields.index(value.attr)]
    return None


@register_pass(mutates_CFG=False, analysis_only=False)
class _Registering(LoweringPass):
    """Make known to callers what was lowered, without machine code."""

    _name = "tengen_registering"

    def __init__(self) -> None:
        LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        lowered = state["cr"]
        fndesc, library = lowered.fndesc, state.library
        name = fndesc.qualname.split(".")[-1]
        function = _dynfunc.make_function(fndesc.lookup_module(), name, "", 0, lowered.env, (library,))
        state.targetctx.insert_user_function(function, fndesc, [library])
        state["cr"] = _LowerResult(fndesc, lowered.call_helper, cfunc=function, env=lowered.env)
        return True


@contextmanager
def _led(context: Any) -> Iterator[None]:
    """Keep, until the outermost function is compiled, the types that calls of Numba's own functions were given.

    They are asked for whenever another type in the same function becomes known, and each time dozens of templates are
    tried. Garbage is not looked for meanwhile: nearly all that is made stays until the end.
    """
    if "resolve_function_type" in vars(context):  # a function that this one calls
        yield
        return
    resolve = context.resolve_function_type
    known: dict[Any, Any] = {}

    def resolved(function: Any, given: Any, named: Any) -> Any:
        if isinstance(function, types.Dispatcher):
            return resolve(function, given, named)
        asked = function, tuple(given), tuple(dict(named).items())
        found = known.get(asked)
        if found is None:
            found = known[asked] = resolve(function, given, named)
        return found

    context.resolve_function_type = resolved
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        del context.resolve_function_type
        if collects:
            gc.enable()


class WholeCompiler(CompilerBase):
    """Compiles what Python calls."""

    def compile_extra(self, func: Any) -> Any:
        with _led(self.state.typingctx):
            return super().compile_extra(func)

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [each for each in passes.passes if each[0] not in _NEEDLESS]
        passes.add_pass_after(_KnownFields, RewriteSemanticConstants)
        self._finish(passes)
        passes.finalize()
        return [passes]

    def _finish(self, passes: Any) -> None:
        self._begin_library(_Whole)

    def _begin_library(self, kind: Any) -> None:
        if self.state.library is None:
            library = kind(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
            library.enable_object_caching()
            self.state.library = library


class PartCompiler(WholeCompiler):
    """Compiles what only compiled code calls."""

    def _finish(self, passes: Any) -> None:
        self._begin_library(_Part)
        self.state.flags.no_compile = True
        passes.add_pass_after(_Registering, NativeLowering)
