"""Questions about a group, and the memory of a thread that reads."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernel.jit import helper
from ..kernel.layout import VACANT, Adjacency, Bench, StateArrays

CAPTURE, LIFE = 0, 1
"""Claims: the chain is captured; it has two eyes."""

DEPTH = 100  # the longest line, in moves
MOVES = 64  # the most moves tried in a position
REGIONS = 120  # the most regions without the defender's stones
CHAINS = 64  # the most chains of the defender next to them

NO_PLACE = 255
EVERYWHERE = ~np.uint64(0)
NOWHERE = np.uint64(0)
ONE = np.uint64(1)

ENTRY = np.dtype(
    [("key", "u8"), ("zone", "u8"), ("proof", "u4"), ("disproof", "u4"), ("move", "u4"), ("open", "u4")], align=True
)
"""A table entry: its key (0: empty), zone if decided, numbers, best move, whether the line has it."""


class Question(NamedTuple):
    """A claim about a group, and the side that must prove it."""

    points: NDArray[np.uint32]  # the points in play, nearest first
    places: NDArray[np.uint8]  # n: the index among these, NO_PLACE for others
    in_play: NDArray[np.uint8]  # n: 1 for points, and for the stones of the group's chain
    target: int  # a stone of the group
    claim: int  # CAPTURE or LIFE
    defender: int
    prover: int
    favoured: int  # 0: neither side


class Line(NamedTuple):
    """The memory of a thread that reads; rows are depths of the line."""

    points: NDArray[Any]  # DEPTH + 1, n: POINT
    tables: NDArray[Any]  # DEPTH + 1, 3: TABLE
    moves: NDArray[np.uint32]  # DEPTH + 1, MOVES: n for a pass
    keys: NDArray[np.uint64]  # DEPTH + 1, MOVES: the positions after them
    takes: NDArray[np.uint8]  # DEPTH + 1, MOVES: whether they capture
    counts: NDArray[np.int64]  # DEPTH + 1
    slots: NDArray[np.int64]  # DEPTH + 1: slots of the line's positions
    limits: NDArray[np.int64]  # DEPTH + 1, 2: limits of the numbers of a position: the mover's, the other's
    children: NDArray[np.int64]  # MOVES: slots of the children that are being weighed
    regions: NDArray[np.uint8]  # n: the region of each point
    queue: NDArray[np.uint32]  # n
    heads: NDArray[np.uint32]  # CHAINS
    vital: NDArray[np.uint64]  # REGIONS: the chains to which all vacant points of a region are liberties
    beside: NDArray[np.uint64]  # REGIONS: the chains next to a region
    bench: Bench


@helper
def state_at(line: Line, d: int) -> StateArrays:
    """Return the position at a depth."""
    return StateArrays(line.points[d], line.tables[d])


@helper
def bit_of(question: Question, p: int) -> np.uint64:
    """Return a point as a bit of a zone; empty for points not in play."""
    return ONE << np.uint64(question.places[p]) if question.places[p] != NO_PLACE else NOWHERE


@helper
def liberties_of(question: Question, state: StateArrays, adjacency: Adjacency, stone: int) -> np.uint64:
    """Return the liberties of a stone's chain as a zone; those of walls do not count."""
    points, links = state.points, adjacency.links
    zone = NOWHERE
    s = stone
    while question.in_play[s]:
        if points[s].vacancies:
            first = points[s].neighbours_at
            for k in range(first, first + points[s].degree):
                if points[links[k]].colour == VACANT:
                    zone |= bit_of(question, links[k])
        s = points[s].next
        if s == stone:
            break
    return zone
