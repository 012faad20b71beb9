"""All positions of a small board of ordinary Go as masks, and where their moves lead, for `brackets`.

They are listed by a mechanism of their own for speed: 64-bit masks, colours and symmetries counted once. The general
list of states is `explorer`, against which ``tests/solve/test_state_values.py`` holds the values found here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ...boards import Board
from ...records import TengenError
from ..bitboards import NO_KO, Bits
from ..budget import BoardTooLarge, Budget
from ..ordinary import LISTED_POINTS
from . import position_tables

_SCORES = {"area": position_tables.AREA, "stones": position_tables.STONES}
SLICE = 1 << 16
_BYTES = 41  # what a position takes at least, beside its moves
_SPARSEST = 0.2  # the least share of all ways to lay stones on the points that are positions


class Positions:
    """Every position of a board, those that differ by symmetry or colours counted once, with its score and moves."""

    def __init__(
        self, board: Board, *, suicide: bool = False, scoring: str = "area", budget: Budget | None = None
    ) -> None:
        """List them; BoardTooLarge, PositionNotServed or OutOfBudget where that cannot be."""
        self.bits: Final = Bits.of(board)
        if len(board) > LISTED_POINTS:
            raise BoardTooLarge(
                f"{board.text} has {len(board)} points; all positions of a board can be listed up to {LISTED_POINTS}"
            )
        self.suicide = suicide
        self.budget: Final = budget or Budget()
        self._what = f"a table of every position of {board.text}"
        # Refuse a board whose table could not fit, before anything is counted.
        least = int(_SPARSEST * 3 ** len(self.bits.near) / len(self.bits.moved)) * _BYTES
        if least > self.budget.memory:
            self.budget.take(least, self._what)
        self._list()
        self._survey(_SCORES[scoring])
        self._link()

    def __len__(self) -> int:
        return len(self._listed.keys)

    def _array(self, size: int, kind: type) -> NDArray[Any]:
        self.budget.take(size * np.dtype(kind).itemsize, self._what)
        return np.zeros(size, kind)

    def _slices(self, size: int, stage: str, step: int = SLICE) -> Iterator[tuple[int, int]]:
        """Yield where slices begin and end; after each, say how far it is."""
        for start in range(0, size, step):
            yield start, min(start + step, size)
            self.budget.step(stage, start / size)

    def _list(self) -> None:
        bits = self.bits
        total, found = 1 << len(bits.near), 0
        for stage in ("counting positions", "listing positions"):
            keys, found = self._array(found, np.uint64), 0
            for start, stop in self._slices(total, stage, max(1, total >> 8)):
                found = position_tables.collect(start, stop, bits.near, bits.moved, keys, found)
        slots = self._array(_slots(found), np.uint32)
        position_tables.enter(0, found, keys, slots)
        self._listed = position_tables.ListedPositions(keys, slots, bits.near, bits.moved)

    def _survey(self, scoring: int) -> None:
        """Fill in the scores, the other side's positions, and where each one's moves will begin."""
        size = len(self)
        self._first: NDArray[np.int64] = self._array(size + 1, np.int64)
        self._swap: NDArray[np.uint32] = self._array(size, np.uint32)
        self._score: NDArray[np.int8] = self._array(size, np.int8)
        self._ways = 0
        for start, stop in self._slices(size, "counting moves"):
            self._ways += position_tables.survey(
                start, stop, self._listed, self.suicide, scoring, self._first, self._swap, self._score
            )
        np.cumsum(self._first, out=self._first)

    def _link(self) -> None:
        """Fill in where the moves lead, and the situations with ko."""
        ways = self._ways * (2 if self.suicide else 1) + 1
        moves_to = self._array(int(self._first[-1]), np.uint32)
        keys, skip = self._array(ways, np.uint64), self._array(ways, np.int64)
        found = position_tables.KoSituations(keys, self._array(_slots(ways), np.uint32), skip, np.zeros(1, np.int64))
        self.graph: position_tables.SituationGraph = position_tables.SituationGraph(
            self._first, moves_to, self._swap, self._score, found.keys, found.skip
        )
        for start, stop in self._slices(len(self), "following moves"):
            position_tables.link(start, stop, self._listed, self.suicide, self.graph, found)
        self._ko_situations = found
        self.kos: int = int(found.count[0])

    def number(self, own: int, enemy: int, ko: int = NO_KO) -> int:
        """Return the number of a situation; TengenError where there is none."""
        mine, theirs, ko = self.bits.canonical(own, enemy, ko)
        found = int(position_tables.number(np.uint64(mine | theirs << 32), self._listed.keys, self._listed.slots))
        if found >= 0 and ko != NO_KO:
            kos = self._ko_situations
            found = int(position_tables.ko_number(found, ko, len(self), kos.keys, kos.slots))
        if found < 0:
            raise TengenError(f"no play on {self.bits.board.text} leads to such a position")
        return found


def _slots(size: int) -> int:
    return 1 << max(4, (size + size // 2).bit_length())
