"""The symmetries of a board, by igraph's BLISS."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ..records.errors import BoardError
from .board import Board


def generators(board: Board) -> tuple[tuple[int, ...], ...]:
    """Return permutations of the points that generate all those keeping edges, neighbours and footprint."""
    graph, colours = _coloured(board)
    return tuple(tuple(moved[: len(board)]) for moved in graph.automorphism_group(color=colours))


def count(board: Board) -> int:
    """Return the number of permutations of the points that keep edges, neighbours and footprint.

    Raises BoardError where Python cannot read the number because it has thousands of digits.
    """
    graph, colours = _coloured(board)
    try:
        return int(graph.count_automorphisms(color=colours))
    except ValueError:
        raise BoardError("the board has more symmetries than a number of 4,300 digits can count") from None


def _coloured(board: Board) -> tuple[Any, list[int]]:
    """Return a coloured graph with the symmetries of the board.

    Each relation is a layer, a copy of the points in a colour of its own; a point is joined to its copies.
    """
    igraph: Any = import_module("igraph")
    size = len(board)
    layers = [board.edges]
    layers += [board.neighbours] if board.neighbours != board.edges else []
    layers += [board.footprint] if not board.point_stones else []
    lines = [
        (a + depth * size, b + depth * size)
        for depth, layer in enumerate(layers)
        for a, near in enumerate(layer)
        for b in near
        if a < b
    ]
    lines += [(point + depth * size, point) for depth in range(1, len(layers)) for point in range(size)]
    colours = [depth for depth in range(len(layers)) for _ in range(size)]
    return igraph.Graph(n=size * len(layers), edges=lines), colours
