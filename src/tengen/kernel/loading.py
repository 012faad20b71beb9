"""Load or compile everything that games call."""

from __future__ import annotations

import os
from typing import Any, Final

import numpy as np

from ..boards import parse
from ..rules import Rules
from .code_store import claimed
from .compiling import claim
from .game_calls import HOMES, game_calls
from .jit import is_there
from .layout import PLACE, TERRITORY
from .state import State

_NICE: Final = 5
"""The priority of a background process that compiles."""


def compile_alone(wide: bool) -> None:
    """Compile what games call, in a separate process; wait while another process does."""
    if hasattr(os, "nice"):
        os.nice(_NICE)
    board = parse("gengo 5" if wide else "3x3")
    for name, home in HOMES.items():  # a stand-in would start another process
        setattr(game_calls(wide), name, getattr(home, name))
    with claimed(claim("rules", wide)):
        compile_all(State.empty(board, Rules()))


def compile_all(state: State) -> None:
    """Load what games call on boards like a state's, or compile it, in the order of need."""
    for name, given in _samples(state).items():
        compiled = getattr(HOMES[name], name)
        compiled(*given)
        setattr(state.adjacency.calls, name, compiled)


def load_all(state: State) -> bool:
    """Load what games call on boards like a state's if all of it is on disk; return whether it is."""
    found = are_there(state)
    if found:
        compile_all(state)
    return found


def are_there(state: State) -> bool:
    """Return whether all that games call on boards like a state's has been compiled."""
    return all(is_there(getattr(HOMES[name], name), given) for name, given in _samples(state).items())


def _samples(state: State) -> dict[str, tuple[Any, ...]]:
    """Return sample arguments of each entry, in the order of need, on a separate state."""
    n, spare = state.adjacency.size, state.copy()
    memory = state.plain, state.adjacency.plain, state.scratch
    bench = state.scratch, spare.plain, np.zeros(n, np.int8)
    return {
        "rebuild": memory,
        "judge_points": (*memory[:2], bench, 0, 1, 1, np.zeros(0, np.uint64), False),
        "turn": (*memory, PLACE, 0, 0),
        "score": (*memory, *np.zeros((2, n), np.int8), TERRITORY, False),
    }
