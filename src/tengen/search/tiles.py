"""3x3 convolutions with a third of the multiplications: tile by tile, by Winograd's method.

A tile of 3x3 points needs the 5x5 points around it. Both are polynomials that are evaluated at 0, 1, -1, 2 and
infinity, multiplied, and interpolated: 25 multiplications for 9 points, where windows need 81 (Winograd, *Arithmetic
complexity of computations*, 1980; Lavin and Gray, *Fast algorithms for convolutional neural networks*, 2016).
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..boards import Board
from ..boards.grids import locate
from ..kernel.array_types import Float32s, Int32s
from ..kernel.jit import helper, routine
from ..kernel.vectors import LANES, Vector, fused, greater, load, load_all, spread, store

TILE: Final = 3
REACH: Final = TILE + 2
VALUES: Final = REACH * REACH
"""The number of values of a tile, and of matrices of a layer."""

_OF_WINDOWS: Final = np.array(
    [[1 / 2, 0, 0], [-1 / 2, -1 / 2, -1 / 2], [-1 / 6, 1 / 6, -1 / 6], [1 / 6, 1 / 3, 2 / 3], [0, 0, 1]]
)
"""The values of three coefficients."""
_NOUGHT, _TWO, _THREE, _FOUR = (np.float32(number) for number in (0, 2, 3, 4))
TOGETHER: Final = 6
"""Tiles per call of `multiply`: their unrolled sums fit into the registers of a processor."""
BLOCK: Final = 2 * TOGETHER
"""Tiles per pass through a layer: their data fit into a core's cache."""


class Tiling(NamedTuple):
    """The points around the tiles of some boards, one board after another, and the tiles' own points.

    After the points of all boards comes one that stands for everything off the board.
    """

    about: NDArray[np.int32]  # (tiles, VALUES)
    own: NDArray[np.int32]  # (tiles, TILE * TILE): -1 off the board


class Convolution(NamedTuple):
    """A layer from some channels below to C above, contiguous; vectors divide both."""

    matrices: Float32s  # (VALUES, below, C): see `values_of`
    biases: Float32s  # (C,)


class TileRoom(NamedTuple):
    """Scratch memory of layers, for the largest number of channels."""

    values: Float32s  # (VALUES, BLOCK, below)
    products: Float32s  # (VALUES, BLOCK, C)


def tiling(board: Board, count: int) -> Tiling:
    """Return the tiles of ``count`` boards that are full grids."""
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
    """Return the matrices for the values of tiles, (VALUES, below, C), from those of a window.

    ``matrix`` (9 * below, C) has the taps of a window row by row, each with the channels below.
    """
    windows = matrix.astype(np.float64).reshape(3, 3, -1, matrix.shape[1])
    found = np.einsum("ay,bx,yxic->abic", _OF_WINDOWS, _OF_WINDOWS, windows)
    return np.ascontiguousarray(found.reshape(VALUES, -1, matrix.shape[1]), np.float32)


@helper
def taken(a: Vector, b: Vector, c: Vector, d: Vector, e: Vector) -> tuple[Vector, Vector, Vector, Vector, Vector]:
    """Return the values for five coefficients."""
    two, three = spread(_TWO), spread(_THREE)
    return two * (a - c) + d - b, d - c - two * b, two * b - three * c + d, d - b, two * (b - d) + e - c


@helper
def taken_back(a: Vector, b: Vector, c: Vector, d: Vector, e: Vector) -> tuple[Vector, Vector, Vector]:
    """Return the three coefficients for five products of values."""
    return a + b + c + d, b - c + spread(_TWO) * d, b + c + spread(_FOUR) * d + e


@helper
def taken_down(
    points: Float32s, about: Int32s, x: int, channels: int, first: int
) -> tuple[Vector, Vector, Vector, Vector, Vector]:
    """Return the values of a column of the points ``about`` a tile, for the channels from one on."""
    return taken(
        load(points, about[x] * channels + first),
        load(points, about[REACH + x] * channels + first),
        load(points, about[2 * REACH + x] * channels + first),
        load(points, about[3 * REACH + x] * channels + first),
        load(points, about[4 * REACH + x] * channels + first),
    )


@helper
def write_row(values: Float32s, place: int, step: int, a: Vector, b: Vector, c: Vector, d: Vector, e: Vector) -> None:
    """Write the values of five coefficients, one ``step`` after another."""
    v, w, x, y, z = taken(a, b, c, d, e)
    store(values, place, v)
    store(values, place + step, w)
    store(values, place + 2 * step, x)
    store(values, place + 3 * step, y)
    store(values, place + 4 * step, z)


