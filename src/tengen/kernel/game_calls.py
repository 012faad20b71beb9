"""The compiled code that a game calls; plain Python stands in for it until it is there."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from . import build, moves, taxes
from .compiling import is_compiling
from .jit import is_there
from .uncompiled import uncompiled

_EVERY: Final = 0.05
"""Seconds between two looks whether compiled code has come."""
HOMES: Final = {"rebuild": build, "judge_points": moves, "turn": moves, "score": taxes}
"""What a game calls, in the order in which it needs it, and where that stands."""


class GameCalls:
    """What games call on boards with wide stones, or on those without: compiled code, or what stands in for it."""

    __slots__ = ("judge_points", "rebuild", "score", "turn", "wide")

    rebuild: Callable[..., int]
    judge_points: Callable[..., tuple[int, int, int]]
    turn: Callable[..., tuple[int, int, int]]
    score: Callable[..., tuple[float, float]]

    def __init__(self, wide: bool) -> None:
        self.wide: bool = wide
        for name in HOMES:
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
        self._compiled = getattr(HOMES[name], name)
        self._uncompiled = uncompiled(self._compiled)
        self._next_look = 0.0

    def __call__(self, *given: Any) -> Any:
        now = time.monotonic()
        if now >= self._next_look:
            self._next_look = now + _EVERY
            if is_there(self._compiled, given) or not is_compiling(self._calls.wide):
                setattr(self._calls, self._name, self._compiled)
                return self._compiled(*given)
        return self._uncompiled(*given)
