"""The symmetries of a board, by igraph's BLISS."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .board import Board


def automorphisms(board: Board) -> tuple[tuple[tuple[int, ...], ...], int]:
    """Return generators and the number of the permutations that keep edges, neighbours and footprint.

    Each relation is a layer, a copy of the points in a colour of its own; a point is joined to its copies. The
    symmetries of that coloured graph are the board's.
    """
    igraph: Any = import_module("igraph")
    count = len(board)
    layers = [board.edges]
    layers += [board.neighbours] if board.neighbours != board.edges else []
    layers += [board.footprint] if not board.point_stones else []
    lines = [
        (a + depth * count, b + depth * count)
        for depth, layer in enumerate(layers)
        for a, near in enumerate(layer)
        for b in near
        if a < b
    ]
    lines += [(point + depth * count, point) for depth in range(1, len(layers)) for point in range(count)]
    colours = [depth for depth in range(len(layers)) for _ in range(count)]
    graph = igraph.Graph(n=count * len(layers), edges=lines)
    generators = graph.automorphism_group(color=colours)
    return tuple(tuple(moved[:count]) for moved in generators), int(graph.count_automorphisms(color=colours))
