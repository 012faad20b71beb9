"""Opponents: whatever chooses a move in a game. Those that need a program are loaded when first used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from ..records.levels import LEVELS
from .booked import Booked
from .mcts import MCTS
from .player import Analysis, Analyst, Budget, Candidate, Player
from .random import Random
from .warming import warm_up

if TYPE_CHECKING:
    from .external import External
    from .process import ProgramError

__all__ = [
    "LEVELS",
    "MCTS",
    "Analysis",
    "Analyst",
    "Booked",
    "Budget",
    "Candidate",
    "External",
    "Player",
    "ProgramError",
    "Random",
    "warm_up",
]

_LATER: Final = {"External": "external", "ProgramError": "process"}
"""What is loaded when it is first used, and from which module."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f".{_LATER[name]}", __name__), name)
    return value
