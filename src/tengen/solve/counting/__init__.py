"""How many legal positions and how many games does a board have? (docs/counting.md)."""

from .totals import count_of_games, count_of_positions, games, legal_positions

__all__ = ["count_of_games", "count_of_positions", "games", "legal_positions"]
