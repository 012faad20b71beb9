"""Plain data: moves, positions, records and the errors everything raises."""

from .colours import BLACK, COLOURS, NAMES, WHITE, Colour, other
from .diagram import Diagram, Step
from .errors import (
    BoardError,
    FormatError,
    IllegalMove,
    PositionError,
    Reason,
    RulesConflict,
    TengenError,
    TengenWarning,
    UnknownVariant,
    UnservedRules,
)
from .info import GameInfo, PartialDate, PlayerInfo, Result
from .markup import MARKS, Mark, Markup
from .moves import Gesture, Move, Pass, Place, Resign, Return, Tao
from .notes import Annotation, Clock, Figure, Numbering, Printing, Quality, Verdict
from .position import Content, Position
from .record import RESUMED, Change, Node, Record
from .text import Listing, Text, joined, listed

__all__ = [
    "BLACK",
    "COLOURS",
    "MARKS",
    "NAMES",
    "RESUMED",
    "WHITE",
    "Annotation",
    "BoardError",
    "Change",
    "Clock",
    "Colour",
    "Content",
    "Diagram",
    "Figure",
    "FormatError",
    "GameInfo",
    "Gesture",
    "IllegalMove",
    "Listing",
    "Mark",
    "Markup",
    "Move",
    "Node",
    "Numbering",
    "PartialDate",
    "Pass",
    "Place",
    "PlayerInfo",
    "Position",
    "PositionError",
    "Printing",
    "Quality",
    "Reason",
    "Record",
    "Resign",
    "Result",
    "Return",
    "RulesConflict",
    "Step",
    "Tao",
    "TengenError",
    "TengenWarning",
    "Text",
    "UnknownVariant",
    "UnservedRules",
    "Verdict",
    "joined",
    "listed",
    "other",
]
