"""A board's relations as tuples, read from the arrays that compiled code takes, and its regions of vacant points."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..layout import MUTUAL, REACHED, REACHED_AT, WAYS

Rows = tuple[tuple[int, ...], ...]
_WHERE = ("neighbours_at", "degree", "footprint_at", "footprint_size")


class Relations(NamedTuple):
    """For every point: its lines, where a stone's liberties lie, connects, is reached from, and what it covers."""

    edges: Rows
    neighbours: Rows
    connections: Rows
    reached_from: Rows
    footprint: Rows


def relations_of(points: NDArray[Any], links: NDArray[np.uint32]) -> Relations:
    """Return the relations of the board that a game's points and links describe."""
    return _read(links.tobytes(), *(points[name].astype(np.uint32).tobytes() for name in _WHERE))


@lru_cache(maxsize=32)
def _read(links: bytes, *where: bytes) -> Relations:
    words = np.frombuffer(links, np.uint32).tolist()
    near_at, near, covered_at, covered = (np.frombuffer(each, np.uint32).tolist() for each in where)
    n = len(near)
    ways = np.reshape(words[n + 1 : n + 1 + WAYS * n], (n, WAYS))

    def rows(firsts: list[int], counts: list[int]) -> Rows:
        return tuple([tuple(words[first : first + count]) for first, count in zip(firsts, counts, strict=True)])

    return Relations(
        edges=tuple([tuple(words[words[p] : words[p + 1]]) for p in range(n)]),
        neighbours=rows(near_at, near),
        connections=rows(near_at, ways[:, MUTUAL].tolist()),
        reached_from=rows(ways[:, REACHED_AT].tolist(), ways[:, REACHED].tolist()),
        footprint=rows(covered_at, covered),
    )


_LOW = 0xFFFF
"""The bits that count Black's footprints over a point; those above count White's."""


class TouchedRegion(NamedTuple):
    """A maximal set of vacant points that lines connect, and the colours it touches: bits 1 (Black) and 2 (White)."""

    points: set[int]
    touches: int


def region_of(start: int, relations: Relations, covers: list[int], off: Collection[int] = ()) -> TouchedRegion:
    """Return the region of a vacant point; ``covers`` are the packed footprints, the points ``off`` are not there."""
    found, waiting, touches = {start}, [start], 0
    while waiting:
        for q in relations.edges[waiting.pop()]:
            if q in off or q in found:
                continue
            if covers[q]:
                touches |= colours_over(covers[q])
            else:
                found.add(q)
                waiting.append(q)
    return TouchedRegion(found, touches)


def colours_over(cover: int) -> int:
    """Return the colours whose stones cover a point, as bits 1 (Black) and 2 (White)."""
    return (1 if cover & _LOW else 0) | (2 if cover > _LOW else 0)


def invaded(p: int, colour: int, relations: Relations, covers: list[int]) -> set[int]:
    """Return the region in which a stone on p would be an incursion; empty where it would be none (spec 2.1)."""
    if covers[p]:  # spec 4.2
        return set()
    region = region_of(p, relations, covers)
    return region.points if region.touches == 3 - colour else set()
