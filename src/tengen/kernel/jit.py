"""How the kernel is compiled: decorators, and a cache on disk that notices every change that matters and no other.

Numba keys its cache on the file of the compiled function alone; an entry is made of helpers from other files too. Its
stamp is therefore a digest of the code of every function it can reach, and of what these read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba import njit, types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile

_OPTIONS: dict[str, Any] = {
    "_nrt": False,
    "boundscheck": False,
    "nogil": True,
    "no_cfunc_wrapper": True,
    "error_model": "numpy",
}
_INNER = {**_OPTIONS, "no_cpython_wrapper": True}  # no bridge to Python to compile
_ENTRY = dict(_OPTIONS)

_LED = ("0.68",)
"""The versions of Numba that `compiler` has been tried with; any other compiles in its own way, which takes longer."""

if numba.__version__.rpartition(".")[0] in _LED:
    from .compiler import PartCompiler, WholeCompiler

    _INNER["pipeline_class"] = PartCompiler
    _ENTRY["pipeline_class"] = WholeCompiler


def helper(function: Callable[..., Any]) -> Any:
    """Compile a small function that is folded into every caller."""
    return njit(forceinline=True, **_INNER)(function)


def routine(function: Callable[..., Any]) -> Any:
    """Compile a larger function that other kernels call; it is folded in where LLVM sees fit."""
    return njit(inline="never", **_INNER)(function)


def entry(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls; the result is cached on disk."""
    compiled = njit(**_ENTRY)(function)
    with suppress(RuntimeError):  # Numba finds no folder it may write to
        compiled._cache = _Cache(function)  # type: ignore[arg-type]
    return compiled


# -- the cache ---------------------------------------------------------------------------------------------------------


class StampedFile(IndexDataCacheFile):
    """A cache's index that is worth what the function's stamp says, worked out when it is first asked for."""

    def __init__(self, file: IndexDataCacheFile, function: FunctionType) -> None:
        self.__dict__.update({name: value for name, value in vars(file).items() if name != "_source_stamp"})
        self._function = function

    @cached_property
    def _source_stamp(self) -> str:
        return stamp(self._function)

    def save(self, key: Any, data: Any) -> None:
        super().save(key, (self._source_stamp, data))

    def load(self, key: Any) -> Any:
        found = super().load(key)  # two processes may write an index and its data at the same time
        return found[1] if found and found[0] == self._source_stamp else None

    def _load_index(self) -> Any:
        try:
            return super()._load_index()
        except (AttributeError, ImportError):  # it names a tuple that is no longer there
            return {}


class _Entries(CompileResultCacheImpl):
    """Names an entry's files by its name alone: that it has moved down its file changes nothing."""

    def get_filename_base(self, fullname: str, abiflags: str) -> str:
        name: str = super().get_filename_base(fullname, abiflags)
        return name.replace(f"-{self._lineno}.", ".", 1)


class _Cache(FunctionCache):
    """An entry's cache: its index is stamped, and its keys say which fields the named tuples given have."""

    _impl_class = _Entries

    def __init__(self, function: FunctionType) -> None:
        super().__init__(function)
        self._cache_file = StampedFile(self._cache_file, function)

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return (*super()._index_key(sig, codegen), *(tuple(_fields(given)) for given in sig))


def _fields(kind: Any) -> Iterator[str]:
    """Yield the fields of a named tuple's type, and of those in it."""
    if isinstance(kind, types.BaseNamedTuple):
        yield from kind.fields  # type: ignore[attr-defined]
    if isinstance(kind, types.BaseTuple):
        for one in kind:  # type: ignore[attr-defined]
            yield from _fields(one)


def stamp(function: FunctionType) -> str:
    """Return a digest of all that an entry's machine code depends on: its own code and everything it can reach."""
    digest = hashlib.sha256(_way())
    reached = [function]
    for one in reached:  # grows while it is read
        words, called = _own(one)
        digest.update(words)
        reached.extend(inner for inner in called if inner not in reached)
    return digest.hexdigest()


@cache
def _way() -> bytes:
    """Return a digest of the way in which everything is compiled."""
    here = Path(__file__)
    return b"".join(hashlib.sha256(path.read_bytes()).digest() for path in (here, here.with_name("compiler.py")))


@cache
def _own(function: FunctionType) -> tuple[bytes, list[FunctionType]]:
    """Return what a function consists of and reads, and which compiled functions it names."""
    words = [function.__qualname__, *_code_words(function.__code__, function.__doc__)]
    called: list[FunctionType] = []
    for name, value in sorted(_read(function), key=lambda pair: pair[0]):
        inner = getattr(value, "py_func", None)
        if inner is not None:
            called.append(inner)
            value = inner.__module__, inner.__qualname__, bool(value.targetoptions.get("forceinline"))
        words.append(f"{name}={_value_words(value)}")
    return "\n".join(words).encode(), called


def _read(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield what a function may read outside itself, by its names; of this package's modules, what it reads in them."""
    code, known = function.__code__, function.__globals__
    for name, cell in zip(code.co_freevars, function.__closure__ or ()):
        yield name, cell.cell_contents
    names = {name for one in _codes(code) for name in one.co_names}
    for name in names & known.keys():
        value = known[name]
        yield name, value
        if isinstance(value, ModuleType) and value.__name__.split(".")[0] == __name__.split(".")[0]:
            yield from ((f"{name}.{inner}", getattr(value, inner)) for inner in names if hasattr(value, inner))


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a function's code and that of the functions in it."""
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _codes(const)


def _code_words(code: CodeType, doc: str | None) -> Iterator[str]:
    """Yield what code does, without where it stands and what its docstring says."""
    for one in _codes(code):
        consts = [const for const in one.co_consts if not isinstance(const, CodeType) and const != doc]
        yield one.co_code.hex()
        yield repr((one.co_flags, one.co_argcount, one.co_names, one.co_varnames, one.co_freevars, one.co_cellvars))
        yield " ".join(_value_words(const) for const in consts)


def _value_words(value: Any) -> str:
    """Return a constant, or what names a thing that code refers to."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype.descr} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, type) and hasattr(value, "_fields"):
        return f"{value.__qualname__}{value._fields}"
    if isinstance(value, frozenset):
        return repr(sorted(map(repr, value)))
    if isinstance(value, np.dtype):
        return f"{value.descr} {value.isalignedstruct}"
    if isinstance(value, (type, ModuleType)) or callable(value):
        return str(getattr(value, "__qualname__", value.__name__))
    return repr(value)
