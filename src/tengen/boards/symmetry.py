"""The symmetries of a board, by igraph's BLISS."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from ..records.errors import BoardError

Relations = Sequence[Sequence[int]]
"""For every point, the points it is related to."""


def generators(edges: Relations, neighbours: Relations, footprint: Relations) -> tuple[tuple[int, ...], ...]:
    """Return permutations of the points that generate all those keeping edges, neighbours and footprint."""
    graph, colours = _coloured(edges, neighbours, footprint)
    return tuple(tuple(moved[: len(edges)]) for moved in graph.automorphism_group(color=colours))


def count(edges: Relations, neighbours: Relations, footprint: Relations) -> int:
    """Return the number of permutations of the points that keep edges, neighbours and footprint.

    Raises BoardError where Python cannot read the number because it has thousands of digits.
    """
    graph, colours = _coloured(edges, neighbours, footprint)
    try:
        return int(graph.count_automorphisms(color=colours))
    except ValueError:
        raise BoardError("the board has more symmetries than a number of 4,300 digits can count") from None


def _coloured(edges: Relations, neighbours: Relations, footprint: Relations) -> tuple[Any, list[int]]:
    """Return a coloured graph with the symmetries of the board.

    Each relation is a layer, a copy of the points in a colour of its own; a point is joined to its copies. A relation
    that is not symmetric leads from its layer to a second one.
    """
    igraph: Any = import_module("igraph")
    size = len(edges)
    related = [edges]
    related += [neighbours] if neighbours != edges else []
    related += [footprint] if any(len(under) > 1 for under in footprint) else []
    lines: list[tuple[int, int]] = []
    layers = 0
    for relation in related:
        pairs = {(a, b) for a, near in enumerate(relation) for b in near if a != b}
        width = 0 if pairs == {(b, a) for a, b in pairs} else 1
        first, second = layers * size, (layers + width) * size
        lines += [(a + first, b + second) for a, b in sorted(pairs) if width or a < b]
        layers += 1 + width
    lines += [(point + depth * size, point) for depth in range(1, layers) for point in range(size)]
    colours = [depth for depth in range(layers) for _ in range(size)]
    return igraph.Graph(n=size * layers, edges=lines), colours
