"""The playout policy: answers to the last stone first, local patterns, then anything that is not a blunder.

In games without passes (spec 2.6), a prisoner in hand is a spare move, and own eyes are filled last: each side fills
its own part of the board, and the side without safe moves must fill an eye of a group that needs it. So in a playout a
side returns prisoners before it harms itself, and loses if it can only put a large own chain into atari.
"""

from __future__ import annotations

import numpy as np

from ..kernel.array_types import Records, UInt32s
from ..kernel.jit import helper, routine
from ..kernel.layout import Adjacency, Bench, StateArrays
from ..kernel.mixing import random_below
from ..kernel.moves import pass_turn, place, return_turn
from .harmless import draw, is_eye, is_harmless
from .nodes import SearchTask, SearchThread
from .tactics import is_self_atari, is_wasted, urgent

_BITS = 1 << 24


@helper
def pattern_at(points: Records, around: UInt32s, p: int) -> int:
    """Return the 3x3 pattern around a point: two bits per neighbour, 3 off the board."""
    code = 0
    n = np.uint32(len(points))
    for k in range(8):
        q = around[8 * np.int64(p) + k]
        content = np.int64(points[q if q < n else p].colour)  # read unconditionally to avoid a branch
        code |= (content if q < n else 3) << (2 * k)
    return code


@helper
def suits(points: Records, task: SearchTask, p: int) -> int:
    """Return whether the pattern around p, next to some stones, suits a stone there: 1 or 0."""
    pattern = pattern_at(points, task.around, p)
    return np.int64(task.patterns[pattern >> 3]) >> (pattern & 7) & 1


@helper
def matches(points: Records, task: SearchTask, p: int) -> bool:
    """Return whether the pattern around p suits a stone there; none with only vacant neighbours does."""
    return points[p].stones != 0 and suits(points, task, p) != 0


@helper
def add_local(state: StateArrays, task: SearchTask, last: int, colour: int, candidates: UInt32s, lost: int) -> int:
    """List the points next to the last stone where a pattern suggests an answer, except a lost one.

    Each step overwrites the rest of the list, which avoids unpredictable branches.
    """
    points, table = state
    n = np.uint32(len(points))
    captured = table[0].captured
    free = 0
    for k in range(8):
        q = task.around[8 * np.int64(last) + k]
        p = q if q < n else np.uint32(last)
        candidates[free] = q
        free += (q < n) & (points[p].footprints == 0) & (points[p].stones != 0) & (q != captured) & (q != lost)
    suited = 0
    for i in range(free):
        q = candidates[i]
        candidates[suited] = q
        suited += suits(points, task, q)
    count = 0
    for i in range(suited):
        q = candidates[i]
        if not is_self_atari(state, task.adjacency, q, colour):
            candidates[count] = q
            count += 1
    return count


@routine
def draw_allowed(
    state: StateArrays,
    adjacency: Adjacency,
    bench: Bench,
    candidates: UInt32s,
    count: int,
    colour: int,
    s0: np.uint64,
    s1: np.uint64,
) -> tuple[int, np.uint64, np.uint64]:
    """Draw a legal point from the candidates; n if none is legal."""
    points = state.points
    n = np.uint32(len(points))
    while count > 0:
        i, s0, s1 = random_below(count, s0, s1)
        p = candidates[i]
        if is_harmless(state, adjacency, bench, p, colour):
            return p, s0, s1
        count -= 1
        candidates[i] = candidates[count]
    return n, s0, s1


@helper
def has_prisoner(table: Records, colour: int) -> bool:
    """Return whether the side to move may return a prisoner (spec 2.6)."""
    return table[0].may_return and table[colour].prisoners > 0 and not table[0].placing


@helper
def at_stake(state: StateArrays, adjacency: Adjacency, p: int) -> int:
    """Return the size of the largest chain next to a point."""
    points = state.points
    links = adjacency.links
    most = 0
    first = points[p].neighbours_at
    for k in range(first, first + points[p].degree):
        head = points[links[k]].chain
        if points[links[k]].colour:
            most = max(most, points[head].size)
    return most


@routine
def draw_safe(
    state: StateArrays, adjacency: Adjacency, bench: Bench, s0: np.uint64, s1: np.uint64
) -> tuple[int, np.uint64, np.uint64]:
    """Find a harmless point, from a random one on, that puts no own chain into atari; own eyes only without passes."""
    points, table = state
    colour, count = table[0].to_move, table[0].open
    start, s0, s1 = random_below(count, s0, s1)
    for i in range(count):
        q = points[(start + i) % count].open
        if table[0].may_pass and is_eye(state, adjacency, q, colour):
            continue
        if is_harmless(state, adjacency, bench, q, colour) and not is_self_atari(state, adjacency, q, colour):
            return q, s0, s1
    return table[0].points, s0, s1


