"""Players, which choose moves in a game."""

from ..records.levels import LEVELS
from .external import External
from .mcts import MCTS, Booked
from .player import Analysis, Analyst, Budget, Candidate, Player, Random
from .process import ProgramError
from .warming import warm_up

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
