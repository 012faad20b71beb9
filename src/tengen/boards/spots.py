"""The drawn places of a board's points."""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Sequence
from importlib import import_module
from math import cos, dist, pi, sin
from threading import Lock
from typing import Any

Spot = tuple[float, float]
"""The drawn place of a point: x to the right, y downwards."""

Edges = Sequence[Sequence[int]]
"""For every point, the points joined to it by lines."""

_SMALL = 500
_STEPS = 200_000
_SEED = 1
_ROUNDS = 250
_WORK = 1_500_000
"""The maximum number of (point, line) pairs compared while a layout relaxes."""
_APART = 1.5
"""The gap between unconnected parts of a graph, in mean lengths of a line."""
_KEPT = 64
"""The number of cached layouts."""
_KNOWN: OrderedDict[Edges, list[Spot]] = OrderedDict()
_KEEPING = Lock()


def coordinates(edges: Edges, positions: Sequence[Spot] | None = None) -> tuple[Spot, ...]:
    """Return x (rightwards) and y (downwards) of every point, shortest edge 1; without ``positions``, from a layout."""
    places = positions or layout(edges)
    lengths = [dist(places[a], places[b]) for a, near in enumerate(edges) for b in near if a < b]
    unit = min((length for length in lengths if length > 0), default=1.0)
    return tuple((x / unit, y / unit) for x, y in places)


def is_laid_out(edges: Edges) -> bool:
    """Return whether the layout of a graph is in the cache."""
    return edges in _KNOWN


def keep_layout(edges: Edges, places: Sequence[Spot]) -> None:
    """Cache a graph's layout computed elsewhere (by the same version of Tengen); ``edges`` are tuples."""
    with _KEEPING:
        _KNOWN[edges] = list(places)
        _KNOWN.move_to_end(edges)
        while len(_KNOWN) > _KEPT:
            _KNOWN.popitem(last=False)


def layout(edges: Edges) -> list[Spot]:
    """Return the layout of a graph, cached."""
    places = _KNOWN.get(edges)
    if places is None:
        places = _laid_out(edges)
        keep_layout(edges, places)
    return places


def _laid_out(edges: Edges) -> list[Spot]:
    """Lay a graph out deterministically: each part alone, the largest first, in rows below each other."""
    nx: Any = import_module("networkx")
    graph = nx.Graph((a, b) for a, near in enumerate(edges) for b in near)
    graph.add_nodes_from(range(len(edges)))
    parts = sorted((sorted(part) for part in nx.connected_components(graph)), key=lambda part: (-len(part), part))
    drawn = [_part(nx, graph.subgraph(part), part) for part in parts]
    width = max(max(x for x, _ in spots) for spots in drawn)
    places: list[Spot] = [(0.0, 0.0)] * len(edges)
    left = top = bottom = 0.0
    for part, spots in zip(parts, drawn, strict=True):
        right = left + max(x for x, _ in spots)
        if left and right > max(width, len(edges) ** 0.5):
            right, left, top = right - left, 0.0, bottom
        for point, (x, y) in zip(part, spots, strict=True):
            places[point] = (left + x, top + y)
        left, bottom = right + _APART, max(bottom, top + max(y for _, y in spots) + _APART)
    return places


def _part(nx: Any, graph: Any, part: list[int]) -> list[Spot]:
    """Lay a connected graph out, clearly (`_clearance`) and without crossings if planar, lines 1 long on average."""
    import numpy as np

    count, number = len(part), {point: place for place, point in enumerate(part)}
    if count < 3:
        return [(float(place), 0.0) for place in range(count)]
    lines = [(number[a], number[b]) for a, b in graph.edges]
    planar, embedding = nx.check_planarity(nx.relabel_nodes(graph, number))
    sprung = [] if count > _SMALL else [_springs(count, lines, seed) for seed in range(1 if planar else 3)]
    found = [*sprung, *(_relaxed(each, lines) for each in sprung)]
    if planar:
        found = [each for each in found if not _crosses(each, lines)]
        drawn = nx.combinatorial_embedding_to_pos(embedding)
        flat = np.array([drawn[place] for place in range(count)], float)
        found += [_relaxed(flat, lines, keeping=True)] if count <= _SMALL else [flat]
        if count <= _SMALL and not _crosses(round_off := _barycentres(count, embedding), lines):
            found += [round_off, _relaxed(round_off, lines, keeping=True)]
    found = found or [_springs(count, lines, 0)]
    places = max(found, key=lambda each: _clearance(each, lines)) if len(found) > 1 else found[0]
    starts, ends = np.array(lines).T
    places = (places - places.min(0)) / np.hypot(*(places[starts] - places[ends]).T).mean()
    return [(float(x), float(y)) for x, y in places.round(6)]


def _circle(points: Sequence[int]) -> dict[int, Spot]:
    step = 2 * pi / len(points)
    return {point: (sin(step * place), -cos(step * place)) for place, point in enumerate(points)}


