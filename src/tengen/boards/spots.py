"""Where the points of a board are drawn."""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from math import cos, dist, pi, sin
from threading import Lock
from typing import Any

Spot = tuple[float, float]
"""Where a point is drawn: x to the right, y downwards."""

Edges = Sequence[Sequence[int]]
"""For every point, the points that a line joins it to."""

_SMALL = 500
_STEPS = 200_000
_SEED = 1
_KEPT = 64
"""Layouts that are kept, those last asked for."""
_KNOWN: OrderedDict[Edges, list[Spot]] = OrderedDict()
_KEEPING = Lock()


def coordinates(edges: Edges, positions: Sequence[Spot] | None = None) -> tuple[Spot, ...]:
    """Return x (to the right) and y (downwards) of every point of a graph, the shortest edge 1 long.

    ``positions`` are where the points were put by the graph's maker; without them the graph is laid out.
    """
    places = positions or layout(edges)
    lengths = [dist(places[a], places[b]) for a, near in enumerate(edges) for b in near if a < b]
    unit = min((length for length in lengths if length > 0), default=1.0)
    return tuple((x / unit, y / unit) for x, y in places)


def is_laid_out(edges: Edges) -> bool:
    """Say whether the layout of a graph is known already."""
    return edges in _KNOWN


def keep_layout(edges: Edges, places: Sequence[Spot]) -> None:
    """Keep the layout of a graph (by the same Tengen) that was worked out elsewhere; ``edges`` are tuples."""
    with _KEEPING:
        _KNOWN[edges] = list(places)
        _KNOWN.move_to_end(edges)
        while len(_KNOWN) > _KEPT:
            _KNOWN.popitem(last=False)


def layout(edges: Edges) -> list[Spot]:
    """Return where a graph's points are drawn, worked out once."""
    places = _KNOWN.get(edges)
    if places is None:
        places = _laid_out(edges)
        keep_layout(edges, places)
    return places


def _laid_out(edges: Edges) -> list[Spot]:
    """Lay a graph out, always the same way, and without crossings where it is planar.

    Springs look best; where they cross lines of a planar graph, Tutte's barycentres do, and as a last resort the
    straight lines of its embedding.
    """
    count = len(edges)
    if count < 3:
        return [(float(point), 0.0) for point in range(count)]
    lines = [(a, b) for a, near in enumerate(edges) for b in near if a < b]
    nx: Any = import_module("networkx")
    graph = nx.Graph(lines)
    graph.add_nodes_from(range(count))
    planar, embedding = nx.check_planarity(graph)
    if not planar:
        return _springs(count, lines)
    if count <= _SMALL:
        for lay_out in (partial(_springs, count, lines), partial(_barycentres, count, embedding)):
            places = lay_out()
            if not _crosses(places, lines):
                return places
    drawn = nx.combinatorial_embedding_to_pos(embedding)
    return [(float(drawn[point][0]), float(drawn[point][1])) for point in range(count)]


def _circle(points: Sequence[int]) -> dict[int, Spot]:
    step = 2 * pi / len(points)
    return {point: (sin(step * place), -cos(step * place)) for place, point in enumerate(points)}


def _springs(count: int, lines: list[tuple[int, int]]) -> list[Spot]:
    """Relax a circle: by Kamada and Kawai's springs, on large graphs by Fruchterman and Reingold's."""
    igraph: Any = import_module("igraph")
    graph = igraph.Graph(n=count, edges=lines)
    circle = list(_circle(range(count)).values())
    if count <= _SMALL:
        return [(float(x), float(y)) for x, y in graph.layout_kamada_kawai(seed=circle)]
    igraph.set_random_number_generator(random.Random(_SEED))
    try:
        places = graph.layout_fruchterman_reingold(seed=circle, niter=_STEPS // count, grid=True)
    finally:
        igraph.set_random_number_generator(random)
    return [(float(x), float(y)) for x, y in places]


def _barycentres(count: int, embedding: Any) -> list[Spot]:
    """Put the longest face on a circle and every other point amid its neighbours (W. T. Tutte, 1963)."""
    import numpy as np

    seen: set[tuple[int, int]] = set()
    faces = [embedding.traverse_face(a, b, seen) for a, b in embedding.edges if (a, b) not in seen]
    rim = _circle(max(faces, key=len, default=[0]))
    pulls, goals = np.eye(count), np.zeros((count, 2))
    for point in range(count):
        if point in rim:
            goals[point] = rim[point]
        elif near := list(embedding[point]):
            pulls[point, near] = -1 / len(near)
    places = np.linalg.lstsq(pulls, goals, rcond=None)[0]
    return [(float(x), float(y)) for x, y in places]


def _crosses(places: Sequence[Spot], lines: list[tuple[int, int]]) -> bool:
    """Say whether any two lines meet elsewhere than in a common end, or a point lies on a line or a point."""
    import numpy as np

    spots = np.array(places)
    starts, ends = (spots[[line[end] for line in lines]].reshape(-1, 2) for end in (0, 1))
    for (a, b), start, end in zip(lines, starts, ends, strict=True):
        along = end - start
        aside = _cross(along, spots - start)
        inside = (spots - start) @ along
        on_line = (abs(aside) < 1e-3 * (along @ along)) & (inside > -1e-3) & (inside < along @ along + 1e-3)
        on_line[[a, b]] = False
        before, after = _cross(along, starts - start), _cross(along, ends - start)
        ahead, behind = _cross(ends - starts, start - starts), _cross(ends - starts, end - starts)
        if on_line.any() or ((before * after < -1e-9) & (ahead * behind < -1e-9)).any():
            return True
    return False


def _cross(a: Any, b: Any) -> Any:
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
