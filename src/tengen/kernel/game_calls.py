"""The compiled code that a game calls; plain Python stands in for it until it is there."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final

from . import build, moves, taxes
from .compiling import is_compiling
from .jit import is_there
from .uncompiled import uncompiled

_EVERY: Final = 0.05
"""Seconds between two looks for compiled code."""
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
            compiled = getattr(HOMES[name], name)
            setattr(self, name, StandIn(compiled, partial(is_compiling, wide), partial(setattr, self, name)))

    def __reduce__(self) -> tuple[Any, ...]:
        return game_calls, (self.wide,)


@cache
def game_calls(wide: bool) -> GameCalls:
    """Return what games call on boards with wide stones, or on those without: one for all games of the process."""
    return GameCalls(wide)


class StandIn:
    """Plain Python in the place of a compiled entry until that has been compiled elsewhere: then ``settle`` is told.

    ``is_compiling`` starts that, and says whether it goes on; if not, the entry is compiled here.
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
