"""Jitted: positions put together point by point, as the kernel sees them."""

from __future__ import annotations

from ...kernel.array_types import UInt8s, UInt32s
from ...kernel.build import rebuild
from ...kernel.jit import entry, helper
from ...kernel.layout import NetArrays, StateArrays


@helper
def _overlaps(state: StateArrays, p: int) -> bool:
    """Say whether the stone on p lies in another's footprint, where that may not be (spec 4.2)."""
    points, table = state
    black = points[p].footprints & 65535
    white = points[p].footprints >> 16
    if table[0].own_overlap:
        return black > 0 and white > 0
    return black + white > 1


@entry
def enumerate_on(
    state: StateArrays, net: NetArrays, scratch: UInt32s, tried: UInt8s, p: int, budget: int
) -> tuple[int, int]:
    """Go on enumerating legal positions from the point p; ``tried`` holds the colours tried so far, a number a point.

    A chain without liberty while the points after it are still vacant stays without: its positions are skipped
    together. Not so under ``own_overlap``, where a later stone within its footprints may join it to others. Returns
    how many positions were met and the point to go on from, -1 in the end, after ``budget`` looks.
    """
    points, table = state
    n = len(points)
    legal = 0
    while p >= 0 and budget > 0:
        budget -= 1
        colour = tried[p]
        if colour == 3:
            tried[p] = 0
            points[p].colour = 0
            p -= 1
            continue
        tried[p] = colour + 1
        points[p].colour = colour
        last = p == n - 1
        if colour > 0 or (last and table[0].own_overlap):
            dead = rebuild(state, net, scratch) < n
            if (dead and (last or not table[0].own_overlap)) or (colour > 0 and _overlaps(state, p)):
                continue
        if last:
            legal += 1
        else:
            p += 1
    return legal, p