def _springs(count: int, lines: list[tuple[int, int]], seed: int) -> Any:
    """Relax a circle: by Kamada and Kawai's springs, on large graphs by Fruchterman and Reingold's.

    ``seed`` 0 puts the points on the circle in order, other seeds in a random order.
    """
    import numpy as np

    igraph: Any = import_module("igraph")
    graph = igraph.Graph(n=count, edges=lines)
    order = list(range(count))
    if seed:
        random.Random(seed).shuffle(order)
    around = _circle(order)
    circle = [around[point] for point in range(count)]
    if count <= _SMALL:
        return np.array(list(graph.layout_kamada_kawai(seed=circle)))
    igraph.set_random_number_generator(random.Random(_SEED))
    try:
        return np.array(list(graph.layout_fruchterman_reingold(seed=circle, niter=_STEPS // count, grid=True)))
    finally:
        igraph.set_random_number_generator(random)


def _barycentres(count: int, embedding: Any) -> Any:
    """Put the longest face on a circle and every other point at the mean of its neighbours (W. T. Tutte, 1963)."""
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
    return np.linalg.lstsq(pulls, goals, rcond=None)[0]


def _relaxed(places: Any, lines: list[tuple[int, int]], keeping: bool = False) -> Any:
    """Let lines pull their ends together, points repel each other, and lines repel points near them.

    With ``keeping``, no point moves more than part of the way to the nearest line, so that no lines begin to cross (F.
    Bertault, "A force-directed algorithm that preserves edge crossing properties", 2000).
    """
    import numpy as np

    (starts, ends), count = np.array(lines).T, len(places)
    places = places / np.median(np.hypot(*(places[starts] - places[ends]).T))
    steps = min(_ROUNDS, _WORK // (count * len(lines)))
    for step in range(steps):
        apart = places[:, None] - places
        far = np.maximum((apart**2).sum(2), 1e-6)
        push = (apart * (np.where(far < 9, 1 / far, 0))[..., None]).sum(1)
        along = places[ends] - places[starts]
        pull = along * np.clip(np.hypot(*along.T) - 0.2, -1, 0.8)[:, None]
        np.add.at(push, starts, pull)
        np.add.at(push, ends, -pull)
        aside, distance, share = _beside(places, starts, ends)
        within = (distance < 1) & (share > 0) & (share < 1)
        near = np.where(within, 3 / np.maximum(distance, 1e-9) - 3, 0.0)
        shove = aside * near[..., None]
        push += shove.sum(1)
        np.add.at(push, starts, -(shove * (1 - share)[..., None]).sum(0))
        np.add.at(push, ends, -(shove * share[..., None]).sum(0))
        most = np.full(count, 0.2 * (1 - step / steps) + 0.002)
        if keeping:
            np.minimum(most, distance.min(1, initial=9) / 3, out=most)
            for each in (starts, ends):
                np.minimum.at(most, each, distance.min(0, initial=9) / 3)
        length = np.hypot(*push.T)
        places = places + push * np.minimum(0.1, most / np.maximum(length, 1e-9))[:, None]
    return places


def _beside(places: Any, starts: Any, ends: Any) -> tuple[Any, Any, Any]:
    """Return the vectors from all lines to all points, their lengths, and their feet on the lines, by point and line.

    The length is infinite if the line ends in the point.
    """
    import numpy as np

    along = places[ends] - places[starts]
    from_start = places[:, None] - places[starts]
    share = np.clip((from_start * along).sum(2) / np.maximum((along**2).sum(1), 1e-9), 0, 1)
    aside = from_start - along * share[..., None]
    distance = np.hypot(aside[..., 0], aside[..., 1])
    rows = np.arange(len(starts))
    distance[starts, rows] = distance[ends, rows] = np.inf
    return aside, distance, share


def _clearance(places: Any, lines: list[tuple[int, int]]) -> float:
    """Return the least distance of two points, or twice that from a line, relative to the size; less if crossed."""
    import numpy as np

    starts, ends = np.array(lines).T
    apart = np.hypot(*(places[:, None] - places).transpose(2, 0, 1)) + np.eye(len(places)) * 1e9
    least = min(float(apart.min()), 2 * float(_beside(places, starts, ends)[1].min(initial=1e9)))
    size = float(np.ptp(places, 0).max()) or 1.0
    along = places[ends] - places[starts]
    before, after = (_cross(along[:, None], places[each] - places[starts][:, None]) for each in (starts, ends))
    crossings = ((before * after < -1e-9) & (before * after < -1e-9).T).sum() / 2
    return least / size / (1 + float(crossings) / len(lines))


def _crosses(places: Sequence[Spot], lines: list[tuple[int, int]]) -> bool:
    """Return whether two lines meet other than at a common end, or a point lies on a line or another point."""
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
