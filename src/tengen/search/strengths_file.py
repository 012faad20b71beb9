"""The strengths of features that come with Tengen, and how they lie in memory for a board."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from ..boards import Board
from ..files.whole import whole_file
from .shapes import Shapes, field, lanes

FORMAT = "tengen strengths 1"
"""The first thing in the header of a file: NumPy's ``.npz`` with the header, keys of shapes, and all strengths."""
_FAR = 9  # lines from an edge; beyond that all points count alike


@dataclass(frozen=True, eq=False)
class Strengths:
    """Logarithms of the strengths of all features, shapes behind the others in the order of their keys.

    ``story`` says from which games and by which command they came about.
    """

    keys: NDArray[np.uint32]
    values: NDArray[np.float32]
    story: dict[str, Any]

    @cached_property
    def table(self) -> tuple[NDArray[np.uint32], NDArray[np.int32]]:
        """A hash table of the keys, vacant where 0, and their places among them."""
        size = 1 << max(4, int(len(self.keys) * 3).bit_length())
        table, numbers = np.zeros(size, np.uint32), np.zeros(size, np.int32)
        for number, key in enumerate(self.keys.tolist()):
            slot = key & (size - 1)
            while table[slot]:
                slot = (slot + 1) & (size - 1)
            table[slot], numbers[slot] = key, number
        return table, numbers


def read_strengths(file: Path | IO[bytes]) -> Strengths:
    """Read a file of strengths."""
    with np.load(file) as held:
        story = json.loads(held["header"].tobytes())
        return Strengths(np.cumsum(held["keys"], dtype=np.uint32), held["values"].astype(np.float32), story)


def write_strengths(path: Path, strengths: Strengths) -> None:
    """Write a file of strengths: the keys as differences, the strengths as two-byte floats."""
    header = json.dumps({"format": FORMAT, **strengths.story}).encode()
    with whole_file(path) as file:
        np.savez_compressed(
            file,
            header=np.frombuffer(header, np.uint8),
            keys=np.diff(strengths.keys, prepend=np.uint32(0)).astype("<u4"),
            values=strengths.values.astype("<f2"),
        )


@lru_cache(maxsize=1)
def the_strengths() -> Strengths:
    """Return the strengths of the package."""
    with files(__package__).joinpath("strengths.npz").open("rb") as opened:
        return read_strengths(opened)


def strengths_for(board: Board, strengths: Strengths | None) -> Shapes:
    """Return strengths as a search on a board uses them; without any, and on boards other than grids, empty ones."""
    around = np.zeros(0, np.uint32) if strengths is None else field(board)
    if strengths is None or not len(around):
        nothing = np.zeros(0, np.uint32)
        return Shapes(nothing, nothing, np.zeros(0, np.uint16), nothing, np.zeros(0, np.int32), np.zeros(0, np.float32))
    return Shapes(around, lanes(), places(board), *strengths.table, strengths.values)


@lru_cache(maxsize=8)
def places(board: Board) -> NDArray[np.uint16]:
    """Return where every point of a grid lies by its distances from the nearer edges: 6 and 10 of them, cut off.

    Where the surface goes on there is no edge, and all that lies far from one is the same.
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
