"""Tengen's strengths of features, and their layout in memory for a board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import IO, Any, Final

import numpy as np
from numpy.typing import NDArray

from ..boards import Board
from ..boards.board import Relation
from ..boards.footprints import NAMED
from ..files.archives import header_of, read_arrays
from ..records import FormatError
from .shapes import OFFSETS, Shapes, field, lanes, surroundings

FORMAT = "tengen strengths 1"
"""The start of the header of a file: NumPy's ``.npz`` with the header, keys of shapes, and all strengths."""
_FAR = 9  # lines from an edge beyond which all points are equal


@dataclass(frozen=True, eq=False)
class Strengths:
    """Logarithms of all features' strengths, shapes last in the order of their keys; ``story`` names the training."""

    keys: NDArray[np.uint32]
    values: NDArray[np.float32]
    story: dict[str, Any]

    @cached_property
    def table(self) -> tuple[NDArray[np.uint32], NDArray[np.int32]]:
        """A hash table of the keys, 0 if vacant, and their places."""
        size = 1 << max(4, int(len(self.keys) * 2).bit_length())
        table, numbers = np.zeros(size, np.uint32), np.zeros(size, np.int32)
        for number, key in enumerate(self.keys.tolist()):
            slot = key & (size - 1)
            while table[slot]:
                slot = (slot + 1) & (size - 1)
            table[slot], numbers[slot] = key, number
        return table, numbers


def read_strengths(file: Path | IO[bytes]) -> Strengths:
    """Read a file of strengths; FormatError if it is damaged, or of another kind or version."""
    held = read_arrays(file)
    story = header_of(held, FORMAT, "a file of strengths")
    if missing := [name for name in ("keys", "values") if name not in held]:
        raise FormatError(f"not a file of strengths: it lacks the arrays {', '.join(missing)}")
    keys, values = np.cumsum(held["keys"], dtype=np.uint32), held["values"].astype(np.float32)
    if values.ndim != 1 or len(values) < len(keys) or not np.isfinite(values).all():
        raise FormatError("not a file of strengths: it has fewer strengths than shapes, or some are not numbers")
    return Strengths(keys, values, story)


FOOTPRINTS: Final = ("go", "gengo")
"""The footprints with known strengths, by their published names (spec 4.1)."""


@lru_cache(maxsize=len(FOOTPRINTS))
def the_strengths(stones: str = "go") -> Strengths:
    """Return the package's strengths for a footprint."""
    with files(__package__).joinpath(f"strengths-{stones}.npz").open("rb") as opened:
        return read_strengths(opened)


def strengths_for(board: Board, given: Strengths | None = None) -> Shapes:
    """Return the given strengths, or the package's, in a search's form; empty for boards and stones without any."""
    stones = stones_on(board)
    if not stones:
        return no_strengths()
    strengths, beside = given or the_strengths(stones), NAMED[stones].neighbours
    last = max(place for place, offset in enumerate(OFFSETS) if offset in beside)
    return Shapes(
        last + 1, len(beside) // 4, field(board), lanes(), places(board), *strengths.table, strengths.values
    )  # fmt: skip


def no_strengths() -> Shapes:
    """Return empty strengths."""
    none = np.zeros(0, np.uint32)
    return Shapes(0, 1, none, none, np.zeros(0, np.uint16), none, np.zeros(0, np.int32), np.zeros(0, np.float32))


@lru_cache(maxsize=8)
def stones_on(board: Board) -> str:
    """Return the stones of a grid out of `FOOTPRINTS`; "" for other stones or boards."""
    if not board.surface:
        return ""
    for name in FOOTPRINTS:
        pair = NAMED[name]
        if (_related(board, pair.overlap), _related(board, pair.neighbours)) == (board.footprint, board.neighbours):
            return name
    return ""


def _related(board: Board, offsets: frozenset[tuple[int, int]]) -> Relation:
    """Return the points at some offsets from every point of a grid; none is related to itself across a rim."""
    n, itself = len(board), (0, 0) in offsets
    around = surroundings(board, tuple(offsets)).reshape(n, len(offsets))
    return tuple(tuple(sorted({int(q) for q in row if q < n and (itself or q != p)})) for p, row in enumerate(around))


@lru_cache(maxsize=8)
def places(board: Board) -> NDArray[np.uint16]:
    """Return the place of every point of a grid by its distances from the nearer edges: 6 and 10 of them, clipped.

    A wrapped side has no edge, and all points far from an edge are equal.
    """
    width, height = len(board.rows[0]), len(board.rows)
    found = np.zeros(len(board), np.uint16)
    for y, row in enumerate(board.rows):
        for x, point in enumerate(row):
            if point >= 0:
                across = min(x, width - 1 - x) if board.surface == "plane" else _FAR
                along = min(y, height - 1 - y) if board.surface not in ("torus", "klein") else _FAR
                low, high = sorted((across, along))
                found[point] = min(low, 5) * 10 + min(high, _FAR)
    return found