@helper
def into_values(points: Float32s, about: Int32s, values: Float32s, row: int, channels: int) -> None:
    """Write the values of the points ``about`` a tile to a row of each of the matrices ``values``."""
    step = BLOCK * channels
    for first in range(0, channels, LANES):
        a = taken_down(points, about, 0, channels, first)
        b = taken_down(points, about, 1, channels, first)
        c = taken_down(points, about, 2, channels, first)
        d = taken_down(points, about, 3, channels, first)
        e = taken_down(points, about, 4, channels, first)
        place = row * channels + first
        write_row(values, place, step, a[0], b[0], c[0], d[0], e[0])
        write_row(values, place + REACH * step, step, a[1], b[1], c[1], d[1], e[1])
        write_row(values, place + 2 * REACH * step, step, a[2], b[2], c[2], d[2], e[2])
        write_row(values, place + 3 * REACH * step, step, a[3], b[3], c[3], d[3], e[3])
        write_row(values, place + 4 * REACH * step, step, a[4], b[4], c[4], d[4], e[4])


@helper
def multiply(values: Float32s, matrices: Float32s, products: Float32s, rows: int, below: int, above: int) -> None:
    """Multiply the values of some tiles, of ``below`` channels, by the matrices of a layer of ``above`` channels."""
    for value in range(VALUES):
        for row in range(value * BLOCK, value * BLOCK + rows, TOGETHER):
            for first in range(0, above, LANES):
                a = b = c = d = e = f = spread(_NOUGHT)
                factor = value * below * above + first
                for k in range(row * below, row * below + below):
                    weights = load(matrices, factor)
                    a = fused(load_all(values, k), weights, a)
                    b = fused(load_all(values, k + below), weights, b)
                    c = fused(load_all(values, k + 2 * below), weights, c)
                    d = fused(load_all(values, k + 3 * below), weights, d)
                    e = fused(load_all(values, k + 4 * below), weights, e)
                    f = fused(load_all(values, k + 5 * below), weights, f)
                    factor += above
                place = row * above + first
                store(products, place, a)
                store(products, place + above, b)
                store(products, place + 2 * above, c)
                store(products, place + 3 * above, d)
                store(products, place + 4 * above, e)
                store(products, place + 5 * above, f)


@helper
def back(products: Float32s, place: int, step: int) -> tuple[Vector, Vector, Vector]:
    """Return the three coefficients of products that lie one ``step`` after another."""
    return taken_back(
        load(products, place),
        load(products, place + step),
        load(products, place + 2 * step),
        load(products, place + 3 * step),
        load(products, place + 4 * step),
    )


@helper
def put(points: Float32s, point: int, channels: int, first: int, said: Vector, adds: bool) -> None:
    """Write a point's activation, at least zero; -1 is no point."""
    if point >= 0:
        place = point * channels + first
        store(points, place, greater(said + load(points, place) if adds else said, spread(_NOUGHT)))


@helper
def from_values(products: Float32s, row: int, own: Int32s, layer: Convolution, adds: bool, points: Float32s) -> None:
    """Write the activations of a tile's ``own`` points, given the tile's row in each of the matrices ``products``."""
    channels = len(layer.biases)
    step = BLOCK * channels
    for first in range(0, channels, LANES):
        bias = load(layer.biases, first)
        place = row * channels + first
        a = back(products, place, REACH * step)
        b = back(products, place + step, REACH * step)
        c = back(products, place + 2 * step, REACH * step)
        d = back(products, place + 3 * step, REACH * step)
        e = back(products, place + 4 * step, REACH * step)
        u, v, w = taken_back(a[0], b[0], c[0], d[0], e[0])
        put(points, own[0], channels, first, u + bias, adds)
        put(points, own[1], channels, first, v + bias, adds)
        put(points, own[2], channels, first, w + bias, adds)
        u, v, w = taken_back(a[1], b[1], c[1], d[1], e[1])
        put(points, own[3], channels, first, u + bias, adds)
        put(points, own[4], channels, first, v + bias, adds)
        put(points, own[5], channels, first, w + bias, adds)
        u, v, w = taken_back(a[2], b[2], c[2], d[2], e[2])
        put(points, own[6], channels, first, u + bias, adds)
        put(points, own[7], channels, first, v + bias, adds)
        put(points, own[8], channels, first, w + bias, adds)


@routine
def convolve(below: Float32s, layer: Convolution, adds: bool, points: Float32s, tiles: Tiling, room: TileRoom) -> None:
    """Write a layer's output for those ``below`` on the tiles' own points; ``adds`` to the existing values."""
    above = len(layer.biases)
    channels = len(layer.matrices) // (VALUES * above)
    for begin in range(0, len(tiles.own), BLOCK):
        rows = min(BLOCK, len(tiles.own) - begin)
        for row in range(rows):
            into_values(below, tiles.about[begin + row], room.values, row, channels)
        multiply(room.values, layer.matrices, room.products, rows, channels, above)
        for row in range(rows):
            from_values(room.products, row, tiles.own[begin + row], layer, adds, points)
