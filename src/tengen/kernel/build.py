"""Building a position in the kernel's memory from the content of each point."""

from __future__ import annotations

import numpy as np

from .array_types import UInt32s
from .chains import connected, open_point, reached_from, stone_key, tao_key
from .jit import entry, routine
from .layout import BLACK, PLENTY, VACANT, Adjacency, StateArrays


@routine
def rebuild_chains(state: StateArrays, adjacency: Adjacency, scratch: UInt32s) -> int:
    """Derive everything from the stones and Tao stones on the points; return the first chain without a liberty, or n.

    Reads ``colour``, ``tao`` and the static fields; writes the rest except tiles, and the table's key and open points.
    """
    points, table = state
    links = adjacency.links
    n = table[0].points
    table[0].open = 0
    table[0].key = table[0].coupons  # continued by `counting.take_coupon`
    # An empty board.
    for p in range(n):
        points[p].stones = 0
        points[p].footprints = 0
        points[p].vacancies = points[p].degree
        points[p].size = 0
        points[p].chain = p
        points[p].liberties = PLENTY
        scratch[3 * n + p] = 0
    # Stones: the key, and their effect on the points that they reach and cover.
    for p in range(n):
        colour = points[p].colour
        if points[p].tao:
            table[0].key ^= tao_key(state, adjacency, p)
        if colour != VACANT:
            w = 1 if colour == BLACK else 65536
            table[0].key ^= stone_key(state, adjacency, p, colour)
            first, end = reached_from(state, adjacency, p)
            for k in range(first, end):
                points[links[k]].stones += w
            first = points[p].footprint_at
            for k in range(first, first + points[p].footprint_size):
                points[links[k]].footprints += w
    # Covered points are not vacancies of their neighbours; the others are open.
    for p in range(n):
        if points[p].footprints:
            first, end = reached_from(state, adjacency, p)
            for k in range(first, end):
                points[links[k]].vacancies -= 1
        if points[p].colour == VACANT and (table[0].own_overlap or points[p].footprints == 0):
            open_point(state, p)
    # Chains: their rings, liberties and keys.
    dead = n + 0
    for p in range(n):
        if points[p].colour != VACANT and points[p].size == 0:
            _gather(state, adjacency, scratch, p)
            if points[points[p].chain].liberties == 0 and dead == n:
                dead = p + 0
    return dead


@entry
def rebuild(state: StateArrays, adjacency: Adjacency, scratch: UInt32s) -> int:
    """Run `rebuild_chains` for callers in Python."""
    return rebuild_chains(StateArrays(*state), Adjacency(*adjacency), scratch)


@routine
def _gather(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, start: int) -> None:
    """Make one ring of the chain of the stone on start; ``size`` is 1 or more on every stone gathered."""
    points = state.points
    links = adjacency.links
    colour = points[start].colour
    scratch[0] = start
    points[start].size = 1
    queued = 1
    done = 0
    liberties = 0
    key = np.uint64(0)
    while done < queued:
        p = scratch[done]
        done += 1
        points[p].chain = start
        liberties += points[p].vacancies
        key ^= stone_key(state, adjacency, p, colour)
        first, end = connected(state, adjacency, p)
        for k in range(first, end):
            r = links[k]
            if points[r].colour == colour and points[r].size == 0:
                points[r].size = 1
                scratch[queued] = r
                queued += 1
    for i in range(queued):
        points[scratch[i]].next = scratch[i + 1] if i + 1 < queued else start
    points[start].size = queued
    points[start].liberties = liberties
    points[start].key = key
