"""Where the points of a board are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from typing import TYPE_CHECKING, Any

from .graphs import networkx
from .lattices import LATTICES, spots

if TYPE_CHECKING:
    from .board import Board, Spot

_KAMADA_KAWAI = 500
_SEED = 1


def coordinates(board: Board) -> tuple[Spot, ...]:
    """Return x (to the right) and y (downwards) of every point, the shortest edge 1 long."""
    if board.surface:
        places = {point: (x, y) for y, row in enumerate(board.rows) for x, point in enumerate(row)}
        return tuple(places[point] for point in range(len(board)))
    if board.text.split(" ", 1)[0] in LATTICES:
        return spots(board.text)
    return _scaled(board.positions or _layout(board), board)


def _layout(board: Board) -> list[Spot]:
    """Lay a graph out: without crossings where it is planar, else by springs; always the same way."""
    nx = networkx()
    graph = nx.Graph()
    graph.add_nodes_from(range(len(board)))
    graph.add_edges_from((a, b) for a, near in enumerate(board.edges) for b in near if a < b)
    if len(board) > 1 and nx.check_planarity(graph)[0]:
        places: Any = nx.planar_layout(graph)
    elif len(board) <= _KAMADA_KAWAI and nx.is_connected(graph):
        places = nx.kamada_kawai_layout(graph)
    else:
        places = nx.spring_layout(graph, seed=_SEED)
    return [(float(places[point][0]), float(places[point][1])) for point in range(len(board))]


def _scaled(places: Sequence[Spot], board: Board) -> tuple[Spot, ...]:
    lengths = [dist(places[a], places[b]) for a, near in enumerate(board.edges) for b in near if a < b]
    unit = min((length for length in lengths if length > 0), default=1.0)
    return tuple((x / unit, y / unit) for x, y in places)
