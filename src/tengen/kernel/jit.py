"""Compilation of the kernel: decorators, and a cache on disk that notices every change that matters and no other.

Numba keys its cache on the path and content of one file, but an entry also contains helpers from other files. So its
stamp is a digest of the code of every function it can reach, and of the values that these read.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from types import FunctionType
from typing import Any, TypeVar

from numba import njit, typeof

from . import code_store, numba_internals, processors
from .stamps import OPTIONS, kind_of, stamp

_INNER = {**OPTIONS, "no_cpython_wrapper": True}  # without a bridge to Python
_ENTRY = dict(OPTIONS)


class _EntryCompiler(numba_internals.EntryCompiler):
    """Releases other processes after a failure or an interruption."""

    def compile_extra(self, func: Any) -> Any:
        try:
            return super().compile_extra(func)
        except BaseException:
            code_store.release_all()
            raise


class _PartCompiler(numba_internals.PartCompiler, _EntryCompiler):
    def unique_id(self, function: FunctionType) -> str:
        return stamp(function)[:20]


if numba_internals.IS_TRIED:
    _INNER["pipeline_class"] = _PartCompiler
    _ENTRY["pipeline_class"] = _EntryCompiler


Function = TypeVar("Function", bound=Callable[..., Any])
"""A function's type, unchanged by compiling: Numba infers types itself and ignores annotations."""


def helper(function: Function) -> Function:
    """Compile a small function that is inlined in every caller."""
    compiled: Function = _part(njit(forceinline=True, **_INNER)(function))
    return compiled


def routine(function: Function) -> Function:
    """Compile a larger function that other kernels call; LLVM decides where to inline it.

    Unset options would be the first caller's and change the function's name, which must be the same in all processes.
    """
    compiled: Function = _part(njit(inline="never", forceinline=False, **_INNER)(function))
    return compiled


def _part(compiled: Any) -> Any:
    if numba_internals.IS_TRIED:
        numba_internals.without_literals(compiled)
        numba_internals.use_cache(compiled, _StoredPart(compiled.py_func))
    return compiled


def entry(function: Function) -> Function:
    """Compile a function that Python calls; the result is cached on disk."""
    compiled: Any = njit(**_ENTRY)(function)
    numba_internals.use_cache(compiled, _Stored(compiled.py_func))
    made: Function = compiled
    return made


def dispatcher_of(compiled: Callable[..., Any]) -> Any:
    """Return a compiled function as Numba's dispatcher, hidden by its static type."""
    return compiled


def source_of(compiled: Function) -> Function:
    """Return the Python source function of a compiled one."""
    source: Function = dispatcher_of(compiled).py_func
    return source


def rebound(source: FunctionType, form: Callable[[Any], Any], **names: Any) -> Any:
    """Return a copy of a function with compiled functions converted and some names rebound."""
    known = {**source.__globals__, **names}
    for name in source.__code__.co_names:
        if isinstance(known.get(name), numba_internals.Dispatcher):
            known[name] = form(known[name])
    copy = FunctionType(source.__code__, known, source.__name__, source.__defaults__, source.__closure__)
    copy.__module__, copy.__qualname__ = source.__module__, source.__qualname__
    return copy


# -- the cache ---------------------------------------------------------------------------------------------------------


class _Stored(numba_internals.CodeCache):
    """An entry's code on disk, for every combination of argument types so far."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function

    @property
    def cache_path(self) -> str:
        return str(code_store.writable_folder())

    @cached_property
    def _stamp(self) -> str:
        return stamp(self.function)

    def name(self, kinds: Any, processor: tuple[str, ...]) -> str:
        """Return the file's name for argument types on a processor."""
        return code_store.file_name(*kind_of(self.function, kinds, processor), self._stamp)

    def is_there(self, kinds: Any) -> bool:
        """Return whether there is code for argument types that this processor can run."""
        return any(code_store.has(self.name(kinds, each)) for each in processors.usable())

    def is_any_there(self) -> bool:
        """Return whether there is code for any argument types and any processor."""
        pattern = code_store.file_name(kind_of(self.function, (), ())[0], None, self._stamp)
        return any(next(folder.glob(pattern), None) for folder in code_store.folders())

    def find(self, kinds: Any) -> bytes | None:
        return code_store.awaited(self.name(kinds, processors.own()), lambda: self._on_disk(kinds))

    def _on_disk(self, kinds: Any) -> bytes | None:
        found = (code_store.load(self.name(kinds, processor)) for processor in processors.usable())
        return next((data for data in found if data is not None), None)

    def keep(self, kinds: Any, data: bytes | None) -> None:
        name = self.name(kinds, processors.own())
        if data is not None:
            code_store.save(name, data)
        code_store.release(name)


class _StoredPart(numba_internals.PartCache, _Stored):
    """A part on disk for a while, shared by processes that compile the same entry."""

    def name(self, kinds: Any, processor: tuple[str, ...]) -> str:
        return f"{code_store.PARTS}/{super().name(kinds, processor)}"


def is_there(entry: Any, given: tuple[Any, ...]) -> bool:
    """Return whether an entry is compiled for some arguments, loaded or on disk."""
    kinds = tuple(map(typeof, given))
    return kinds in entry.overloads or entry._cache.is_there(kinds)


def is_any_there(entry: Any) -> bool:
    """Return whether an entry is compiled for any arguments, loaded or on disk."""
    return bool(entry.overloads) or entry._cache.is_any_there()
