"""What a board looks like around its points: 3x3 patterns of square grids.

The patterns are those where a stone in the middle suits either player (Gelly, Wang, Munos & Teytaud 2006). Around the
middle, ``X`` and ``O`` are the two colours either way round, ``.`` vacant, ``#`` off the board, ``?``
anything, ``x`` anything but X, ``o`` anything but O.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ..boards import Board
from ..boards.surfaces import locate

PATTERNS = (
    ("XOX", "...", "???"),  # a hane that encloses
    ("XO.", "...", "?.?"),  # a hane
    ("XO?", "X..", "x.?"),  # a turn
    ("XO?", "O.o", "?o?"),  # a cut nobody protects
    ("XO?", "O.X", "???"),  # a cut that was peeped at
    ("?X?", "O.O", "ooo"),  # pushing through
    ("OX?", "o.O", "???"),  # a cut at a knight's move
    ("X.?", "O.?", "##?"),  # chasing along the edge
    ("OX?", "X.O", "###"),  # cutting on the edge, or preventing it
    ("?X?", "x.O", "###"),  # blocking on the edge
    ("?OX", "X.O", "###"),  # a cut on the edge
)
_AROUND = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
_DIAGONAL = [place for place, (x, y) in enumerate(_AROUND) if x and y]
_MEANING = {".": (0,), "X": (1,), "O": (2,), "#": (3,), "?": (0, 1, 2, 3), "x": (0, 2, 3), "o": (0, 1, 3)}
_SWAPPED = str.maketrans("XOxo", "OXox")


@lru_cache(maxsize=1)
def patterns() -> NDArray[np.bool_]:
    """Return for every pattern code (two bits a neighbour) whether a stone of either colour is good there."""
    found = np.zeros(1 << 16, np.bool_)
    for rows in PATTERNS:
        for turned in _symmetries(rows):
            for picture in (turned, turned.translate(_SWAPPED)):
                for contents in product(*(_MEANING[mark] for mark in picture)):
                    found[sum(content << (2 * place) for place, content in enumerate(contents))] = True
    return found


@lru_cache(maxsize=1)
def pattern_bits() -> NDArray[np.uint8]:
    """Return `patterns` as a bit for each code, the lowest bits first: (8192,)."""
    return np.packbits(patterns(), bitorder="little")


def _symmetries(rows: tuple[str, ...]) -> set[str]:
    """Return the eight neighbours of the middle, in their order, in all rotations and reflections."""
    found = set()
    for _ in range(4):
        rows = tuple("".join(row[x] for row in reversed(rows)) for x in range(3))
        for seen in (rows, rows[::-1]):
            found.add("".join(seen[y + 1][x + 1] for x, y in _AROUND))
    return found


def around(board: Board) -> NDArray[np.uint32]:
    """Return the eight points around every point of a square grid, n where there is none.

    Empty on other boards, and where stones block more than their point.
    """
    return surroundings(board, _AROUND) if board.is_plain else np.zeros(0, np.uint32)


def diagonals(around: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return the four diagonal ones of the eight points `around` every point; none of none."""
    return around.reshape(-1, len(_AROUND))[:, _DIAGONAL].ravel()


def surroundings(board: Board, offsets: Sequence[tuple[int, int]]) -> NDArray[np.uint32]:
    """Return the points at some offsets (x, y) from every point of a square grid, n where there is none.

    Empty on boards that are no grids.
    """
    n = len(board)
    if not board.surface:
        return np.zeros(0, np.uint32)
    cells: dict[tuple[int, int], int] = {
        (x, y): point for y, row in enumerate(board.rows) for x, point in enumerate(row) if point >= 0
    }
    find = locate(board.surface, len(board.rows[0]), len(board.rows))
    found: list[int] = []
    for x, y in sorted(cells, key=lambda cell: cells[cell]):
        for dx, dy in offsets:
            cell = find(x + dx, y + dy)
            found.append(n if cell is None else cells.get(cell, n))
    return np.array(found, np.uint32)
