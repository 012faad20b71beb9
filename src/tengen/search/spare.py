"""Games that the last move wins: a prisoner in hand is a spare move, and an own eye is filled last.

Where nobody may pass (spec 2.6), each side fills up its own part of the board, and whoever is out of safe moves has to
fill an eye of a group that needs it. So a playout returns prisoners before it harms itself, and is lost for a side
that can only put a large chain of its own into atari.
"""

from __future__ import annotations

import numpy as np

from ..kernel.array_types import Records
from ..kernel.jit import helper, routine
from ..kernel.layout import Adjacency, Bench, StateArrays
from ..kernel.mixing import random_below
from .harmless import is_eye, is_harmless
from .tactics import is_self_atari


@helper
def has_prisoner(table: Records, colour: int) -> bool:
    """Say whether the side to move may return a prisoner (spec 2.6)."""
    return table[0].may_return and table[colour].prisoners > 0 and not table[0].placing


@helper
def at_stake(state: StateArrays, adjacency: Adjacency, p: int) -> int:
    """Return the size of the largest chain beside a point."""
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
    """Return what a playout places in place of p, which was drawn: n where a prisoner is returned, or the game lost.

    ``poor`` says that p only loses a chain, or puts its own into atari. A side that can do nothing but that with a
    chain of ``stake`` stones or more has lost.
    """
    points, table = state
    n = table[0].points
    colour = table[0].to_move
    eye = is_eye(state, adjacency, p, colour)
    if not poor and not eye:
        return p, s0, s1
    if has_prisoner(table, colour):
        return n, s0, s1
    if not poor:
        return p, s0, s1
    count = table[0].open
    start, s0, s1 = random_below(count, s0, s1)
    for i in range(count):
        q = points[(start + i) % count].open
        if is_harmless(state, adjacency, bench, q, colour) and not is_self_atari(state, adjacency, q, colour):
            return q, s0, s1
    if eye and stake and at_stake(state, adjacency, p) >= stake:
        return n, s0, s1
    return p, s0, s1
