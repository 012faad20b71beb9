"""How the kernel is compiled: decorators, and a cache on disk that notices every change that matters and no other.

Numba keys its cache on the file of the compiled function alone, and on where that stands; an entry is made of helpers
from other files too. Its stamp is therefore a digest of the code of every function it can reach, and of what these
read.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property, partial
from types import FunctionType
from typing import Any, TypeVar

import numba
from numba import njit, types
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps

from . import claims, code_store, processors
from .stamps import OPTIONS, kind_of, stamp

_INNER = {**OPTIONS, "no_cpython_wrapper": True}  # no bridge to Python to compile
_ENTRY = dict(OPTIONS)

_LED = ("0.68",)
"""The versions of Numba that `compiler` has been tried with; any other compiles in its own way, which takes longer."""

if numba.__version__.rpartition(".")[0] in _LED:
    from .parts import Parts, SharedCompiler, SharedPartCompiler

    _INNER["pipeline_class"] = SharedPartCompiler
    _ENTRY["pipeline_class"] = SharedCompiler


Function = TypeVar("Function", bound=Callable[..., Any])
"""A function's type, which compiling it keeps: Numba infers its own types and reads no annotation."""


def helper(function: Function) -> Function:
    """Compile a small function that is folded into every caller."""
    compiled: Function = _part(njit(forceinline=True, **_INNER)(function))
    return compiled


def routine(function: Function) -> Function:
    """Compile a larger function that other kernels call; it is folded in where LLVM sees fit.

    What is not said, Numba takes from whichever function calls it first, and writes into its name: other processes,
    where another one is first, would know it by another name.
    """
    compiled: Function = _part(njit(inline="never", forceinline=False, **_INNER)(function))
    return compiled


def _part(compiled: Any) -> Any:
    """Have other processes share a function that only compiled code calls."""
    if "pipeline_class" in _INNER:
        compiled._cache = Parts(compiled.py_func)
        compiled.get_call_template = partial(_called, compiled.get_call_template)
    return compiled


def _called(template: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Give a call its types; a number's own value makes no function of its own, since LLVM sees it all the same."""
    return template(tuple(map(types.unliteral, given)), {name: types.unliteral(each) for name, each in named.items()})


def entry(function: Function) -> Function:
    """Compile a function that Python calls; the result is cached on disk."""
    compiled: Any = njit(**_ENTRY)(function)
    compiled._cache = _Stored(compiled.py_func)
    made: Function = compiled
    return made


def dispatcher_of(compiled: Callable[..., Any]) -> Any:
    """Return a compiled function as Numba's dispatcher, which is what it is beside what its type says."""
    return compiled


def source_of(compiled: Function) -> Function:
    """Return the Python function of which compiled code was made."""
    source: Function = dispatcher_of(compiled).py_func
    return source


# -- the cache ---------------------------------------------------------------------------------------------------------


class _Stored(_Cache):
    """An entry's code on disk, for every kind of arguments that it was given."""

    def __init__(self, function: FunctionType) -> None:
        self._function, self._enabled = function, True

    @property
    def cache_path(self) -> str:
        return str(code_store.writable_folder())

    @cached_property
    def _stamp(self) -> str:
        return stamp(self._function)

    def name(self, given: Any, processor: tuple[str, ...]) -> str:
        """Return the file's name for arguments of some types, on a processor."""
        return code_store.file_name(*kind_of(self._function, given, processor), self._stamp)

    def is_there(self, given: Any) -> bool:
        """Say whether there is code for arguments of some types that this processor can run."""
        return any(code_store.has(self.name(given, each)) for each in processors.usable())

    def is_any_there(self) -> bool:
        """Say whether there is code for arguments of any types, and any processor."""
        pattern = code_store.file_name(kind_of(self._function, (), ())[0], None, self._stamp)
        return any(next(folder.glob(pattern), None) for folder in code_store.folders())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        if not self._enabled:
            return None
        rtsys.initialize(target_context)  # all else that Numba would load here, only compiling needs
        data = claims.awaited(self.name(sig, processors.own()), lambda: self._held(sig))
        if data is not None:
            with suppress(AttributeError, ImportError):  # it names a tuple that has moved since
                return CompileResult._rebuild(target_context, *pickle.loads(data))
        return None

    def _held(self, sig: Any) -> bytes | None:
        """Return what is on disk for arguments of some types, and can be run by this processor."""
        found = (code_store.load(self.name(sig, processor)) for processor in processors.usable())
        return next((data for data in found if data is not None), None)

    def save_overload(self, sig: Any, data: Any) -> None:
        name = self.name(sig, processors.own())
        try:
            if self._enabled and not data.library.has_dynamic_globals:
                code_store.save(name, dumps(data._reduce()))
        finally:
            claims.release(name)

    def enable(self) -> None:
        self._enabled = True

    def disable(self) -> None:
        self._enabled = False

    def flush(self) -> None:
        """Do nothing: what is out of date is never looked for."""


def is_there(entry: Any, given: tuple[Any, ...]) -> bool:
    """Say whether an entry need not be compiled for some arguments: it is loaded already, or on disk."""
    kinds = tuple([entry.typeof_pyval(each) for each in given])
    return kinds in entry.overloads or entry._cache.is_there(kinds)


def is_any_there(entry: Any) -> bool:
    """Say whether an entry was compiled for any arguments: it is loaded, or on disk."""
    return bool(entry.overloads) or entry._cache.is_any_there()
