"""Boards as data: grids, tori, lattices, graphs, footprints, and their text forms.

>>> from tengen import boards
>>> boards.parse("gengo 23").text
'gengo 23'
"""

from __future__ import annotations

from ..records.errors import BoardError
from .board import Board, Point, Relation
from .graph_texts import load
from .graphs import from_graph
from .grids import fixed_handicap
from .limits import Bounds, bounded
from .pairs import split_labels
from .parsing import BoardKind, kinds, parse
from .relations import from_relations
from .spots import Spot

__all__ = [
    "Board",
    "BoardError",
    "BoardKind",
    "Bounds",
    "Point",
    "Relation",
    "Spot",
    "bounded",
    "fixed_handicap",
    "from_graph",
    "from_relations",
    "kinds",
    "load",
    "parse",
    "split_labels",
]
