"""Opponents: whatever chooses a move in a game. Those that need a network or a program are loaded when asked for."""

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
    from .best import Best
    from .external import External
    from .guided import VISITS, Guided, Playouts
    from .process import ProgramError

__all__ = [
    "LEVELS",
    "MCTS",
    "VISITS",
    "Analysis",
    "Analyst",
    "Best",
    "Booked",
    "Budget",
    "Candidate",
    "External",
    "Guided",
    "Player",
    "Playouts",
    "ProgramError",
    "Random",
    "warm_up",
]

_LATER: Final = {
    "Best": "best",
    "External": "external",
    "ProgramError": "process",
    "VISITS": "guided",
    "Guided": "guided",
    "Playouts": "guided",
}
"""What is loaded when it is asked for, and where it stands."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f".{_LATER[name]}", __name__), name)
    return value
