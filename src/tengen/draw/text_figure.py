"""Where the points and lines of a graph stand on a terminal: characters for the points, Braille dots for the lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from ..boards import Board

_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of Unicode's Braille patterns, by row and column of the dot."""
_CLEAR = 2
"""Columns between the names of neighbouring points in the same row."""


@dataclass(frozen=True)
class Figure:
    """A drawing of ``width`` columns: its rows with the lines only, and each point's row and first column."""

    width: int
    lines: tuple[str, ...]
    spots: tuple[tuple[int, int], ...]


def figure(board: Board, sizes: Sequence[int], width: int, height: int) -> Figure | None:
    """Draw the lines of a board as small as its points can be told apart; None if it does not fit.

    ``sizes`` are the numbers of columns that the points take. A row is taken to be as high as two columns are wide.
    """
    places = board.coordinates
    left, top = min(x for x, _ in places), min(y for _, y in places)
    for scale in range(4, 2 * width):
        spots = [
            (round((y - top) * scale / 2), round((x - left) * scale) + max(sizes) // 2 - size // 2)
            for (x, y), size in zip(places, sizes, strict=True)
        ]
        across = max(column + size for (_, column), size in zip(spots, sizes, strict=True))
        down = max(row for row, _ in spots) + 1
        if across > width or down > height:
            return None
        if not _touch(spots, sizes):
            centres = [(row, column + size // 2) for (row, column), size in zip(spots, sizes, strict=True)]
            return Figure(across, _drawn(board, centres, across, down), tuple(spots))
    return None


def _touch(spots: Sequence[tuple[int, int]], sizes: Sequence[int]) -> bool:
    """Return whether the names of two points are too close."""
    return any(
        row == other_row and column < other + sizes[b] + _CLEAR and other < column + sizes[a] + _CLEAR
        for (a, (row, column)), (b, (other_row, other)) in combinations(enumerate(spots), 2)
    )


def _drawn(board: Board, centres: Sequence[tuple[int, int]], width: int, height: int) -> tuple[str, ...]:
    cells = [[0] * width for _ in range(height)]
    for a, near in enumerate(board.edges):
        for b in near:
            if a < b:
                _line(cells, centres[a], centres[b])
    return tuple("".join(chr(0x2800 + bits) if bits else " " for bits in row) for row in cells)


def _line(cells: list[list[int]], a: tuple[int, int], b: tuple[int, int]) -> None:
    """Set the dots of a line between the middles of two characters, each of 4 x 2 dots."""
    (y, x), (down, across) = (4 * a[0] + 1.5, 2 * a[1] + 0.5), (4 * (b[0] - a[0]), 2 * (b[1] - a[1]))
    steps = max(abs(down), abs(across))
    for step in range(steps + 1):
        row, column = round(y + down * step / steps), round(x + across * step / steps)
        cells[row // 4][column // 2] |= _DOTS[row % 4][column % 2]
