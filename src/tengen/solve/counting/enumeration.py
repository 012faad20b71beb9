"""Counting legal positions one by one, on any board, with any footprints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np

from ...boards import Board
from ...kernel import State
from ...kernel.array_types import UInt8s, UInt32s
from ...kernel.build import rebuild
from ...kernel.jit import entry, helper
from ...kernel.layout import Adjacency, StateArrays
from ...records import TengenError
from ...rules import Rules
from ..checkpoints import Count, Progress


@helper
def _overlaps(state: StateArrays, p: int) -> bool:
    """Return whether the stone on p lies in another's footprint where that is forbidden (spec 4.2)."""
    points, table = state
    black = points[p].footprints & 65535
    white = points[p].footprints >> 16
    if table[0].own_overlap:
        return black > 0 and white > 0
    return black + white > 1


@entry
def enumerate_on(
    state: StateArrays, adjacency: Adjacency, scratch: UInt32s, tried: UInt8s, p: int, budget: int
) -> tuple[int, int]:
    """Continue enumerating legal positions from the point p; ``tried`` holds the number of colours tried on each point.

    A chain that has no liberty while the points after it are vacant never gets one, so its positions are skipped
    together. The exception is ``own_overlap``: a later stone within its footprints may join it to others. Returns the
    number of positions found and the point to continue from (-1 at the end), after ``budget`` steps.
    """
    points, table = state
    n = len(points)
    legal = 0
    while p >= 0 and budget > 0:
        budget -= 1
        colour = tried[p]
        if colour == 3:
            tried[p] = 0
            points[p].colour = 0
            p -= 1
            continue
        tried[p] = colour + 1
        points[p].colour = colour
        last = p == n - 1
        if colour > 0 or (last and table[0].own_overlap):
            dead = rebuild(state, adjacency, scratch) < n
            if (dead and (last or not table[0].own_overlap)) or (colour > 0 and _overlaps(state, p)):
                continue
        if last:
            legal += 1
        else:
            p += 1
    return legal, p


_BUDGET: Final = 100_000


class Enumeration(Count):
    """A count of legal positions (spec 0.7), with the kernel's chains and liberties.

    With ``own_overlap``, stones may stand in footprints of their own side (spec 4.2).
    """

    def __init__(self, board: Board, own_overlap: bool = False) -> None:
        if board.covered_from is not board.footprint:
            raise TengenError(f"stones must overlap both ways or not at all to be counted, not as on {board.text}")
        rules = Rules(own_overlap=own_overlap)
        self._state = State.empty(board, rules)
        self.head: dict[str, Any] = {
            "what": "positions",
            "board": board.text,
            "method": "enumeration",
            "own_overlap": own_overlap,
        }
        self._stage = (0, np.zeros(len(board), np.uint8), 0)

    @property
    def result(self) -> int | None:
        return self._stage[2] if self._stage[0] < 0 else None

    def run(self) -> Iterator[Progress]:
        """Continue placing stones."""
        state, (point, tried, found) = self._state, self._stage
        state.content[:] = np.where(tried > 0, tried - 1, 0)
        while point >= 0:
            tried = tried.copy()
            more, point = enumerate_on(state.plain, state.adjacency.plain, state.scratch, tried, point, _BUDGET)
            found += int(more)
            self._stage = (int(point), tried, found)
            share = sum(max(0.0, int(t) - 1) / 3.0 ** (p + 1) for p, t in enumerate(tried[:30]))
            yield Progress(1.0 if point < 0 else share, f"{found:,} positions")

    def snapshot(self) -> dict[str, Any]:
        point, tried, found = self._stage
        return {"point": np.array(point), "tried": tried, "found": np.array(str(found))}

    def resume(self, kept: Mapping[str, Any]) -> None:
        self._stage = (int(kept["point"]), np.array(kept["tried"], np.uint8), int(str(kept["found"])))
