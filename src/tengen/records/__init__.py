"""Plain data: moves, positions, records and the errors everything raises."""

from .colours import BLACK, COLOURS, WHITE, Colour, other
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
from .moves import Gesture, Move, Pass, Place, Resign, Return, Tao
from .position import Content, Position
from .record import Change, Node, Record

__all__ = [
    "BLACK",
    "COLOURS",
    "WHITE",
    "BoardError",
    "Change",
    "Colour",
    "Content",
    "FormatError",
    "Gesture",
    "IllegalMove",
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
    "Tao",
    "TengenError",
    "UnknownVariant",
    "other",
]
