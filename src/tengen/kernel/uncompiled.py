"""What is compiled, run as the Python that it is compiled from: slower by a hundred times, and there at once.

It leaves the memory as compiled code does, so a game can begin with the one and go on with the other.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, reduce
from operator import getitem
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .jit import dispatcher_of, rebound

_NUMBERS: Final = SimpleNamespace(
    **dict.fromkeys(("bool_", "int8", "int32", "int64", "uint8", "uint16", "uint32", "uint64"), int),
    **dict.fromkeys(("float32", "float64"), float),
)
"""What stands in for NumPy: numbers of Python's own, which neither wrap nor overflow."""


class _Records(dict[int, SimpleNamespace]):
    """Structured records as objects with an attribute for each field, made when they are first asked for."""

    def __init__(self, array: NDArray[Any]) -> None:
        super().__init__()
        self.array = array
        self.read: dict[int, tuple[Any, ...]] = {}

    def __len__(self) -> int:
        return len(self.array)

    def __missing__(self, place: int) -> SimpleNamespace:
        self.read[place] = values = self.array[place].item()
        found = SimpleNamespace(**dict(zip(self.array.dtype.names or (), values, strict=True)))
        super().__setitem__(place, found)
        return found

    def __setitem__(self, place: int, record: SimpleNamespace) -> None:
        super().__setitem__(place, SimpleNamespace(**vars(record)))

    def write_back(self) -> None:
        """Write what has changed, and nothing else: to judge a move writes nothing, in compiled code either."""
        for place, record in self.items():
            if (values := tuple(vars(record).values())) != self.read.get(place):
                self.array[place] = values


class _Rows:
    """An array of several axes by its rows, each of which is opened when it is first asked for."""

    def __init__(self, array: NDArray[Any], records: list[_Records]) -> None:
        self.shape = array.shape
        self._array, self._records = array, records
        self._opened: dict[int, Any] = {}

    def __len__(self) -> int:
        return len(self._array)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, tuple):
            return reduce(getitem, place, self)
        if place not in self._opened:
            self._opened[place] = _opened(self._array[place], self._records)
        return self._opened[place]

    def __setitem__(self, place: Any, value: Any) -> None:
        reduce(getitem, place[:-1], self)[place[-1]] = value


def uncompiled(entry: Callable[..., Any]) -> Callable[..., Any]:
    """Return what does in plain Python what an entry does when it is compiled, on the same memory."""
    function = _source(entry)

    def run(*given: Any) -> Any:
        records: list[_Records] = []
        found = function(*_opened(given, records))
        for each in records:
            each.write_back()
        return found

    return run


@cache
def _source(compiled: Callable[..., Any]) -> Callable[..., Any]:
    """Return the source of a compiled function, in which other compiled functions are their sources, too."""
    source = dispatcher_of(compiled).py_func
    numbers = {name: value.item() for name, value in source.__globals__.items() if isinstance(value, np.generic)}
    found: Callable[..., Any] = rebound(source, _source, **numbers, np=_NUMBERS)
    return found


def _opened(given: Any, records: list[_Records]) -> Any:
    """Return arguments whose arrays give Python's own numbers; the structured ones are added to ``records``."""
    if isinstance(given, tuple):
        opened = [_opened(each, records) for each in given]
        return given._make(opened) if hasattr(given, "_make") else tuple(opened)
    if not isinstance(given, np.ndarray):
        return given
    if given.ndim > 1:
        return _Rows(given, records)
    if given.dtype.names is None:
        return given.data
    records.append(_Records(given))
    return records[-1]
