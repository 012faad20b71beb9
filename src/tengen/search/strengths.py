"""Probabilities of moves, from strengths of their features that were learnt from games.

The features of a move multiply: its probability is the product of its features' strengths relative to the sum over all
moves (Coulom, *Computing "Elo ratings" of move patterns in the game of Go*, 2007). Features are the shape around the
point, the same with the last stone in it, the place of the point and the vacancy around it, the distance of the last
stone, captures, chains in danger as found by reading, and the liberties that the stone's chain will have. For wide
stones nothing is read: the last features are rescues, own stones lost, and vacant neighbours. `training/learning` in a
checkout fits them.
"""

from __future__ import annotations

import numpy as np

from ..kernel.array_types import Int32s, Records
from ..kernel.jit import helper, routine
from ..kernel.layout import VACANT
from .nodes import SearchTask, SearchThread
from .priors import rescues
from .shapes import ENDS, FURTHEST, OFFSETS, ROOM, SPANS, Shapes, count_liberties, find_shape
from .tactics import liberties_after

NEARNESS = 0
"""The first number of each feature: 5 distances along lines and chains for each of 7 spans."""
PLACE = NEARNESS + 36
PLACES = 60
EMPTINESS = len(ENDS) + 1
TAKEN = PLACE + PLACES * EMPTINESS
WORTH = TAKEN + 5
LOSS = WORTH + 4
FREEDOM = LOSS + 4
NO_SHAPE = FREEDOM + 3
NO_ANSWER = NO_SHAPE + 1
NEW_ANSWER = NO_ANSWER + 1
FIRST_SHAPE = NEW_ANSWER + 1
FEATURES = 8
"""The number of features of a move: one of each kind."""

_SPAN_AT = np.array(SPANS, np.int64) - 2
_FAR_SPAN = FURTHEST - 1
_END_AT = np.array((*ENDS, ROOM + 1), np.int64)
_OPPOSITE = np.array([OFFSETS.index((-x, -y)) for x, y in OFFSETS], np.int64)


@routine
def prepare(task: SearchTask, thread: SearchThread, last: int) -> None:
    """Record the data that all moves in a position share: liberties, and the place of the last stone."""
    state, adjacency, shapes = thread.state, task.adjacency, task.shapes
    points = state.points
    n = len(points)
    count_liberties(points, adjacency.links, thread.held, thread.bench.scratch, shapes.unit)
    marker = thread.marker
    for p in range(n):
        marker[p] = 0
    if last < n:
        at = ROOM * np.int64(last)
        for k in range(ROOM):
            q = np.int64(shapes.field[at + k])
            if q < n:
                marker[q] = _OPPOSITE[k] + 1


@helper
def emptiness(points: Records, shapes: Shapes, p: int) -> int:
    """Return the ring around p with the nearest stone, or 5."""
    n = len(points)
    at = ROOM * np.int64(p)
    ring = 0
    for k in range(ROOM):
        if k == _END_AT[ring]:
            ring += 1
        q = shapes.field[at + k]
        if q < n and points[q].colour != VACANT:
            return ring
    return len(ENDS)


@helper
def grade(value: float, low: float, high: float) -> int:
    """Return the grade of an amount: 0 for nothing, 1 up to a low value, 2 up to a high one, 3 beyond."""
    if value <= 0:
        return 0
    return 1 if value <= low else (2 if value <= high else 3)


@routine
def write_features(
    task: SearchTask, thread: SearchThread, p: int, colour: int, removed: int, own: int, row: Int32s
) -> None:
    """Write the numbers of a move's features (8), from its captures and the own stones it loses."""
    state, adjacency, settings, shapes = thread.state, task.adjacency, task.settings, task.shapes
    points = state.points
    marker = np.int64(thread.marker[p])
    near = min(np.int64(thread.near[p]), 4)
    span = _SPAN_AT[marker - 1] if marker > 0 else _FAR_SPAN
    row[0] = NEARNESS + 5 * span + near
    row[1] = PLACE + np.int64(shapes.places[p]) * EMPTINESS + emptiness(points, shapes, p)
    row[2] = TAKEN + (removed if removed < 3 else (3 if removed < 5 else 4))
    if adjacency.wide is None:
        row[3] = WORTH + grade(thread.worth[p], settings[0].catch, 2 * settings[0].catch)
        row[4] = LOSS + grade(thread.loss[p], settings[0].futile, settings[0].doomed)
        row[5] = FREEDOM + (
            2 if points[p].vacancies > 2 else max(0, liberties_after(state, adjacency, p, colour, 3) - 1)
        )
    else:  # nothing is read there
        row[3] = WORTH + (1 if rescues(state, adjacency, p, colour) else 0)
        row[4] = LOSS + min(own, 3)
        row[5] = FREEDOM + min(2, np.int64(points[p].vacancies) // shapes.unit)
    shape = find_shape(points, shapes, thread.held, thread.lanes, p, colour, 0)
    row[6] = FIRST_SHAPE + shape if shape >= 0 else NO_SHAPE
    row[7] = NO_ANSWER
    if marker > 0:
        shape = find_shape(points, shapes, thread.held, thread.lanes, p, colour, marker)
        row[7] = FIRST_SHAPE + shape if shape >= 0 else NEW_ANSWER


@routine
def strength_of(task: SearchTask, thread: SearchThread, p: int, colour: int, removed: int, own: int) -> np.float32:
    """Return the logarithm of a move's strength."""
    row = thread.features
    write_features(task, thread, p, colour, removed, own, row)
    total = np.float32(0)
    for i in range(FEATURES):
        total += task.shapes.strengths[row[i]]
    return total
