"""Placements that do not harm the mover: eyes of wide stones, and random moves if stones may capture their own side's.

If suicide is allowed, or stones block more than their point, a uniformly random playout never ends: it fills eyes that
no count of neighbouring stones detects, and captures its own groups again and again.
"""

from __future__ import annotations

import numpy as np

from ..kernel.jit import helper, routine
from ..kernel.layout import BLACK, Adjacency, Bench, StateArrays
from ..kernel.mixing import random_below
from ..kernel.moves import QUIET, judge, pressure, standing
from ..kernel.playout import choose as choose_any
from ..kernel.playout import is_allowed, is_kept, lives, may_be_forbidden


@helper
def is_eye(state: StateArrays, adjacency: Adjacency, p: int, colour: int) -> bool:
    """Return whether p is a true own eye; for wide stones: vacant, next to own stones, no enemy or vacancy.

    Wide stones cannot occupy all the points around, so blocked points serve as a wall.
    """
    points = state.points
    if adjacency.wide is None:
        return is_kept(points, adjacency, p, colour)
    if points[p].vacancies > 0 or points[p].footprints != 0:
        return False
    own = points[p].stones & 65535
    enemy = points[p].stones >> 16
    if colour != BLACK:
        own, enemy = enemy, own
    return own > 0 and enemy == 0


@routine
def is_harmless(state: StateArrays, adjacency: Adjacency, bench: Bench, p: int, colour: int) -> bool:
    """Return whether a placement is legal, ignoring history, and removes no more own stones than enemy stones."""
    if adjacency.wide is None:
        if not lives(state, adjacency, bench, p, colour):
            return False
        return not may_be_forbidden(state, adjacency, p) or is_allowed(state, adjacency, bench, p, colour)
    if state.table[0].own_overlap and standing(state, p, colour):
        return False
    if not may_be_forbidden(state, adjacency, p) and pressure(state, adjacency, bench.scratch, p, colour)[0] == QUIET:
        return True
    reasons, _key, removed, own = judge(state, adjacency, bench, p, colour)
    return reasons == 0 and own <= removed and (own == 0 or removed > 0)


@routine
def draw_harmless(
    state: StateArrays, adjacency: Adjacency, bench: Bench, s0: np.uint64, s1: np.uint64
) -> tuple[int, np.uint64, np.uint64]:
    """Draw a legal placement uniformly, harmful ones and eyes last and only if no pass is legal; n if there is none."""
    points, table = state
    n = table[0].points
    colour = table[0].to_move
    left = table[0].open
    may_pass = table[0].may_pass
    rest = n
    while left > 0:
        i, s0, s1 = random_below(left, s0, s1)
        p = points[i].open
        eye = is_eye(state, adjacency, p, colour)
        if not eye and is_harmless(state, adjacency, bench, p, colour):
            return p, s0, s1
        if not may_pass and rest == n and is_allowed(state, adjacency, bench, p, colour):
            rest = p
        left = np.uint32(left - 1)
        last = points[left].open
        points[i].open = last
        points[last].slot = i
        points[left].open = p
        points[p].slot = left
    return rest, s0, s1


@routine
def draw(
    state: StateArrays, adjacency: Adjacency, bench: Bench, s0: np.uint64, s1: np.uint64
) -> tuple[int, np.uint64, np.uint64]:
    """Draw a placement for a playout, by `draw_harmless` or, if equivalent, by the kernel's playouts."""
    if adjacency.wide is None and not state.table[0].suicide:
        return choose_any(state, adjacency, bench, s0, s1)
    return draw_harmless(state, adjacency, bench, s0, s1)
