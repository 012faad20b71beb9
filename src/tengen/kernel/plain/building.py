"""All that the memory of a game holds beside the stones, worked out from these: see `build.rebuild`."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Any

from ..layout import PLENTY, VACANT
from .relations import Relations, relations_of

Memory = tuple[Any, Any]
"""A game's memory: its points and its table (see `layout`)."""


def rebuild(state: Memory, adjacency: Any, scratch: Any) -> int:
    """Derive all else from the stones and Tao stones on the points; return the first chain without a liberty, or n."""
    points, table = state
    n = len(points)
    relations, colours = relations_of(points, adjacency[0]), points["colour"].tolist()
    stones = [p for p in range(n) if colours[p]]
    near, covers = _counted(relations, colours, stones)
    points["stones"], points["footprints"] = near, covers
    points["vacancies"] = [sum(not covers[q] for q in row) for row in relations.neighbours]
    points["size"], points["chain"], points["liberties"] = 0, range(n), PLENTY
    open_points = [p for p in range(n) if colours[p] == VACANT and (table["own_overlap"][0] or not covers[p])]
    points["open"][: len(open_points)] = open_points
    points["slot"][open_points] = range(len(open_points))
    table["open"][0], table["key"][0] = len(open_points), key_of(points, adjacency)
    scratch[3 * n : 4 * n] = 0
    dead = n
    for start in stones:
        if not points["size"][start]:
            chain = _gather(start, relations, colours, points, adjacency)
            if not points["liberties"][start] and dead == n:
                dead = chain[0]
    return dead


def _counted(relations: Relations, colours: list[int], stones: list[int]) -> tuple[list[int], list[int]]:
    """Count for every point the stones that are neighbours, and those that cover it, packed by colour."""
    near, covers = [0] * len(colours), [0] * len(colours)
    for p in stones:
        weight = 1 << 16 * (colours[p] - 1)
        for q in relations.reached_from[p]:
            near[q] += weight
        for q in relations.footprint[p]:
            covers[q] += weight
    return near, covers


def _gather(start: int, relations: Relations, colours: list[int], points: Any, adjacency: Any) -> list[int]:
    """Make one ring of the chain of a stone; return its stones."""
    chain, found = [start], {start}
    for p in chain:  # grows while it is read
        fresh = [q for q in relations.connections[p] if colours[q] == colours[start] and q not in found]
        found.update(fresh)
        chain.extend(fresh)
    for p, following in pairwise([*chain, start]):
        points["next"][p] = following
    points["chain"][chain], points["size"][chain] = start, 1
    points["size"][start] = len(chain)
    points["liberties"][start] = int(points["vacancies"][chain].sum())
    points["key"][start] = stones_key(chain, colours[start], adjacency)
    return chain


def stones_key(stones: Any, colour: int, adjacency: Any) -> int:
    """Return the Zobrist key of stones of one colour."""
    keys = key_list(adjacency[1].tobytes())
    n, key = len(keys) // 3, 0
    for p in stones:
        key ^= keys[n * (colour - 1) + p]
    return key


def key_of(points: Any, adjacency: Any) -> int:
    """Return the Zobrist key of a position: its stones and Tao stones (spec 1a)."""
    key = stones_key(points["tao"].nonzero()[0].tolist(), 3, adjacency)
    for colour in (1, 2):
        key ^= stones_key((points["colour"] == colour).nonzero()[0].tolist(), colour, adjacency)
    return key


@lru_cache(maxsize=32)
def key_list(keys: bytes) -> list[int]:
    """Return Zobrist keys as numbers: a third for each of Black, White and Tao."""
    return memoryview(keys).cast("Q").tolist()
