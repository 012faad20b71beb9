"""Restrictions on placements (spec 6.9)."""

from __future__ import annotations

import numpy as np

from .array_types import UInt32s
from .chains import connected
from .jit import routine
from .layout import (
    AWAY,
    BLACK,
    BLOCKS,
    CHAINS,
    CLOSED,
    KEIMA,
    NO_CHAINS_OF,
    NO_CONTACT,
    WHITE,
    Adjacency,
    StateArrays,
)
from .regions import is_incursion


@routine
def is_within(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, p: int, q: int, steps: int) -> bool:
    """Return whether q is at most this many steps along the lines from p."""
    links = adjacency.links
    n = len(state.points)
    epoch = scratch[4 * n] + 1
    scratch[4 * n] = epoch
    scratch[2 * n + p] = epoch
    scratch[0] = p
    queued = 1
    done = 0
    while scratch[2 * n + q] != epoch and steps > 0 and done < queued:
        steps -= 1
        level = queued
        while done < level:
            at = scratch[done]
            done += 1
            for k in range(links[at], links[at + 1]):
                r = links[k]
                if scratch[2 * n + r] != epoch:
                    scratch[2 * n + r] = epoch
                    scratch[queued] = r
                    queued += 1
    return bool(scratch[2 * n + q] == epoch)


@routine
def chain_size(state: StateArrays, adjacency: Adjacency, p: int, colour: int) -> int:
    """Return the size of a stone's chain on p before any captures."""
    points = state.points
    links = adjacency.links
    first, end = connected(state, adjacency, p)
    size = 1
    for k in range(first, end):
        r = links[k]
        new = points[r].colour == colour
        for j in range(first, k):
            other = links[j]
            if points[other].colour == colour and points[other].chain == points[r].chain:
                new = False
        if new:
            size += points[points[r].chain].size
    return size


@routine
def is_named(state: StateArrays, adjacency: Adjacency, p: int) -> bool:
    """Return whether the last stone allows p for the next one; under ``blocks`` a full block allows every point."""
    points, table = state
    n = len(points)
    full = True
    for k in range(table[0].where_count):
        q = adjacency.links[np.int64(table[0].next_at) + np.int64(table[0].where_count) * table[0].latest + k]
        if q == p:
            return True
        full = full and (q == n or points[q].footprints > 0)
    return bool(full and table[0].where == BLOCKS)


@routine
def is_out_of_place(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, p: int, colour: int) -> bool:
    """Return whether ``where`` forbids a stone on p."""
    points, table = state
    kind = table[0].where
    count: int = table[0].where_count
    n = len(points)
    if kind == NO_CONTACT:
        return bool((points[p].stones >> 16 if colour == BLACK else points[p].stones & 65535) > 0)
    if kind == CHAINS:
        return chain_size(state, adjacency, p, colour) > count
    if kind == NO_CHAINS_OF:
        return chain_size(state, adjacency, p, colour) == count
    if kind == CLOSED:
        if not (is_incursion(state, adjacency, scratch, p, BLACK) or is_incursion(state, adjacency, scratch, p, WHITE)):
            return False
        size = 0
        for q in range(n):  # the search for colours left the region marked
            if scratch[2 * n + q] == scratch[4 * n]:
                size += 1
        return 2 * size <= n
    last: int = table[0].latest
    if kind in (KEIMA, BLOCKS):
        return last < n and not is_named(state, adjacency, p)
    return last < n and is_within(state, adjacency, scratch, p, last, count) == (kind == AWAY)
