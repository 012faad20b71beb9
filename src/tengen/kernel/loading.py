"""Everything that games call, by name: whether it has been compiled, loading it, and compiling it."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from ..boards import parse
from ..rules import Rules
from .claims import stand_back
from .compiling import alone
from .game_calls import HOMES, call_compiled
from .jit import is_there
from .layout import PLACE, TERRITORY
from .state import State

_NICE: Final = 5
"""How far the compiler stands back behind those who play meanwhile."""


def compile_alone(wide: bool) -> None:
    """Compile what games call; wait where another process does, or compiles what plain Python cannot stand in for."""
    if hasattr(os, "nice"):
        os.nice(_NICE)
    board = parse("gengo 5" if wide else "3x3")
    call_compiled(wide)  # nothing stands in here, which would start another process
    with alone(wide):
        for _ in compile_all(State.empty(board, Rules())):
            stand_back()


def compile_all(state: State) -> Iterator[str]:
    """Load what games call on boards like a state's, or compile it, in the order of need; yield the names."""
    for name, given in _samples(state).items():
        compiled = getattr(HOMES[name], name)
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
    return all(is_there(getattr(HOMES[name], name), given) for name, given in _samples(state).items())


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
