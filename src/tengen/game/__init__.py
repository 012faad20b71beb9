"""The game: rules, a board and the moves so far; legality with reasons, exact repetition, results."""

from .bulk import Illegal, RecordArrays, record_arrays
from .formal import (
    capturable,
    configuration_score,
    dead_groups,
    judge_family,
    one_point_eyes,
    region_eyes,
    safe_family,
    unconditionally_alive,
)
from .formal_records import BrokenPostulate, Configuration, check_record, follow_clicks
from .game import Game
from .outcome import Holding, How, Outcome, Score
from .readout import LegalMoves
from .record_walk import Stage, walk
from .turn import Turn

__all__ = [
    "BrokenPostulate",
    "Configuration",
    "Game",
    "Holding",
    "How",
    "Illegal",
    "LegalMoves",
    "Outcome",
    "RecordArrays",
    "Score",
    "Stage",
    "Turn",
    "capturable",
    "check_record",
    "configuration_score",
    "dead_groups",
    "follow_clicks",
    "judge_family",
    "one_point_eyes",
    "record_arrays",
    "region_eyes",
    "safe_family",
    "unconditionally_alive",
    "walk",
]
