"""Regions of vacant points and the colours that they touch (spec 0.3, 2.1)."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from .relations import Relations

_LOW = 0xFFFF
"""The bits that count Black's footprints over a point; those above count White's."""


class Region(NamedTuple):
    """A maximal set of vacant points that lines connect, and the colours it touches: bits 1 (Black) and 2 (White)."""

    points: set[int]
    touches: int


def region_of(start: int, relations: Relations, covers: list[int], off: Collection[int] = ()) -> Region:
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
    return Region(found, touches)


def colours_over(cover: int) -> int:
    """Return the colours whose stones cover a point, as bits 1 (Black) and 2 (White)."""
    return (1 if cover & _LOW else 0) | (2 if cover > _LOW else 0)


def invaded(p: int, colour: int, relations: Relations, covers: list[int]) -> set[int]:
    """Return the region in which a stone on p would be an incursion; empty where it would be none (spec 2.1)."""
    if covers[p]:  # spec 4.2
        return set()
    region = region_of(p, relations, covers)
    return region.points if region.touches == 3 - colour else set()
