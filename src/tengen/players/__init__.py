"""Opponents: whatever chooses a move in a game."""

from .external import External
from .guided import VISITS, Guided, Playouts
from .mcts import LEVELS, MCTS
from .player import Analysis, Analyst, Budget, Candidate, Player
from .process import ProgramError
from .random import Random
from .warming import warm_up

__all__ = [
    "LEVELS",
    "MCTS",
    "VISITS",
    "Analysis",
    "Analyst",
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
