"""The compiled code that a game calls; plain Python stands in for it until it is there."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from . import build, moves, plain, taxes
from .compiling import is_compiling
from .jit import is_there
from .layout import PLACE, TERRITORY

if TYPE_CHECKING:
    from .state import State

_EVERY: Final = 0.05
"""Seconds between two looks whether compiled code has come."""
_HOMES: Final = {"rebuild": build, "judge_points": moves, "turn": moves, "score": taxes}
"""What a game calls, in the order in which it needs it, and where that stands."""


class GameCalls:
    """What games call on boards with wide stones, or on those without: compiled code, or what stands in for it.

    Both work on the same memory in the same way, so a game goes on with one where the other has left it.
    """

    __slots__ = ("judge_points", "rebuild", "score", "turn", "wide")

    rebuild: Callable[..., int]
    judge_points: Callable[..., tuple[int, int, int]]
    turn: Callable[..., tuple[int, int, int]]
    score: Callable[..., tuple[float, float]]

    def __init__(self, wide: bool) -> None:
        self.wide: bool = wide
        for name in _HOMES:
            setattr(self, name, _StandIn(self, name))

    def __reduce__(self) -> tuple[Any, ...]:
        return game_calls, (self.wide,)


@cache
def game_calls(wide: bool) -> GameCalls:
    """Return what games call on boards with wide stones, or on those without: one for all games of the process."""
    return GameCalls(wide)


class _StandIn:
    """Plain Python in the place of a compiled entry, to which it gives way when that has been compiled elsewhere."""

    def __init__(self, calls: GameCalls, name: str) -> None:
        self._calls, self._name = calls, name
        self._plain, self._compiled = getattr(plain, name), getattr(_HOMES[name], name)
        self._next_look = 0.0

    def __call__(self, *given: Any) -> Any:
        if not self._is_time(given):
            return self._plain(*given)
        setattr(self._calls, self._name, self._compiled)
        return self._compiled(*given)

    def _is_time(self, given: tuple[Any, ...]) -> bool:
        """Say whether the compiled code is there, or nobody else compiles it."""
        now = time.monotonic()
        if now < self._next_look:
            return False
        self._next_look = now + _EVERY
        return is_there(self._compiled, given) or not is_compiling(self._calls.wide)


def call_compiled(wide: bool) -> None:
    """Have games call compiled code from now on, and wait for it where there is none."""
    for name, home in _HOMES.items():
        setattr(game_calls(wide), name, getattr(home, name))


def compile_all(state: State) -> Iterator[str]:
    """Load what games call on boards like a state's, or compile it, in the order of need; yield the names."""
    for name, given in _samples(state).items():
        compiled = getattr(_HOMES[name], name)
        compiled(*given)
        setattr(state.net.calls, name, compiled)
        yield name


def load_all(state: State) -> bool:
    """Load what games call on boards like a state's if all of it is on disk; say whether it is."""
    found = are_there(state)
    if found:
        deque(compile_all(state), maxlen=0)
    return found


def are_there(state: State) -> bool:
    """Say whether all that games call on boards like a state's has been compiled."""
    return all(is_there(getattr(_HOMES[name], name), given) for name, given in _samples(state).items())


def _samples(state: State) -> dict[str, tuple[Any, ...]]:
    """Return what each of them may be given, in the order of need; it plays on a state that nobody else has."""
    n, spare = state.net.size, state.copy()
    memory = state.plain, state.net.plain, state.scratch
    bench = state.scratch, spare.plain, np.zeros(n, np.int8)
    return {
        "rebuild": memory,
        "judge_points": (*memory[:2], bench, 0, 1, 1, np.zeros(0, np.uint64), False),
        "turn": (*memory, PLACE, 0, 0),
        "score": (*memory, *np.zeros((2, n), np.int8), TERRITORY, False),
    }
