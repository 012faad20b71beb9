"""The compiled code that a game calls, replaced by plain Python until it is available."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache, partial, reduce
from operator import getitem
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from . import build, moves, taxes
from .compiling import is_compiling
from .jit import dispatcher_of, is_there, rebound

_NUMBERS: Final = SimpleNamespace(
    **dict.fromkeys(("bool_", "int8", "int32", "int64", "uint8", "uint16", "uint32", "uint64"), int),
    **dict.fromkeys(("float32", "float64"), float),
)
"""Replacements for NumPy's types: Python's own numbers, which neither wrap nor overflow."""


class _Records(dict[int, SimpleNamespace]):
    """Structured records as objects with an attribute for each field, made on first access."""

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
        """Write back only what has changed: judging a move writes nothing, as in compiled code."""
        for place, record in self.items():
            if (values := tuple(vars(record).values())) != self.read.get(place):
                self.array[place] = values


class _Rows:
    """An array of several axes by its rows, each opened on first access."""

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
    """Return the plain Python equivalent of a compiled entry, on the same memory."""
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
    """Return the source of a compiled function, with the compiled functions it calls replaced by their sources."""
    source = dispatcher_of(compiled).py_func
    numbers = {name: value.item() for name, value in source.__globals__.items() if isinstance(value, np.generic)}
    found: Callable[..., Any] = rebound(source, _source, **numbers, np=_NUMBERS)
    return found


def _opened(given: Any, records: list[_Records]) -> Any:
    """Return arguments whose arrays give Python's own numbers; structured ones are added to ``records``."""
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


_EVERY: Final = 0.05
"""Seconds between two checks for compiled code."""
HOMES: Final = {"rebuild": build, "judge_points": moves, "turn": moves, "score": taxes}
"""The entries that a game calls, in the order of need, with their modules."""


class GameCalls:
    """The functions that games call on boards with wide stones, or without: compiled, or plain Python until then."""

    __slots__ = ("judge_points", "rebuild", "score", "turn", "wide")

    rebuild: Callable[..., int]
    judge_points: Callable[..., tuple[int, int, int]]
    turn: Callable[..., tuple[int, int, int]]
    score: Callable[..., tuple[float, float]]

    def __init__(self, wide: bool) -> None:
        self.wide: bool = wide
        for name in HOMES:
            compiled = getattr(HOMES[name], name)
            setattr(self, name, StandIn(compiled, partial(is_compiling, wide), partial(setattr, self, name)))

    def __reduce__(self) -> tuple[Any, ...]:
        return game_calls, (self.wide,)


@cache
def game_calls(wide: bool) -> GameCalls:
    """Return the functions for boards with wide stones, or without; shared by all games of the process."""
    return GameCalls(wide)


class StandIn:
    """Plain Python in place of a compiled entry until another process has compiled it; then ``settle`` is called.

    ``is_compiling`` starts that, and returns whether it goes on; otherwise the entry is compiled here.
    """

    def __init__(
        self, compiled: Callable[..., Any], is_compiling: Callable[[], bool], settle: Callable[[Any], None]
    ) -> None:
        self._compiled, self._is_compiling, self._settle = compiled, is_compiling, settle
        self._uncompiled = uncompiled(compiled)
        self._next_look = 0.0

    def __call__(self, *given: Any) -> Any:
        now = time.monotonic()
        if now >= self._next_look:
            self._next_look = now + _EVERY
            if is_there(self._compiled, given) or not self._is_compiling():
                self._settle(self._compiled)
                return self._compiled(*given)
        return self._uncompiled(*given)
