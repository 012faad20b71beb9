"""Plain data: moves, positions, records and the errors everything raises."""

from .colours import BLACK, COLOURS, WHITE, Colour, other
from .diagram import Diagram, Step
from .errors import (
    BoardError,
    FormatError,
    IllegalMove,
    PositionError,
    Reason,
    RulesConflict,
    TengenError,
    UnknownVariant,
)
from .markup import MARKS, Mark, Markup
from .moves import Gesture, Move, Pass, Place, Resign, Return, Tao
from .position import Content, Position
from .record import Change, Node, Record

__all__ = [
    "BLACK",
    "COLOURS",
    "MARKS",
    "WHITE",
    "BoardError",
    "Change",
    "Colour",
    "Content",
    "Diagram",
    "FormatError",
    "Gesture",
    "IllegalMove",
    "Mark",
    "Markup",
    "Move",
    "Node",
    "Pass",
    "Place",
    "Position",
    "PositionError",
    "Reason",
    "Record",
    "Resign",
    "Return",
    "RulesConflict",
    "Step",
    "Tao",
    "TengenError",
    "UnknownVariant",
    "other",
]