@routine
def spared(
    state: StateArrays,
    adjacency: Adjacency,
    bench: Bench,
    p: int,
    poor: bool,
    stake: int,
    s0: np.uint64,
    s1: np.uint64,
) -> tuple[int, np.uint64, np.uint64]:
    """Return the placement of a playout instead of p, which was drawn: n if a prisoner is returned, or the game lost.

    ``poor``: p only loses a chain, or puts an own one into atari. A side left with nothing but that for a chain of
    ``stake`` stones or more has lost.
    """
    table = state.table
    n = table[0].points
    colour = table[0].to_move
    eye = is_eye(state, adjacency, p, colour)
    if not poor and not eye:
        return p, s0, s1
    if has_prisoner(table, colour):
        return n, s0, s1
    if not poor:
        return p, s0, s1
    q, s0, s1 = draw_safe(state, adjacency, bench, s0, s1)
    if q < n:
        return q, s0, s1
    if eye and stake and at_stake(state, adjacency, p) >= stake:
        return n, s0, s1
    return p, s0, s1


@helper
def playout_point(
    task: SearchTask, thread: SearchThread, last: int, before: int, glance: int, s0: np.uint64, s1: np.uint64
) -> tuple[int, np.uint64, np.uint64]:
    """Choose where the side to move plays in a playout; n for no point.

    Reading a chain in danger takes at most ``glance`` positions. `Options` shows where the probabilities were tuned.
    """
    adjacency, settings = task.adjacency, task.settings
    state, bench, candidates = thread.state, thread.bench, thread.candidates
    points, table = state
    n = np.uint32(len(points))
    colour = table[0].to_move
    lost = n
    # First choice, most of the time: an answer to the opponent's last stone.
    if last < n:
        luck, s0, s1 = random_below(_BITS, s0, s1)
        if luck < settings[0].tactics * _BITS:
            # Save the chains that it put in atari, or capture its own; `lost` is an extension that would not help.
            count, lost = urgent(thread, adjacency, last, colour, glance)
            if count > 0:
                p, s0, s1 = draw_allowed(state, adjacency, bench, candidates, count, colour, s0, s1)
                if p < n:
                    return p, s0, s1
        # A 3x3 pattern around it. One draw decides both, so the pattern is tried only if tactics were.
        if adjacency.wide is None and len(task.around) > 0 and luck < settings[0].local * _BITS:
            count = add_local(state, task, last, colour, candidates, lost)
            if count > 0:
                p, s0, s1 = draw_allowed(state, adjacency, bench, candidates, count, colour, s0, s1)
                if p < n:
                    return p, s0, s1
    # Second choice: a 3x3 pattern around the mover's own last stone.
    if adjacency.wide is None and before < n and len(task.around) > 0 and settings[0].second > 0:
        luck, s0, s1 = random_below(_BITS, s0, s1)
        if luck < settings[0].second * _BITS:
            count = add_local(state, task, before, colour, candidates, lost)
            if count > 0:
                p, s0, s1 = draw_allowed(state, adjacency, bench, candidates, count, colour, s0, s1)
                if p < n:
                    return p, s0, s1
    # Otherwise any point that fills no eye; draw again if its stone would be lost or put itself into atari.
    p = n
    poor = False
    for _ in range(settings[0].redraw + 1):
        p, s0, s1 = draw(state, adjacency, bench, s0, s1)
        poor = p < n and (p == lost or is_self_atari(state, adjacency, p, colour))
        if not poor:
            break
    # Rather than give a chain away for nothing, play anything safe, or pass.
    looks = poor and p != lost and settings[0].wasted > 0 and adjacency.wide is None
    if looks and table[0].may_pass and not table[0].placing and is_wasted(state, adjacency, p, colour):
        p, s0, s1 = draw_safe(state, adjacency, bench, s0, s1)
    # If passing is not allowed, return a prisoner, or give the game up, rather than harm an own chain.
    if settings[0].spare and p < n:
        p, s0, s1 = spared(state, adjacency, bench, p, poor, settings[0].stake, s0, s1)
    return p, s0, s1


@routine
def draws_coupon(table: Records, s0: np.uint64, s1: np.uint64) -> tuple[bool, np.uint64, np.uint64]:
    """Draw one of the open points and coupons left uniformly; return whether it is a coupon, and the state."""
    left = 1 + (table[0].coupons - table[0].coupon_last) // table[0].coupon_step
    drawn, s0, s1 = random_below(np.uint32(left + table[0].open), s0, s1)
    return drawn < left and table[0].may_pass and not table[0].placing, s0, s1


@helper
def play_on(
    task: SearchTask, thread: SearchThread, last: int, before: int, s0: np.uint64, s1: np.uint64
) -> tuple[int, np.uint64, np.uint64]:
    """Play to the end of the game; record in ``first`` who first played on each point. Return the loser, or 0."""
    state, first = thread.state, thread.first
    points, table = state
    n = np.uint32(len(points))
    loser = 0
    for turn in range(task.settings[0].limit):
        colour = table[0].to_move
        glance = task.settings[0].glance if turn < task.settings[0].glances else 0
        p, s0, s1 = playout_point(task, thread, last, before, glance, s0, s1)
        if table[0].coupons:
            takes, s0, s1 = draws_coupon(table, s0, s1)
            p = n if takes else p
        before = last
        last = p
        if p < n:
            place(state, task.adjacency, thread.bench.scratch, p)
            if first[p] == 0:
                first[p] = colour
            if table[0].won:
                loser = 3 - np.int64(table[0].won)
                break
        elif (table[0].may_pass or table[0].must_place) and not table[0].placing:
            pass_turn(table)
            if table[0].passes == table[0].passes_to_end:
                break
        elif has_prisoner(state.table, colour):
            return_turn(table)
        else:
            loser = colour
            break
    return loser, s0, s1
