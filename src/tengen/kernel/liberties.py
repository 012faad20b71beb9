"""Liberties counted one by one (spec 0.3); chains themselves keep pseudo-liberties, which are cheaper."""

from __future__ import annotations

from .array_types import UInt32s
from .chains import reached_from
from .jit import routine
from .layout import VACANT, Adjacency, StateArrays


@routine
def count_liberties(state: StateArrays, adjacency: Adjacency, counts: UInt32s) -> None:
    """Count the liberties of every chain at its head: every vacant point once for each chain beside it (spec 0.3)."""
    points, links = state.points, adjacency.links
    n = len(points)
    for p in range(n):
        counts[p] = 0
    for p in range(n):
        if points[p].footprints:
            continue
        first, end = reached_from(state, adjacency, p)
        for k in range(first, end):
            r = links[k]
            if points[r].colour == VACANT:
                continue
            head = points[r].chain
            new = True
            for j in range(first, k):
                other = links[j]
                if points[other].colour != VACANT and points[other].chain == head:
                    new = False
                    break
            if new:
                counts[head] += 1
