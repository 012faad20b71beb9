"""Boards as data: grids, tori, lattices, graphs, footprints, and the text forms of them all.

>>> from tengen import boards
>>> boards.parse("gengo 23").text
'gengo 23'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..records.errors import BoardError
from .board import Board, Point, Relation
from .grids import fixed_handicap
from .limits import Bounds, bounded
from .pairs import split_labels
from .parsing import BoardKind, kinds, parse
from .spots import Spot

if TYPE_CHECKING:
    from .graph_files import load
    from .graphs import from_graph
    from .relations import from_relations

_LATE = {"from_graph": "graphs", "from_relations": "relations", "load": "graph_files"}

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


def __getattr__(name: str) -> Any:
    if name in _LATE:
        return getattr(import_module(f".{_LATE[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
