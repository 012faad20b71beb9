"""Everything of Numba that is not public: one optimisation for each entry, and code as bytes for the disk.

Numba optimises every function together with all that it calls, makes machine code of it, and does so again in each
caller. Here that is done once, in the entry (a function that Python calls); the functions that only compiled code calls
(parts) remain LLVM's unoptimised code until then. That takes a quarter of the time.

Each name taken from Numba has a test in ``tests/kernel/test_numba_internals.py``.
"""

from __future__ import annotations

import copy
import gc
import hashlib
import pickle
from contextlib import suppress
from functools import partial
from importlib import import_module
from types import FunctionType
from typing import Any, Final
from weakref import WeakKeyDictionary

import numba
from llvmlite.binding import Linkage, parse_bitcode
from numba import _dynfunc, types  # type: ignore[attr-defined]
from numba.core import cgutils, event, ir
from numba.core.caching import _Cache
from numba.core.codegen import JITCodeLibrary, get_host_cpu_features
from numba.core.compiler import CompilerBase, CompileResult, DefaultPassBuilder, _LowerResult, compile_result
from numba.core.compiler_machinery import FunctionPass, LoweringPass, register_pass
from numba.core.dispatcher import Dispatcher
from numba.core.environment import Environment
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps
from numba.core.typed_passes import NativeLowering
from numba.core.untyped_passes import RewriteSemanticConstants

__all__ = [
    "CodeCache", "Dispatcher", "EntryCompiler", "PartCache", "PartCompiler", "cgutils", "event",
    "get_host_cpu_features", "use_cache", "without_literals",
]  # fmt: skip

TRIED: Final = ("0.67", "0.68")
"""The releases of Numba with which entries are compiled in this way; others compile in Numba's, which takes longer."""
IS_TRIED: Final = numba.__version__.rpartition(".")[0] in TRIED


# -- dispatchers -------------------------------------------------------------------------------------------------------


def use_cache(compiled: Any, cache: CodeCache) -> None:
    """Have a function loaded from a cache of our own and saved there."""
    compiled._cache = cache


def without_literals(compiled: Any) -> None:
    """Compile a function once for all constants that it is called with: LLVM folds them after inlining anyway."""
    compiled.get_call_template = partial(_call_template, compiled.get_call_template)


