"""How the kernel is compiled: decorators, and a cache on disk that notices every change that matters and no other.

Numba keys its cache on the file of the compiled function alone, and on where that stands; an entry is made of helpers
from other files too. Its stamp is therefore a digest of the code of every function it can reach, and of what these
read.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import llvmlite
import numba
import numpy as np
from numba import njit, types
from numba.core import config
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from numba.core.typing.templates import Signature

from . import code_store, processors

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
    compiled._cache = _Stored(function)  # type: ignore[arg-type]
    return compiled


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
        kind = given.args if isinstance(given, Signature) else given
        words = [*map(str, kind), *(str([*_fields(each)]) for each in kind), *processor]
        module = self._function.__module__.removeprefix(f"{__name__.split('.')[0]}.")
        return code_store.file_name(f"{module}.{self._function.__qualname__}", " ".join(words), self._stamp)

    def is_there(self, given: Any) -> bool:
        """Say whether there is code for arguments of some types that this processor can run."""
        return any(code_store.has(self.name(given, each)) for each in processors.usable())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        for processor in processors.usable() if self._enabled else ():
            data = code_store.load(self.name(sig, processor))
            if data is not None:
                with suppress(AttributeError, ImportError):  # it names a tuple that has moved since
                    return CompileResult._rebuild(target_context, *pickle.loads(data))
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        if self._enabled and not data.library.has_dynamic_globals:
            code_store.save(self.name(sig, processors.own()), dumps(data._reduce()))

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
    """Return a digest of the way in which everything is compiled: by whom, and how that is led."""
    leading = Path(__file__).with_name("compiler.py").read_bytes()
    words = repr((numba.__version__, llvmlite.__version__, sorted(_OPTIONS.items()), vars(config)["OPT"]))
    return hashlib.sha256(leading + words.encode()).digest()


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
