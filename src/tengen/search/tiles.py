"""Convolutions by 3x3 windows with a third of the multiplications: tile by tile, by the method of Winograd.

A tile of 3x3 points needs the 5x5 points about it. Both are polynomials whose values at 0, 1, -1, 2 and infinity are
taken, multiplied, and taken back: 25 multiplications for 9 points, where windows have 81 (Winograd, *Arithmetic
complexity of computations*, 1980; Lavin and Gray, *Fast algorithms for convolutional neural networks*, 2016).
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..boards import Board
from ..boards.surfaces import locate
from ..kernel.array_types import Float32s, Int32s
from ..kernel.jit import entry

TILE: Final = 3
REACH: Final = TILE + 2
VALUES: Final = REACH * REACH
"""How many values a tile has, and how many matrices a layer has."""

_OF_WINDOWS: Final = np.array(
    [[1 / 2, 0, 0], [-1 / 2, -1 / 2, -1 / 2], [-1 / 6, 1 / 6, -1 / 6], [1 / 6, 1 / 3, 2 / 3], [0, 0, 1]]
)
"""The values of three coefficients."""
_NOUGHT, _TWO, _THREE, _FOUR = (np.float32(number) for number in (0, 2, 3, 4))


class Tiling(NamedTuple):
    """Which points lie about the tiles of some boards that lie one after another, and which are the tiles' own.

    Behind the points of all boards lies one that is none, in place of what is over the rim.
    """

    about: NDArray[np.int32]  # (tiles, VALUES)
    own: NDArray[np.int32]  # (tiles, TILE * TILE): -1 where a tile reaches over the board


def tiling(board: Board, count: int) -> Tiling:
    """Return the tiles of ``count`` boards that are grids with no point left out."""
    height, width, n = len(board.rows), len(board.rows[0]), len(board)
    find = locate(board.surface, width, height)

    def point(x: int, y: int) -> int:
        cell = find(x, y)
        return n if cell is None else board.rows[cell[1]][cell[0]]

    def own_point(x: int, y: int) -> int:
        return board.rows[y][x] if x < width and y < height else -1

    corners = [(x, y) for y in range(0, height, TILE) for x in range(0, width, TILE)]
    about = np.array([[point(x + i % REACH - 1, y + i // REACH - 1) for i in range(VALUES)] for x, y in corners])
    own = np.array([[own_point(x + i % TILE, y + i // TILE) for i in range(TILE * TILE)] for x, y in corners])
    return Tiling(
        np.concatenate([np.where(about < n, about + n * k, n * count) for k in range(count)]).astype(np.int32),
        np.concatenate([np.where(own < 0, -1, own + n * k) for k in range(count)]).astype(np.int32),
    )


def values_of(matrix: Float32s) -> Float32s:
    """Return the matrices by which the values of tiles are multiplied, (VALUES, below, C), for those of a window.

    ``matrix`` (9 * below, C) has the taps of a window row by row, then what is seen through each.
    """
    windows = matrix.astype(np.float64).reshape(3, 3, -1, matrix.shape[1])
    found = np.einsum("ay,bx,yxic->abic", _OF_WINDOWS, _OF_WINDOWS, windows)
    return np.ascontiguousarray(found.reshape(VALUES, -1, matrix.shape[1]), np.float32)


@entry
def into_values(points: Float32s, about: Int32s, values: Float32s, rows: Float32s) -> None:
    """Write the values of tiles, (VALUES, tiles, C), given what all points have, (points + 1, C), the last one nothing.

    ``rows`` has room for REACH * REACH rows.
    """
    channels = points.shape[1]
    for tile in range(len(about)):
        for x in range(REACH):
            a, b, c = points[about[tile, x]], points[about[tile, REACH + x]], points[about[tile, 2 * REACH + x]]
            d, e = points[about[tile, 3 * REACH + x]], points[about[tile, 4 * REACH + x]]
            for j in range(channels):
                rows[x, j] = _TWO * (a[j] - c[j]) + d[j] - b[j]
                rows[REACH + x, j] = d[j] - c[j] - _TWO * b[j]
                rows[2 * REACH + x, j] = _TWO * b[j] - _THREE * c[j] + d[j]
                rows[3 * REACH + x, j] = d[j] - b[j]
                rows[4 * REACH + x, j] = _TWO * (b[j] - d[j]) + e[j] - c[j]
        for y in range(0, VALUES, REACH):
            a, b, c, d, e = rows[y], rows[y + 1], rows[y + 2], rows[y + 3], rows[y + 4]
            for j in range(channels):
                values[y, tile, j] = _TWO * (a[j] - c[j]) + d[j] - b[j]
                values[y + 1, tile, j] = d[j] - c[j] - _TWO * b[j]
                values[y + 2, tile, j] = _TWO * b[j] - _THREE * c[j] + d[j]
                values[y + 3, tile, j] = d[j] - b[j]
                values[y + 4, tile, j] = _TWO * (b[j] - d[j]) + e[j] - c[j]


@entry
def from_values(values: Float32s, own: Int32s, bias: Float32s, adds: bool, points: Float32s, rows: Float32s) -> None:
    """Write what the tiles' own points have, (points + 1, C), given products, (VALUES, tiles, C): nothing below zero.

    ``adds`` says that it is added to what they have. ``rows`` has room for TILE * REACH rows and one more.
    """
    channels = points.shape[1]
    said = rows[TILE * REACH]
    for tile in range(len(own)):
        for x in range(REACH):
            a, b, c = values[x, tile], values[REACH + x, tile], values[2 * REACH + x, tile]
            d, e = values[3 * REACH + x, tile], values[4 * REACH + x, tile]
            for j in range(channels):
                rows[x, j] = a[j] + b[j] + c[j] + d[j]
                rows[REACH + x, j] = b[j] - c[j] + _TWO * d[j]
                rows[2 * REACH + x, j] = b[j] + c[j] + _FOUR * d[j] + e[j]
        for place in range(TILE * TILE):
            point = own[tile, place]
            if point < 0:
                continue
            y, x = REACH * (place // TILE), place % TILE
            a, b, c, d, e = rows[y], rows[y + 1], rows[y + 2], rows[y + 3], rows[y + 4]
            if x == 0:
                for j in range(channels):
                    said[j] = a[j] + b[j] + c[j] + d[j]
            elif x == 1:
                for j in range(channels):
                    said[j] = b[j] - c[j] + _TWO * d[j]
            else:
                for j in range(channels):
                    said[j] = b[j] + c[j] + _FOUR * d[j] + e[j]
            row = points[point]
            for j in range(channels):
                total = said[j] + bias[j] + (row[j] if adds else _NOUGHT)
                row[j] = max(total, _NOUGHT)
