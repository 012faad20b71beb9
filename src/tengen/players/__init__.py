"""Opponents: whatever chooses a move in a game."""

from .player import Player
from .random import Random

__all__ = ["Player", "Random"]