def _call_template(template: Any, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
    return template(tuple(map(types.unliteral, given)), {name: types.unliteral(each) for name, each in named.items()})


# -- one optimisation for each entry -----------------------------------------------------------------------------------


class _Part(JITCodeLibrary):
    """The code of one function, neither linked nor made machine code."""

    def finalize(self) -> None:
        self._finalized = True

    def alone(self) -> Any:
        """Return the code without that of the functions that it calls, to be kept when it is linked."""
        module = self._final_module.clone()
        _change_linkage(module, "external", "weak_odr")
        return module

    def _get_module_for_linking(self) -> Any:
        """Return the code with that of everything it calls, for callers that Numba compiles in its own way."""
        module = self.alone()
        _link_all(module, self._linking_libraries)
        _change_linkage(module, "weak_odr", "linkonce_odr")
        return module


class _Whole(JITCodeLibrary):
    """An entry's code with that of everything it calls."""

    def finalize(self) -> None:
        _link_all(self._final_module, self._linking_libraries)
        # A private function has no symbol, so LLVM may drop arguments: a board's adjacency alone has dozens of them.
        # (An internal one has a symbol, and would be mistaken for another module's function of the same name.)
        _change_linkage(self._final_module, "weak_odr", "private")
        self._linking_libraries = []
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Optimise once; Numba does it twice to drop counts of references, of which kernels have none."""
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)


def _link_all(module: Any, libraries: list[Any]) -> None:
    """Link functions, and the functions that they call, into a module, each once."""
    found: set[Any] = set()
    waiting = list(libraries)
    while waiting:
        library = waiting.pop()
        if library not in found:
            found.add(library)
            part = isinstance(library, _Part)
            module.link_in(library.alone() if part else library._get_module_for_linking(), preserve=True)
            waiting.extend(library._linking_libraries if part else ())


def _change_linkage(module: Any, old: str, new: str) -> None:
    for function in module.functions:
        if not function.is_declaration and function.linkage == Linkage[old]:
            function.linkage = new


@register_pass(mutates_CFG=False, analysis_only=False)
class _KnownFields(FunctionPass):
    """Write None for a field that holds None in a named tuple given as an argument.

    Branches on it are then cut off before types are inferred, as they are for an argument that is None.
    """

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
    """Return the type of an argument, or of a field of a named tuple that is one; None for anything else."""
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
    """Register a part with its callers, without machine code."""

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


class EntryCompiler(CompilerBase):
    """Compiles a function that Python calls, with everything that it calls."""

    def compile_extra(self, func: Any) -> Any:
        """Compile without garbage collection, a fifth of the time: nearly everything stays until the end."""
        collects = gc.isenabled()
        gc.disable()
        try:
            return super().compile_extra(func)
        finally:
            if collects:
                gc.enable()

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
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


class PartCompiler(EntryCompiler):
    """Compiles a function that only compiled code calls; subclasses name its code as in every process."""

    def unique_id(self, function: FunctionType) -> str:
        """Return what tells the function from others of its name."""
        raise NotImplementedError

    def _finish(self, passes: Any) -> None:
        self.state.func_id.unique_id = self.unique_id(self.state.func_id.func)
        self._begin_library(_Part)
        self.state.flags.no_compile = True
        passes.add_pass_after(_Registering, NativeLowering)


# -- compiled code as bytes --------------------------------------------------------------------------------------------


class CodeCache(_Cache):
    """Where the machine code of a function is loaded from and saved; subclasses say where that is."""

    function: Any
    enabled: bool = True

    def find(self, kinds: tuple[Any, ...]) -> bytes | None:
        """Return the code for arguments of these types; None if the function must be compiled."""
        raise NotImplementedError

    def keep(self, kinds: tuple[Any, ...], data: bytes | None) -> None:
        """Save code that was compiled; None if this code cannot leave the process."""
        raise NotImplementedError

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        if not self.enabled:
            return None
        rtsys.initialize(target_context)  # all else that Numba would load here, only compiling needs
        data = self.find(sig)
        if data is not None:
            with suppress(AttributeError, ImportError):  # it names a tuple that has moved since
                return CompileResult._rebuild(target_context, *pickle.loads(data))
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        if self.enabled:
            self.keep(sig, None if data.library.has_dynamic_globals else dumps(data._reduce()))

    def enable(self) -> None:
        self.enabled = True

    def disable(self) -> None:
        self.enabled = False

    def flush(self) -> None:
        """Do nothing: outdated code has another name."""


# -- parts as bytes ----------------------------------------------------------------------------------------------------


def _record_name(record: types.Record) -> tuple[str, tuple[str]]:
    """Return what stands for a record in the names of functions.

    Numba numbers the records that a process meets: in another process the same name would mean another function.
    """
    return "Record", (hashlib.sha256(record.name.encode()).hexdigest()[:20],)


types.Record.mangling_args = property(_record_name)  # type: ignore[assignment,method-assign]

_RUNTIME: Final = "nrt"
"""The library of Numba's counts of references, which every entry links anyway."""
_origins: WeakKeyDictionary[Any, tuple[str, str, tuple[Any, ...]]] = WeakKeyDictionary()
"""The function's module and name, and the types of its arguments, by the library of a part."""


class PartCache(CodeCache):
    """Where parts are loaded from and saved, so that two processes share the work for one entry."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        data = self.find(sig)
        if data is not None:
            with suppress(AttributeError, ImportError):  # it names something that has moved since
                return _rebuilt(pickle.loads(data), target_context)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        _origins[data.library] = self.function.__module__, self.function.__qualname__, sig
        reduced = _reduced(data)
        self.keep(sig, None if reduced is None else dumps(reduced))


def _reduced(compiled: Any) -> tuple[Any, ...] | None:
    """Return a part as it can be saved; None if it calls functions of Numba's own, which only this process has."""
    library = compiled.library
    called = {_origins.get(each): None for each in library._linking_libraries if each.name != _RUNTIME}
    addresses = any(each.name.startswith("numba.dynamic.globals") for each in library._final_module.global_variables)
    if None in called or addresses or compiled.reload_init or compiled.environment.consts:
        return None
    known = copy.copy(compiled.fndesc)
    known.typemap = known.calltypes = None
    return library.name, library._final_module.as_bitcode(), known, compiled.signature, tuple(called)


def _rebuilt(reduced: tuple[Any, ...], target_context: Any) -> Any:
    """Return a part that was saved, after the parts that it calls."""
    target_context.refresh()
    library_name, code, known, signature, called = reduced
    library = _Part(target_context.codegen(), library_name)
    library._final_module = parse_bitcode(code)
    for module, name, kinds in called:
        function = getattr(import_module(module), name)
        function.compile(kinds)
        library.add_linking_library(function.overloads[kinds].library)
    library.finalize()
    _origins[library] = known.modname, known.qualname, signature.args
    environment = Environment.from_fndesc(known)
    name = known.qualname.split(".")[-1]
    function = _dynfunc.make_function(known.lookup_module(), name, "", 0, environment, (library,))
    return compile_result(
        typing_context=target_context.typing_context, target_context=target_context, signature=signature,
        entry_point=function, fndesc=known, library=library, environment=environment, objectmode=False, lifted=(),
        reload_init=(), referenced_envs=(),
    )  # fmt: skip
