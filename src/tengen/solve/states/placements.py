"""The positions in a graph of states and the placements between them: what is counted and searched with its history."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .explorer import StateGraph


class Placements(NamedTuple):
    """All placements: from which position, by which side, on which point, and to which position."""

    source: NDArray[np.int64]
    side: NDArray[np.int64]
    point: NDArray[np.int64]
    target: NDArray[np.int64]


def placements(states: StateGraph) -> tuple[dict[bytes, int], Placements]:
    """Return the positions with their numbers, and all placements, in a game of stones alone.

    A position is what stands on every point: 0 nothing, 1 black, 2 white. Number 0 is the start.
    """
    n = len(states.game.board)
    bits = np.unpackbits(states.states.astype("<u8").view(np.uint8), axis=1, bitorder="little")
    cells = bits[:, : 2 * n].reshape(-1, n, 2)
    known: dict[bytes, int] = {}
    contents = (row.tobytes() for row in cells[:, :, 0] + 2 * cells[:, :, 1])
    number = np.array([known.setdefault(content, len(known)) for content in contents], np.int64)
    edges = np.flatnonzero(states.moves < n)
    at = np.repeat(np.arange(len(states)), np.diff(states.offsets))[edges]
    ways = number[at], bits[at, 2 * n].astype(np.int64), states.moves[edges].astype(np.int64)
    return known, Placements(*ways, number[states.targets[edges]])
