"""Scores with their tax: the points that holdings in seki, or all holdings, give up (spec 1.13a)."""

from __future__ import annotations

import numpy as np

from .array_types import Int8s, UInt32s
from .chains import connected, covers, reached_from
from .jit import entry, helper, routine
from .layout import BLACK, GROUP_TAX, SEKI_TAX, SHARED, STONES, TAXED, VACANT, Adjacency, StateArrays
from .moves import count_losses, forget_losses
from .regions import survey, tally

GIVEN_UP = 2
"""Points that a holding gives up under the group tax."""


# -- shared points -----------------------------------------------------------------------------------------------------


@helper
def mark_losses(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, p: int, colour: int) -> bool:
    """Count in scratch, from n, the footprints on each point of enemy stones that a stone on p takes; return if any.

    `count_losses` must have been called. Without such stones nothing is counted.
    """
    points = state.points
    links = adjacency.links
    n = np.int64(state.table[0].points)
    taken = False
    first = points[p].footprint_at
    for f in range(first, first + points[p].footprint_size):
        q = links[f]
        if points[q].footprints == 0:
            at, end = reached_from(state, adjacency, q)
            for k in range(at, end):
                r = links[k]
                if points[r].colour == 3 - colour:
                    taken = taken or scratch[3 * n + points[r].chain] == points[points[r].chain].liberties
    if taken:
        for q in range(n):
            scratch[n + q] = 0
        for r in range(n):
            if points[r].colour == 3 - colour and scratch[3 * n + points[r].chain] == points[points[r].chain].liberties:
                first = points[r].footprint_at
                for k in range(first, first + points[r].footprint_size):
                    scratch[n + links[k]] += 1
    return taken


@helper
def look_around(
    state: StateArrays, adjacency: Adjacency, scratch: UInt32s, p: int, s: int, taken: bool, one: int
) -> tuple[int, bool]:
    """Find liberties of the stone on s after a stone on p: return `one` known before, or n, and whether there are two.

    ``taken``: `mark_losses` has counted footprints that disappear.
    """
    points = state.points
    links = adjacency.links
    n = np.int64(state.table[0].points)
    first = points[s].neighbours_at
    for k in range(first, first + points[s].degree):
        q = np.int64(links[k])
        over = points[q].footprints
        free = over == 0 or (taken and (over & 65535) + (over >> 16) == scratch[n + q])
        if free and q != one and not covers(state, adjacency, p, q):
            if one < n:
                return one, True
            one = q
    return one, False


@routine
def is_cramped(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, p: int, colour: int) -> bool:
    """Return whether a stone on p would leave its chain fewer than two liberties, after captures."""
    points = state.points
    links = adjacency.links
    n = np.int64(state.table[0].points)
    count_losses(state, adjacency, scratch, p, colour)
    taken = mark_losses(state, adjacency, scratch, p, colour)
    forget_losses(state, adjacency, scratch, p)
    one, two = look_around(state, adjacency, scratch, p, p, taken, n)
    first, end = connected(state, adjacency, p)
    for k in range(first, end):
        start = np.int64(links[k])
        if points[start].colour == colour:
            s = start
            while not two:
                one, two = look_around(state, adjacency, scratch, p, s, taken, one)
                s = np.int64(points[s].next)
                if s == start:
                    break
    return not two


@routine
def mark_shared(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, owner: Int8s) -> int:
    """Mark the neutral vacant points on which a stone of either colour would be cramped; return their number."""
    points, table = state
    marked = 0
    for i in range(table[0].open):
        p = np.int64(points[i].open)
        if (
            owner[p] == 0
            and points[p].footprints == 0
            and not points[p].tao
            and is_cramped(state, adjacency, scratch, p, np.uint8(BLACK))
            and is_cramped(state, adjacency, scratch, p, np.uint8(3 - BLACK))
        ):
            owner[p] = SHARED
            marked += 1
    return marked


# -- holdings ----------------------------------------------------------------------------------------------------------


@helper
def holder(state: StateArrays, owner: Int8s, p: int) -> int:
    """Return the side (+1 Black, -1 White) whose holding p belongs to, or 0."""
    points = state.points
    if points[p].colour != VACANT:
        return 1 if points[p].colour == BLACK else -1
    if points[p].footprints or owner[p] > 1:
        return 0
    return np.int64(owner[p])


@helper
def root_of(scratch: UInt32s, p: int) -> int:
    """Return the representative point of a point's holding."""
    p = np.int64(p)
    while np.int64(scratch[p]) != p:
        scratch[p] = scratch[scratch[p]]
        p = np.int64(scratch[p])
    return p


