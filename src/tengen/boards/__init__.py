"""Boards as data: grids, tori, lattices, graphs, footprints, and the text forms of them all.

>>> from tengen import boards
>>> boards.parse("gengo 23").text
'gengo 23'
"""

from __future__ import annotations

from ..records.errors import BoardError
from .board import Board, Point, Relation, Spot
from .graph_files import load
from .graphs import from_graph
from .grids import fixed_handicap
from .parsing import Kind, kinds, parse
from .relations import from_relations

__all__ = [
    "Board",
    "BoardError",
    "Kind",
    "Point",
    "Relation",
    "Spot",
    "fixed_handicap",
    "from_graph",
    "from_relations",
    "kinds",
    "load",
    "parse",
]
