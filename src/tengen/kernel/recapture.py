"""Bans on captures right after a capture or an atari (spec 6.4)."""

from __future__ import annotations

import numpy as np

from .chains import reached_from
from .jit import helper, routine
from .layout import FREEZE, LARGER, NONE_MAY, TAKEN, TIBETAN, VACANT, Adjacency, StateArrays


@helper
def may_not_take(state: StateArrays, p: int, removed: int) -> bool:
    """Return whether the last turn forbids a stone on p that would capture ``removed`` stones."""
    points, table = state
    if table[0].recapture == TIBETAN:
        return points[p].goal & TAKEN != 0
    return removed > 0 and removed <= table[0].bar


@routine
def mark_stones(state: StateArrays) -> None:
    """Mark all points with stones: after a placement, `set_bar` keeps the marks of those now empty."""
    points = state.points
    for p in range(len(points)):
        points[p].goal &= TAKEN - 1
        if points[p].colour != VACANT:
            points[p].goal |= TAKEN


@routine
def keep_taken(state: StateArrays) -> bool:
    """Clear the marks of `mark_stones` where stones remain; return whether any is left."""
    points = state.points
    found = False
    for p in range(len(points)):
        if points[p].colour != VACANT:
            points[p].goal &= TAKEN - 1
        elif points[p].goal & TAKEN:
            found = True
    return found


@routine
def has_one_liberty(state: StateArrays, adjacency: Adjacency, stone: int) -> bool:
    """Return whether a chain has exactly one liberty."""
    points = state.points
    links = adjacency.links
    n = np.int64(len(points))
    only = n
    s = np.int64(stone)
    while True:
        first = np.int64(points[s].neighbours_at)
        for k in range(first, first + np.int64(points[s].degree)):
            q = np.int64(links[k])
            if points[q].footprints == 0 and q != only:
                if only != n:
                    return False
                only = q
        s = np.int64(points[s].next)
        if s == stone:
            return only != n


@routine
def gives_atari(state: StateArrays, adjacency: Adjacency, p: int, colour: int) -> bool:
    """Return whether the stone just placed on p, if it remains, touches an enemy chain with a single liberty."""
    points = state.points
    links = adjacency.links
    if points[p].colour != colour:
        return False
    first = points[p].footprint_at
    for f in range(first, first + points[p].footprint_size):
        at, end = reached_from(state, adjacency, links[f])
        for k in range(at, end):
            r = links[k]
            if points[r].colour == 3 - colour and has_one_liberty(state, adjacency, r):
                return True
    return False


@routine
def set_bar(state: StateArrays, adjacency: Adjacency, p: int, colour: int, removed: int) -> None:
    """Record what the next turn may not capture, after a stone on p that captured ``removed`` stones."""
    table = state.table
    rule = table[0].recapture
    if rule == TIBETAN:
        table[0].bar = 1 if keep_taken(state) else 0
    elif rule == LARGER:
        table[0].bar = removed
    elif rule == FREEZE:
        table[0].bar = NONE_MAY if gives_atari(state, adjacency, p, colour) else 0
    else:
        table[0].bar = NONE_MAY if removed > 0 else 0
