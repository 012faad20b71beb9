"""Stamps of compiled code: digests of a function's code, of all that it calls, and of how it is compiled."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

import llvmlite
import numba
import numpy as np
from numba import config, types

OPTIONS: Final[dict[str, Any]] = {
    "_nrt": False,
    "boundscheck": False,
    "nogil": True,
    "no_cfunc_wrapper": True,
    "error_model": "numpy",
}
"""The options of every compiled function."""
_PACKAGE: Final = __name__.split(".")[0]


def kind_of(function: FunctionType, given: Any, processor: tuple[str, ...]) -> tuple[str, str]:
    """Return a function's name, and a description of the argument types and processor of its code."""
    kinds = getattr(given, "args", given)
    words = [*map(str, kinds), *(str([*_fields(each)]) for each in kinds), *processor]
    module = function.__module__.removeprefix(f"{_PACKAGE}.")
    return f"{module}.{function.__qualname__}", " ".join(words)


def _fields(kind: Any) -> Iterator[str]:
    if isinstance(kind, types.BaseNamedTuple):
        yield from kind.fields  # type: ignore[attr-defined]
    if isinstance(kind, types.BaseTuple):
        for one in kind:  # type: ignore[attr-defined]
            yield from _fields(one)


def stamp(function: FunctionType) -> str:
    """Return a digest of all that an entry's machine code depends on: its own code and everything it can reach."""
    digest = hashlib.sha256(_way())
    reached = [function]
    for one in reached:  # grows during the loop
        words, called = _own(one)
        digest.update(words)
        reached.extend(inner for inner in called if inner not in reached)
    return digest.hexdigest()


@cache
def _way() -> bytes:
    """Return a digest of the compilers and options that apply to everything."""
    leading = b"".join(Path(__file__).with_name(name).read_bytes() for name in ("numba_internals.py", "vectors.py"))
    words = repr((numba.__version__, llvmlite.__version__, sorted(OPTIONS.items()), config.OPT))  # type: ignore[attr-defined]
    return hashlib.sha256(leading + words.encode()).digest()


@cache
def _own(function: FunctionType) -> tuple[bytes, list[FunctionType]]:
    """Return the code and the values that a function reads, and the compiled functions that it names."""
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
    """Yield the outside values that a function may read, by name; for this package's modules, those read in them."""
    code, known = function.__code__, function.__globals__
    for name, cell in zip(code.co_freevars, function.__closure__ or ()):
        yield name, cell.cell_contents
    names = {name for one in _codes(code) for name in one.co_names}
    for name in names & known.keys():
        value = known[name]
        yield name, value
        if isinstance(value, ModuleType) and value.__name__.split(".")[0] == _PACKAGE:
            yield from ((f"{name}.{inner}", getattr(value, inner)) for inner in names if hasattr(value, inner))


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _codes(const)


def _code_words(code: CodeType, doc: str | None) -> Iterator[str]:
    """Yield the code's effect, without its place and docstring."""
    for one in _codes(code):
        consts = [const for const in one.co_consts if not isinstance(const, CodeType) and const != doc]
        yield one.co_code.hex()
        yield repr((one.co_flags, one.co_argcount, one.co_names, one.co_varnames, one.co_freevars, one.co_cellvars))
        yield " ".join(_value_words(const) for const in consts)


def _value_words(value: Any) -> str:
    """Return a constant, or the name of a thing that code refers to."""
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
