"""Opponents: whatever chooses a move in a game."""

from .analysis import Analysis, Candidate
from .mcts import LEVELS, MCTS
from .player import Analyst, Budget, Player
from .random import Random

__all__ = ["LEVELS", "MCTS", "Analysis", "Analyst", "Budget", "Candidate", "Player", "Random"]
