"""Regions of vacant points: incursions (spec 2.1) and ownership (spec 1.13-1.15, 3.6)."""

from __future__ import annotations

import numpy as np

from .array_types import Int8s, Records, UInt32s
from .counting import owes_last_stone, weighed
from .jit import helper, routine
from .layout import BLACK, STONES, TERRITORY, VACANT, Adjacency, StateArrays

UNSEEN = 2
"""Mark of a vacant point whose region has not been surveyed; other owners are +1, -1 and 0."""


@helper
def touched_by(points: Records, q: int) -> int:
    """Return the colours whose footprints cover q, as bits 1 (Black) and 2 (White)."""
    covers = points[q].footprints
    return (1 if covers & 65535 else 0) | (2 if covers >> 16 else 0)


@routine
def is_incursion(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, p: int, colour: int) -> bool:
    """Return whether a stone on p, not placed yet, would lie in a region that touches only enemy stones (2.1).

    Tao stones do not matter: in play their points are vacant points of their regions (spec 3.8).
    """
    points, table = state
    links = adjacency.links
    if points[p].footprints:  # spec 4.2
        return False
    n = table[0].points
    epoch = scratch[4 * n] + 1
    scratch[4 * n] = epoch
    scratch[2 * n + p] = epoch
    scratch[0] = p
    queued = 1
    done = 0
    touched = 0
    while done < queued:
        q = scratch[done]
        done += 1
        for k in range(links[q], links[q + 1]):
            r = links[k]
            if points[r].footprints:
                touched |= touched_by(points, r)
                if touched & colour:
                    return False
            elif scratch[2 * n + r] != epoch:
                scratch[2 * n + r] = epoch
                scratch[queued] = r
                queued += 1
    return touched == 3 - colour


@helper
def survey_region(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, owner: Int8s, p: int) -> None:
    """Find the region of p, and give its points to the colour that it touches if there is only one."""
    points = state.points
    links = adjacency.links
    scratch[0] = p
    owner[p] = 0
    queued = 1
    done = 0
    touched = 0
    while done < queued:
        q = scratch[done]
        done += 1
        for k in range(links[q], links[q + 1]):
            r = links[k]
            if points[r].tao:
                continue
            if points[r].footprints:
                touched |= touched_by(points, r)
            elif owner[r] == UNSEEN:
                owner[r] = 0
                scratch[queued] = r
                queued += 1
    if touched == 1 or touched == 2:
        side = 1 if touched == 1 else -1
        for i in range(queued):
            owner[scratch[i]] = side


@routine
def survey(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, owner: Int8s) -> None:
    """Write the owner of every point (+1 Black, -1 White, 0 neither) under area scoring (spec 1.13)."""
    points, table = state
    n = table[0].points
    for p in range(n):
        covers = points[p].footprints
        side = np.int8(covers & 65535 != 0) - np.int8(covers >> 16 != 0)
        owner[p] = 0 if points[p].tao else (side if covers else UNSEEN)  # spec 3.6
    for i in range(table[0].open):
        p = points[i].open
        if owner[p] == UNSEEN:
            survey_region(state, adjacency, scratch, owner, p)


@routine
def tally(state: StateArrays, adjacency: Adjacency, owner: Int8s, scoring: int) -> tuple[int, int]:
    """Reduce a survey to the points of a scoring and add them up, for Black and for White.

    Territory adds the prisoners (spec 1.14); Tao stones paid in points are deducted in every scoring (spec 3.6), and
    coupons are added (6.8).
    """
    points, table = state
    n = table[0].points
    if scoring == TERRITORY:
        for p in range(n):
            if points[p].footprints:
                owner[p] = 0
    elif scoring == STONES:
        for p in range(n):
            colour = points[p].colour
            owner[p] = 0 if colour == VACANT else (1 if colour == BLACK else -1)
    ours = 0
    theirs = 0
    for p in range(n):
        if owner[p] > 1:  # the mark of a tax (`taxes`)
            owner[p] = 0
        ours += owner[p] > 0
        theirs += owner[p] < 0
    black = np.float64(ours)
    white = np.float64(theirs)
    if table[0].weights_at:
        black, white = weighed(state, adjacency, owner)
    black += 0.5 * table[1].coupons
    white += 0.5 * table[2].coupons
    if scoring == TERRITORY:
        black += table[0].prisoner_value * (table[1].prisoners + owes_last_stone(table))
        white += table[0].prisoner_value * table[2].prisoners
    if table[0].tao_points:
        black -= table[1].tao_paid
        white -= table[2].tao_paid
    return black, white
