"""How a playout moves: answers to the last stone first, local patterns, then anything that is no blunder."""

from __future__ import annotations

import numpy as np

from ..kernel.jit import helper, routine
from ..kernel.moves import pass_turn, place, return_turn
from ..kernel.playout import random_below
from .careful import draw, is_playable
from .tactics import is_self_atari, urgent

_BITS = 1 << 24


@helper
def pattern_at(points, around, p):
    """Return the 3x3 pattern around a point: two bits a neighbour, 3 where the board ends."""
    code = 0
    n = np.uint32(len(points))
    for k in range(8):
        q = around[8 * np.int64(p) + k]
        content = 3 if q == n else np.int64(points[q].colour)
        code |= content << (2 * k)
    return code


@helper
def matches(points, around, patterns, p, colour):
    """Say whether the pattern around p suits a stone of a colour."""
    return patterns[pattern_at(points, around, p)] & colour


@helper
def add_local(points, table, links, wide, around, patterns, last, colour, candidates):
    """List the points beside the last stone where a pattern says to answer."""
    n = np.uint32(len(points))
    count = 0
    for k in range(8):
        q = around[8 * np.int64(last) + k]
        free = q < n and points[q].footprints == 0 and q != table[0].captured
        if free and matches(points, around, patterns, q, colour) and not is_self_atari(points, links, wide, q, colour):
            candidates[count] = q
            count += 1
    return count


@routine
def draw_allowed(
    points, table, links, keys, scratch, spare_points, spare_table, wide, candidates, count, colour, s0, s1
):
    """Draw a legal point from the candidates; n if none is legal."""
    n = np.uint32(len(points))
    while count > 0:
        i, s0, s1 = random_below(count, s0, s1)
        p = candidates[i]
        if is_playable(points, table, links, keys, scratch, spare_points, spare_table, wide, p, colour):
            return p, s0, s1
        count -= 1
        candidates[i] = candidates[count]
    return n, s0, s1


@helper
def playout_point(
    points, table, links, keys, scratch, spare_points, spare_table, wide,
    around, patterns, settings, candidates, last, before, s0, s1,
):  # fmt: skip
    """Choose where the side to move plays in a playout; n where there is nothing."""
    n = np.uint32(len(points))
    colour = table[0].to_move
    if last < n:
        luck, s0, s1 = random_below(_BITS, s0, s1)
        if luck < settings[0].tactics * _BITS:
            count = urgent(points, links, wide, last, colour, candidates)
            if count > 0:
                p, s0, s1 = draw_allowed(
                    points, table, links, keys, scratch, spare_points, spare_table, wide,
                    candidates, count, colour, s0, s1,
                )  # fmt: skip
                if p < n:
                    return p, s0, s1
        if wide is None and len(around) > 0 and luck < settings[0].local * _BITS:
            count = add_local(points, table, links, wide, around, patterns, last, colour, candidates)
            if count > 0:
                p, s0, s1 = draw_allowed(
                    points, table, links, keys, scratch, spare_points, spare_table, wide,
                    candidates, count, colour, s0, s1,
                )  # fmt: skip
                if p < n:
                    return p, s0, s1
    if wide is None and before < n and len(around) > 0 and settings[0].second > 0:
        luck, s0, s1 = random_below(_BITS, s0, s1)
        if luck < settings[0].second * _BITS:
            count = add_local(points, table, links, wide, around, patterns, before, colour, candidates)
            if count > 0:
                p, s0, s1 = draw_allowed(
                    points, table, links, keys, scratch, spare_points, spare_table, wide,
                    candidates, count, colour, s0, s1,
                )  # fmt: skip
                if p < n:
                    return p, s0, s1
    p = n
    for _ in range(settings[0].redraw + 1):
        p, s0, s1 = draw(points, table, links, keys, scratch, spare_points, spare_table, wide, s0, s1)
        if p == n or not is_self_atari(points, links, wide, p, colour):
            break
    return p, s0, s1


@helper
def play_on(
    points, table, links, keys, scratch, spare_points, spare_table, wide,
    around, patterns, settings, candidates, first, last, before, s0, s1,
):  # fmt: skip
    """Play to the end of the game; note in ``first`` who played on each point first. Return who is stuck, or 0."""
    n = np.uint32(len(points))
    stuck = 0
    for _ in range(settings[0].limit):
        colour = table[0].to_move
        p, s0, s1 = playout_point(
            points, table, links, keys, scratch, spare_points, spare_table, wide,
            around, patterns, settings, candidates, last, before, s0, s1,
        )  # fmt: skip
        before = last
        last = p
        if p < n:
            place(points, table, links, keys, scratch, wide, p)
            if first[p] == 0:
                first[p] = colour
        elif table[0].may_pass and not table[0].placing:
            pass_turn(table)
            if table[0].passes == table[0].passes_to_end:
                break
        elif table[0].may_return and table[table[0].to_move].prisoners and not table[0].placing:
            return_turn(table)
        else:
            stuck = colour
            break
    return stuck, s0, s1
