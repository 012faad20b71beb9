"""Goals that a placement reaches (spec 6.1, 6.2): stones captured, sides connected, stones in a row."""

from __future__ import annotations

import numpy as np

from .jit import helper, routine
from .layout import (
    BLACK,
    CAPTURE,
    CAPTURE_AT_ONCE,
    CAPTURE_ON,
    CONNECT,
    CONNECT_OWN,
    ROW,
    VACANT,
    WHITE,
    Adjacency,
    StateArrays,
)

REACHED, OVERLINE = 1, 2
_PAIRS = 3


@routine
def line_made(state: StateArrays, adjacency: Adjacency, p: int, colour: int) -> int:
    """Return the result for rows of a stone about to be placed on p, before captures: REACHED, OVERLINE, or 0."""
    points, table = state
    links = adjacency.links
    n = table[0].points
    made = 0
    for way in range(4):
        # The whole row through p, and the part of it that counts.
        length = np.uint32(1)
        counting = np.uint32(points[p].goal & 1)
        q = n + 0
        for back in range(2):
            if q == p:  # the row wraps all the way round
                break
            q = np.int64(p)
            inside = points[p].goal & 1
            while length < n:
                q = np.int64(links[np.int64(table[0].lines_at) + 8 * q + way + 4 * back])
                if q in (n, p) or points[q].colour != colour:
                    break
                length += np.uint32(1)
                inside &= points[q].goal
                counting += np.uint32(inside)
        exact = table[0].overlines and colour == BLACK
        if counting >= table[0].goal_count and not (exact and length > table[0].goal_count):
            return REACHED
        if exact and length > table[0].goal_count:
            made = OVERLINE
    return made


@routine
def marked(state: StateArrays) -> int:
    """Count the stones on marked points, packed by colour."""
    points = state.points
    count = 0
    for p in range(len(points)):
        if points[p].goal & 1 and points[p].colour != VACANT:
            count += 1 if points[p].colour == BLACK else 65536
    return count


@helper
def before_stone(state: StateArrays, adjacency: Adjacency, p: int, colour: int) -> int:
    """Return the data on which the goal depends in the position before a stone is placed on p."""
    goal = state.table[0].goal
    if goal == ROW:
        return line_made(state, adjacency, p, colour)
    return marked(state) if goal == CAPTURE_ON else 0


@routine
def connects(state: StateArrays, p: int, colour: int) -> bool:
    """Return whether the chain of the stone on p, if it still stands, connects opposite sides."""
    points, table = state
    if points[p].colour != colour:
        return False
    touched = points[p].goal
    s = points[p].next
    while s != p:
        touched |= points[s].goal
        s = points[s].next
    own = table[0].goal == CONNECT_OWN
    for pair in range(_PAIRS):
        if (touched >> (2 * pair)) & 3 == 3 and (not own or pair == (0 if colour == BLACK else 1)):
            return True
    return False


@routine
def settle_goal(state: StateArrays, p: int, colour: int, removed: int, own: int, seen: int) -> None:
    """Record the winner by the goal after a stone was placed on p; ``seen`` is from `before_stone`."""
    points, table = state
    goal = table[0].goal
    other = 3 - colour
    reached = 0
    if goal == CAPTURE:  # stones lost to a suicide are the opponent's captures
        if table[colour].prisoners >= table[0].goal_count:
            reached = colour
        elif table[other].prisoners >= table[0].goal_count:
            reached = other
    elif goal == CAPTURE_AT_ONCE:
        if removed >= table[0].goal_count:
            reached = colour
        elif own >= table[0].goal_count:
            reached = other
    elif goal == CAPTURE_ON:
        left = marked(state)
        if points[p].goal & 1 and points[p].colour != VACANT:
            left -= 1 if points[p].colour == BLACK else 65536
        if left != seen:
            black_lost = left & 65535 < seen & 65535
            white_lost = left >> 16 < seen >> 16
            reached = colour if (black_lost if colour == WHITE else white_lost) else other
    elif goal in (CONNECT, CONNECT_OWN):
        if connects(state, p, colour):
            reached = colour
    elif seen == REACHED:
        reached = colour
    elif seen == OVERLINE:
        reached = other
    table[0].won = 3 - reached if reached and table[0].misere else reached
