"""The input of the package's network on a square grid: planes of numbers from 0 to 255, one row per point.

The planes show stones by colour and liberties, the last two stones, and the line of every point. For every move that
the tree would try, they show its captures, the verdict of reading chains in danger for and against it, the liberties
that its chain would have, and its likelihood by the strengths of its features.
"""

from __future__ import annotations

import math

import numpy as np

from ..kernel.array_types import UInt8s
from ..kernel.jit import helper, routine
from ..kernel.layout import VACANT
from .nodes import SearchTask, SearchThread
from .priors import is_tried, measure
from .strengths import FREEDOM, LOSS, TAKEN, WORTH, prepare, strength_of
from .threats import survey

STONES = 0
"""Six planes: the mover's stones whose chains have one, two, more liberties, and the other's."""
MOVE = 6
"""One plane: the moves that the tree would try."""
CAPTURES = 7
"""Four planes: moves that capture one, two, three or four, more stones."""
GAINS, COSTS = 11, 14
"""Three planes each: how much reading chains supports a move, and opposes it."""
LIBERTIES = 17
"""Three planes: moves whose chain will have one, two, more liberties."""
LATEST = 20
"""Two planes: the last stone, and the one before."""
LINES = 22
"""Four planes: the first to the third line, and all others."""
LIKELIHOOD = 26
"""One plane: the logarithm of a move's probability by strengths, negative, times `SCALE`."""
PLANES = 27
SCALE = 20
DIMMED = 100
"""The divisor of the plane of likelihoods in a network, which brings it to the size of the others."""


@helper
def mark(row: UInt8s, first: int, amount: int) -> None:
    """Mark an amount; 0 has no plane."""
    if amount > 0:
        row[first + amount - 1] = 1


@helper
def write_likelihoods(thread: SearchThread, planes: UInt8s) -> None:
    """Write the likelihood of the moves from the logarithms of their strengths, noted by the thread."""
    most = -1e9
    for p in range(len(planes)):
        if planes[p, MOVE]:
            most = max(most, np.float64(thread.hopes[p]))
    total = 0.0
    for p in range(len(planes)):
        if planes[p, MOVE]:
            total += math.exp(thread.hopes[p] - most)
    for p in range(len(planes)):
        if planes[p, MOVE]:
            planes[p, LIKELIHOOD] = min(255.0, SCALE * (most + math.log(total) - thread.hopes[p]))


@routine
def write_planes(task: SearchTask, thread: SearchThread, last: int, before: int, planes: UInt8s) -> None:
    """Write the input for the thread's position (n, PLANES) after the stones ``before`` and ``last``, n for none."""
    state, adjacency = thread.state, task.adjacency
    points, table = state
    n = np.int64(len(points))
    colour = np.int64(table[0].to_move)
    measure(state, adjacency, thread.bench.scratch, thread.near, last)
    survey(thread, task)
    prepare(task, thread, last)
    for p in range(n):
        for k in range(PLANES):
            planes[p, k] = 0
        planes[p, LINES + (np.int64(task.rim[p]) - 1 if task.rim[p] > 0 else 3)] = 1
        if points[p].colour != VACANT:
            stones = STONES + (0 if points[p].colour == colour else 3)
            planes[p, stones + np.int64(thread.held[points[p].chain]) - 1] = 1
    if last < n:
        planes[last, LATEST] = 1
    if before < n:
        planes[before, LATEST + 1] = 1
    free = table[0].may_pass and not table[0].placing
    for i in range(table[0].open):
        p = points[i].open
        tried, _key, removed, own = is_tried(task, thread, p, colour, free)
        if not tried:
            continue
        thread.hopes[p] = strength_of(task, thread, np.int64(p), colour, np.int64(removed), np.int64(own))
        row = planes[p]
        row[MOVE] = 1
        mark(row, CAPTURES, thread.features[2] - TAKEN)
        mark(row, GAINS, thread.features[3] - WORTH)
        mark(row, COSTS, thread.features[4] - LOSS)
        mark(row, LIBERTIES, thread.features[5] - FREEDOM + 1)
    write_likelihoods(thread, planes)
