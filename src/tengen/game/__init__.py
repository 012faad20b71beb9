"""The game: rules, a board and the moves so far; legality with reasons, exact repetition, results."""

from .formal import (
    BrokenPostulate,
    Configuration,
    check_record,
    one_point_eyes,
    region_eyes,
    safe_family,
    unconditionally_alive,
)
from .game import Game
from .legal_moves import LegalMoves
from .outcome import Holding, How, Outcome, Score
from .turn import Turn

__all__ = [
    "BrokenPostulate",
    "Configuration",
    "Game",
    "Holding",
    "How",
    "LegalMoves",
    "Outcome",
    "Score",
    "Turn",
    "check_record",
    "one_point_eyes",
    "region_eyes",
    "safe_family",
    "unconditionally_alive",
]