@helper
def unite(scratch: UInt32s, p: int, q: int) -> None:
    """Merge the holdings of two points."""
    a = root_of(scratch, p)
    b = root_of(scratch, q)
    if a < b:
        scratch[b] = a
    elif b < a:
        scratch[a] = b


@routine
def find_holdings(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, owner: Int8s) -> None:
    """Write every point's holding into scratch, for `root_of`; from n there are zeros."""
    points, table = state
    links = adjacency.links
    n = np.int64(table[0].points)
    for p in range(n):
        scratch[p] = p
        scratch[n + p] = 0
    for p in range(n):
        side = holder(state, owner, p)
        if side == 0:
            continue
        if points[p].colour != VACANT:
            unite(scratch, p, points[p].chain)
        else:
            for k in range(links[p], links[p + 1]):  # a region is never divided
                r = links[k]
                if points[r].colour == VACANT and holder(state, owner, r) == side:
                    unite(scratch, p, r)
        first = points[p].neighbours_at
        for k in range(first, first + points[p].degree):
            r = links[k]
            if points[r].colour == VACANT and holder(state, owner, r) == side:
                unite(scratch, p, r)


@routine
def mark_sekis(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, owner: Int8s) -> None:
    """Mark in scratch, from n, the holdings whose stones have a shared point as a liberty."""
    points, table = state
    links = adjacency.links
    n = np.int64(table[0].points)
    for p in range(n):
        if points[p].colour != VACANT:
            first = points[p].neighbours_at
            for k in range(first, first + points[p].degree):
                if owner[links[k]] == SHARED:
                    scratch[n + root_of(scratch, p)] = 1


@helper
def take_sekis(state: StateArrays, scratch: UInt32s, owner: Int8s) -> None:
    """Take all vacant points of the holdings marked."""
    points, table = state
    n = np.int64(table[0].points)
    for p in range(n):
        if points[p].colour == VACANT and holder(state, owner, p) != 0 and scratch[n + root_of(scratch, p)]:
            owner[p] = TAXED


@helper
def take_some(state: StateArrays, scratch: UInt32s, owner: Int8s) -> None:
    """Take the first vacant points of every holding, up to the group tax."""
    points, table = state
    n = np.int64(table[0].points)
    for p in range(n):
        if points[p].colour == VACANT and holder(state, owner, p) != 0:
            root = root_of(scratch, p)
            if scratch[n + root] < GIVEN_UP:
                scratch[n + root] += 1
                owner[p] = TAXED


@routine
def levy(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, owner: Int8s) -> None:
    """Apply the tax in force to a survey; points shared and taken are marked there."""
    table = state.table
    if table[0].tax == SEKI_TAX and mark_shared(state, adjacency, scratch, owner):
        find_holdings(state, adjacency, scratch, owner)
        mark_sekis(state, adjacency, scratch, owner)
        take_sekis(state, scratch, owner)
    elif table[0].tax == GROUP_TAX:
        find_holdings(state, adjacency, scratch, owner)
        take_some(state, scratch, owner)


# -- scores ------------------------------------------------------------------------------------------------------------


@routine
def reckon(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, owner: Int8s, scoring: int) -> tuple[int, int]:
    """Score the position; write each point's owner and return the points of Black and of White, without komi."""
    survey(state, adjacency, scratch, owner)
    if scoring != STONES and state.table[0].tax:
        levy(state, adjacency, scratch, owner)
    return tally(state, adjacency, owner, scoring)


@entry
def score(
    state: StateArrays,
    adjacency: Adjacency,
    scratch: UInt32s,
    owner: Int8s,
    marks: Int8s,
    scoring: int,
    named: bool,
) -> tuple[int, int]:
    """Score the position like `reckon`, with reasons in ``marks``: owners before the tax, `SHARED` and `TAXED`.

    With ``named``, the holdings in seki are exactly those of the points marked 1 in ``marks``. Scratch then
    distinguishes holdings, if the tax needs them.
    """
    state, adjacency = StateArrays(*state), Adjacency(*adjacency)
    table = state.table
    n = np.int64(table[0].points)
    survey(state, adjacency, scratch, owner)
    if scoring != STONES and named:
        mark_shared(state, adjacency, scratch, owner)
        find_holdings(state, adjacency, scratch, owner)
        for p in range(n):
            if marks[p] == 1:
                scratch[n + root_of(scratch, p)] = 1
        take_sekis(state, scratch, owner)
    elif scoring != STONES and table[0].tax:
        levy(state, adjacency, scratch, owner)
    for p in range(n):
        marks[p] = owner[p]
    return tally(state, adjacency, owner, scoring)
