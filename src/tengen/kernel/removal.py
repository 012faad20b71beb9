"""Removing chains differently from ordinary Go (spec 6.10): everything is recomputed every time."""

from __future__ import annotations

from .array_types import UInt32s
from .build import rebuild_chains
from .chains import count_liberties
from .jit import routine
from .layout import CONVERT, OWN_FIRST, TOGETHER, VACANT, WALL, Adjacency, StateArrays


@routine
def take_chains(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, colour: int, first: int) -> None:
    """Take the chains without enough liberties of a colour, or of both if it is `VACANT`; chains have been built.

    ``first`` is where scratch has room for a count at every chain's head.
    """
    points, table = state
    rebuild_chains(state, adjacency, scratch)
    counts = scratch[first : first + len(points)]
    count_liberties(state, adjacency, counts)
    for q in range(len(points)):
        old = points[q].colour
        lacks = old != VACANT and counts[points[q].chain] < table[0].least_liberties
        if lacks and 3 - colour != old:  # a colour, or `VACANT` for both
            points[q].colour = 3 - old if table[0].captures == CONVERT else VACANT
            if table[0].captures == WALL:
                points[q].tiles = 1


@routine
def put_slowly(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, p: int, colour: int) -> tuple[int, int, int]:
    """Do the work of `chains.put` for such rules; changes that are undone in the end are not counted."""
    points, table = state
    n = len(points)
    for q in range(n):  # the former content; scratch before it is the queue of `rebuild_chains`
        scratch[n + q] = points[q].colour
    scratch[n + p] = colour
    points[p].colour = colour
    points[p].tao = 0
    if table[0].removal == TOGETHER:
        take_chains(state, adjacency, scratch, VACANT, 3 * n)
    else:
        own_first = table[0].removal == OWN_FIRST
        take_chains(state, adjacency, scratch, colour if own_first else 3 - colour, 3 * n)
        take_chains(state, adjacency, scratch, 3 - colour if own_first else colour, 3 * n)
    rebuild_chains(state, adjacency, scratch)
    removed = 0
    own = 0
    table[0].captured = n
    for q in range(n):
        old = scratch[n + q]
        if old != VACANT and points[q].colour != old:
            if old == colour:
                own += 1
            else:
                removed += 1
                table[0].captured = q
    if removed != 1:
        table[0].captured = n
    if table[0].captures != CONVERT:
        table[colour].prisoners += removed
    played = 0 if points[p].colour == colour else 1
    return removed, own - played, played
