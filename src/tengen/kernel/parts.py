"""Parts: functions that only compiled code calls, shared by the processes that compile at the same time.

Numba infers the types of each, and writes it down in LLVM's language, before an entry takes it in and LLVM optimises
the whole. That first step is most of the work, and entries have most parts in common. So a part is kept on disk for a
while, under a name that all processes give it. Of two that need one, the second takes what the first has made.
"""

from __future__ import annotations

import copy
import hashlib
import os
import pickle
import tempfile
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, Final
from weakref import WeakKeyDictionary

import llvmlite.binding as llvm
from numba import _dynfunc, types  # type: ignore[attr-defined]
from numba.core.caching import _Cache
from numba.core.compiler import compile_result
from numba.core.environment import Environment
from numba.core.serialize import dumps

from . import claims, code_store, processors
from .compiler import PartCompiler, WholeCompiler, _Part
from .stamps import kind_of, stamp

Origin = tuple[str, str, tuple[Any, ...]]
"""A function's module and name, and the types of its arguments."""

_RUNTIME: Final = "nrt"
"""Numba's counting of references, which every entry takes in anyway."""
_origins: WeakKeyDictionary[Any, Origin] = WeakKeyDictionary()
"""Whose code a part is."""
_NAMES: Final = b"2"
"""How functions are named in parts; a part of other names is not taken."""


def _named(record: types.Record) -> tuple[str, tuple[str]]:
    """Return what stands for a record in the names of functions.

    Numba counts the records that a process meets, so what one process calls, another one would know by another name.
    """
    return "Record", (hashlib.sha256(record.name.encode()).hexdigest()[:20],)


types.Record.mangling_args = property(_named)  # type: ignore[assignment,method-assign]


class SharedCompiler(WholeCompiler):
    """Compiles what Python calls, and lets others know where that fails or is interrupted."""

    def compile_extra(self, func: Any) -> Any:
        try:
            return super().compile_extra(func)
        except BaseException:
            claims.release_all()
            raise


class SharedPartCompiler(PartCompiler, SharedCompiler):
    """Compiles what only compiled code calls, under a name that is the same in all processes."""

    def define_pipelines(self) -> list[Any]:
        identity = self.state.func_id
        identity.unique_id = stamp(identity.func)[:20]
        return super().define_pipelines()


class Parts(_Cache):
    """A function's parts on disk, one for every kind of arguments; where nothing can be written, there are none."""

    def __init__(self, function: FunctionType) -> None:
        self._function = function

    @property
    def cache_path(self) -> str:
        return str(claims.claims_folder())

    @cached_property
    def _stamp(self) -> str:
        return hashlib.sha256(_NAMES + stamp(self._function).encode()).hexdigest()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return a part that is on disk, or will soon be; None where this process has to compile it."""
        data = claims.awaited(name := self._name(sig), lambda: _read(name))
        return None if data is None else _rebuilt(data, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a part; one that calls Numba's own functions is known in this process alone."""
        _origins[data.library] = self._function.__module__, self._function.__qualname__, sig
        name = self._name(sig)
        try:
            reduced = _reduced(data)
            if reduced is not None:
                _write(name, dumps(reduced))
        finally:
            claims.release(name)

    def _name(self, sig: Any) -> str:
        return code_store.file_name(*kind_of(self._function, sig, processors.own()), self._stamp)

    def enable(self) -> None:
        """Do nothing: parts are always shared."""

    def disable(self) -> None:
        """Do nothing, as above."""

    def flush(self) -> None:
        """Do nothing: what is out of date is never looked for."""


# -- what a file holds -------------------------------------------------------------------------------------------------


def _reduced(compiled: Any) -> tuple[Any, ...] | None:
    """Return a part as it can be written down; None where it needs what only this process has."""
    library = compiled.library
    called = {_origins.get(each): None for each in library._linking_libraries if each.name != _RUNTIME}
    addresses = any(each.name.startswith("numba.dynamic.globals") for each in library._final_module.global_variables)
    if None in called or addresses or compiled.reload_init or compiled.environment.consts:
        return None
    known = copy.copy(compiled.fndesc)
    known.typemap = known.calltypes = None
    return library.name, library._final_module.as_bitcode(), known, compiled.signature, tuple(called)


def _rebuilt(data: bytes, target_context: Any) -> Any:
    """Return a part that was written down; None where what it names has moved since."""
    with suppress(AttributeError, ImportError):
        target_context.refresh()
        library_name, code, known, signature, called = pickle.loads(data)
        library = _Part(target_context.codegen(), library_name)
        library._final_module = llvm.parse_bitcode(code)
        for module, name, given in called:
            library.add_linking_library(_compiled(module, name, given))
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
    return None


def _compiled(module: str, name: str, given: tuple[Any, ...]) -> Any:
    """Return the code of a function for arguments of some types, from disk if it is there."""
    function = getattr(import_module(module), name)
    function.compile(given)
    return function.overloads[given].library


# -- files -------------------------------------------------------------------------------------------------------------


def _read(name: str) -> bytes | None:
    folder = claims.claims_folder()
    if folder is None:
        return None
    with suppress(OSError):
        return code_store.unsealed((folder / name).read_bytes())
    return None


def _write(name: str, data: bytes) -> None:
    """Put a file in its place in one step; it need not outlive a power cut."""
    folder = claims.claims_folder()
    if folder is None:
        return
    with suppress(OSError):
        handle, beside = tempfile.mkstemp(prefix=".part-", dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(code_store.sealed(data))
        Path(beside).replace(folder / name)
