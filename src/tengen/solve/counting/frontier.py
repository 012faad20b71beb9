"""Counting legal positions with a frontier that passes over the board (Tromp and Farnebäck, "Combinatorics of Go").

Points are visited in an order with small frontiers (`vertex_order`). The future depends only on the state of the
frontier (see `transfer`), so positions of equal state are counted together. On grids the number of states is about 4.2
to the power of the frontier's length, instead of 3 to the power of the number of points.

Counts are kept modulo coprime numbers below 2^63 whose product exceeds 3^n; the Chinese remainder theorem then gives
the exact count. If memory is too small for all moduli at once, the board is passed over again for the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import gcd, prod
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ...boards import Board
from ...records import TengenError
from ..budget import OutOfMemory
from ..checkpoints import Count, Progress
from .transfer import WIDEST, Additions, LayerTable, Places, merge, pass_point, rehash
from .vertex_order import FrontierStep, good_order, steps, width

Rows = NDArray[np.uint64]

CHUNK: Final = 1 << 15
"""The number of rows handled at a time; between chunks the count can stop."""

_FEWEST: Final = 10
"""The first hash table has two to this power slots."""


class Layer:
    """A layer under construction, of up to ``most`` rows, built from the previous one; both share ``memory`` bytes."""

    def __init__(self, source: Rows, words: int, moduli: NDArray[np.uint64], memory: int, most: int) -> None:
        self.source = source
        self._words = words
        self._moduli = moduli
        self._memory: int = memory - source.nbytes
        self._used = 0
        # Untouched memory is not committed by the system, so a generous request is free.
        self._size: int = 8 * source.shape[1]
        self._rows: Rows = np.empty((max(1, min(most, self._memory // self._size)), source.shape[1]), np.uint64)
        self._make_slots(max(_FEWEST, (2 * len(source)).bit_length()))

    def add(self, added: Additions, made: int) -> None:
        """Make the first ``made`` additions."""
        done = 0
        while done < made:
            most = min(len(self._rows), self._room, len(self._slots) // 2)
            table = LayerTable(self.source, self._rows, self._slots, self._moduli)
            done, self._used = merge(added, done, made, table, self._used, most, self._bits)
            if done < made:
                self._make_slots(self._bits + 1)
                if self._used >= min(len(self._rows), self._room):
                    raise OutOfMemory("the memory allowed does not suffice")

    @property
    def _room(self) -> int:
        return (self._memory - self._slots.nbytes) // self._size

    def _make_slots(self, bits: int) -> None:
        self._bits = bits
        self._slots = np.zeros(0, np.uint32)  # free the old slots first
        self._slots = np.zeros(1 << bits, np.uint32)
        rehash(self._rows, self._used, self._words, self._slots, bits)

    def __len__(self) -> int:
        return self._used

    @property
    def rows(self) -> Rows:
        """The finished rows; unused memory is returned."""
        made = self._rows[: self._used]
        return made.copy() if made.nbytes < 1 << 20 else made


@dataclass(frozen=True)
class _FrontierStage:
    """The progress of a count: points passed, the states there, earlier remainders, and the most states so far."""

    passed: int
    rows: Rows
    remainders: tuple[int, ...]
    most: int


class FrontierCount(Count):
    """A count of the legal positions of a board whose stones block only their own points and connect both ways.

    ``memory`` is the limit in bytes. ``order`` may be any order of the points; the default is a good one.

    Raises:
        TengenError: other stones, or too long a frontier for any memory.
    """

    def __init__(self, board: Board, memory: int, order: Sequence[int] | None = None) -> None:
        if not board.point_stones or board.directed:
            raise TengenError(
                f"the frontier method needs stones that block only their own point and connect both ways, not those of "
                f"{board.text}; count its positions by enumeration"
            )
        self._order = tuple(order) if order is not None else good_order(board)
        self._steps = steps(board.neighbours, self._order)
        self._longest = width(self._steps)
        if self._longest > WIDEST:
            raise TengenError(
                f"passing over {board.text} leaves up to {self._longest} points open at once; "
                f"the frontier method can hold {WIDEST}, as on a grid {WIDEST} points wide"
            )
        self.head: dict[str, Any] = {
            "what": "positions",
            "board": board.text,
            "method": "frontier",
            "order": self._order,
        }
        self.memory = memory
        self._moduli = moduli_beyond(3 ** len(board))
        self._stage = _FrontierStage(0, _start(len(self._moduli)), (), 1)

    @property
    def result(self) -> int | None:
        remainders = self._stage.remainders
        return combined(remainders, self._moduli) if len(remainders) == len(self._moduli) else None

    def details(self) -> dict[str, Any]:
        """Return the frontier's maximum length and number of states."""
        return {"frontier": self._longest, "states": self._stage.most}

    def run(self) -> Iterator[Progress]:
        """Pass over the board as often as necessary."""
        while self.result is None:
            try:
                yield from self._pass(self._steps[self._stage.passed])
            except OutOfMemory:
                columns = self._stage.rows.shape[1] - 1
                if columns < 2:
                    raise OutOfMemory(
                        f"after {self._stage.passed} of {len(self._steps)} points there are "
                        f"{len(self._stage.rows):,} states of a frontier of up to {self._longest} points, and the "
                        f"{self.memory / 2**20:,.0f} MiB of memory allowed do not hold more"
                    ) from None
                self._stage = replace(self._stage, rows=self._stage.rows[:, : 1 + columns // 2].copy())

    def _pass(self, step: FrontierStep) -> Iterator[Progress]:
        stage, source = self._stage, self._stage.rows
        moduli = np.array(self._moduli[len(stage.remainders) :][: source.shape[1] - 1], np.uint64)
        layer = Layer(source, 1, moduli, self.memory, 3 * len(source))
        places = Places(*(np.array(each, np.int64) for each in (step.near, step.stays, step.leaves)))
        before = len(step.stays) + len(step.leaves) - 1
        size, scratch = 3 * CHUNK, np.zeros((4, 3 * WIDEST), np.int8)
        added = Additions(np.empty((size, 1), np.uint64), np.empty(size, np.int64), np.ones(size, np.int64))
        for begin in range(0, len(source), CHUNK):
            end = min(begin + CHUNK, len(source))
            made = pass_point(source, begin, end, before, places, added, scratch)
            layer.add(added, made)
            yield self._progress(end / len(source), len(layer))
        rows, passed = layer.rows, stage.passed + 1
        most, remainders = max(stage.most, len(rows)), stage.remainders
        if passed == len(self._steps):
            remainders = (*remainders, *map(int, rows[0, 1:]))
            passed, rows = 0, _start(min(len(self._moduli) - len(remainders), rows.shape[1] - 1))
        self._stage = _FrontierStage(passed, rows, remainders, most)

    def _progress(self, share: float, states: int) -> Progress:
        stage, points = self._stage, len(self._steps)
        done = len(stage.remainders) + (stage.passed + share) / points * (stage.rows.shape[1] - 1)
        told = f"point {stage.passed + 1} of {points}, {max(states, len(stage.rows)):,} states"
        if stage.rows.shape[1] - 1 < len(self._moduli):
            told += f", {len(stage.remainders)} of {len(self._moduli)} remainders known"
        return Progress(min(1.0, done / len(self._moduli)), told)

    def snapshot(self) -> dict[str, Any]:
        stage = self._stage
        numbers = np.array([stage.passed, stage.most, *stage.remainders], np.uint64)
        return {"numbers": numbers, "rows": stage.rows}

    def resume(self, kept: Mapping[str, Any]) -> None:
        passed, most, *remainders = map(int, kept["numbers"])
        rows = np.ascontiguousarray(kept["rows"], np.uint64)
        self._stage = _FrontierStage(passed, rows, tuple(remainders), most)


def _start(columns: int) -> Rows:
    """Return the single state of an empty frontier, with count 1."""
    rows = np.zeros((1, 1 + columns), np.uint64)
    rows[0, 1:] = 1
    return rows


def moduli_beyond(bound: int) -> list[int]:
    """Return coprime odd numbers below 2^63 whose product exceeds the bound.

    >>> moduli_beyond(10**20) == [2**63 - 1, 2**63 - 3]
    True
    """
    found: list[int] = []
    candidate = 2**63 - 1
    while prod(found) <= bound:
        if all(gcd(candidate, other) == 1 for other in found):
            found.append(candidate)
        candidate -= 2
    return found


def combined(remainders: Sequence[int], moduli: Sequence[int]) -> int:
    """Return the least number with these remainders (Chinese remainder theorem).

    >>> combined([2, 3], [5, 7])
    17
    """
    product = prod(moduli)
    parts = (product // modulus for modulus in moduli)
    return sum(r * part * pow(part, -1, m) for r, m, part in zip(remainders, moduli, parts)) % product
