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
from ..kernel.jit import helper, routine
from ..kernel.vectors import LANES, Vector, fused, greater, load, load_all, spread, store

TILE: Final = 3
REACH: Final = TILE + 2
VALUES: Final = REACH * REACH
"""How many values a tile has, and how many matrices a layer has."""

_OF_WINDOWS: Final = np.array(
    [[1 / 2, 0, 0], [-1 / 2, -1 / 2, -1 / 2], [-1 / 6, 1 / 6, -1 / 6], [1 / 6, 1 / 3, 2 / 3], [0, 0, 1]]
)
"""The values of three coefficients."""
_NOUGHT, _TWO, _THREE, _FOUR = (np.float32(number) for number in (0, 2, 3, 4))
TOGETHER: Final = 6
"""Tiles that `multiply` takes at a time: their sums, which it spells out, fit into the registers of a processor."""
BLOCK: Final = 2 * TOGETHER
"""Tiles that go through a layer before the next ones: what is kept of them fits into a core's cache."""


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


@helper
def taken(a: Vector, b: Vector, c: Vector, d: Vector, e: Vector) -> tuple[Vector, Vector, Vector, Vector, Vector]:
    """Return the values of five coefficients."""
    two, three = spread(_TWO), spread(_THREE)
    return two * (a - c) + d - b, d - c - two * b, two * b - three * c + d, d - b, two * (b - d) + e - c


@helper
def taken_back(a: Vector, b: Vector, c: Vector, d: Vector, e: Vector) -> tuple[Vector, Vector, Vector]:
    """Return the three coefficients that five products of values stand for."""
    return a + b + c + d, b - c + spread(_TWO) * d, b + c + spread(_FOUR) * d + e


@helper
def taken_down(
    points: Float32s, about: Int32s, tile: int, x: int, channels: int, first: int
) -> tuple[Vector, Vector, Vector, Vector, Vector]:
    """Return the values of a column of the points about a tile, of the channels from one on."""
    return taken(
        load(points, about[tile, x] * channels + first),
        load(points, about[tile, REACH + x] * channels + first),
        load(points, about[tile, 2 * REACH + x] * channels + first),
        load(points, about[tile, 3 * REACH + x] * channels + first),
        load(points, about[tile, 4 * REACH + x] * channels + first),
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
def into_values(points: Float32s, about: Int32s, tile: int, values: Float32s, row: int, channels: int) -> None:
    """Write the values of a tile to a row of each of the matrices ``values``, given what all points have."""
    step = BLOCK * channels
    for first in range(0, channels, LANES):
        a = taken_down(points, about, tile, 0, channels, first)
        b = taken_down(points, about, tile, 1, channels, first)
        c = taken_down(points, about, tile, 2, channels, first)
        d = taken_down(points, about, tile, 3, channels, first)
        e = taken_down(points, about, tile, 4, channels, first)
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
    """Write what a point has, nothing below zero; -1 is none."""
    if point >= 0:
        place = point * channels + first
        store(points, place, greater(said + load(points, place) if adds else said, spread(_NOUGHT)))


@helper
def put_row(
    points: Float32s, own: Int32s, tile: int, place: int, channels: int, first: int, adds: bool, bias: Vector,
    said: tuple[Vector, Vector, Vector],
) -> None:  # fmt: skip
    """Write what the points of a row of a tile have."""
    put(points, own[tile, place], channels, first, said[0] + bias, adds)
    put(points, own[tile, place + 1], channels, first, said[1] + bias, adds)
    put(points, own[tile, place + 2], channels, first, said[2] + bias, adds)


@helper
def from_values(
    products: Float32s, row: int, own: Int32s, tile: int, biases: Float32s, layer: int, adds: bool, points: Float32s,
    channels: int,
) -> None:  # fmt: skip
    """Write what the own points of a tile have, given the tile's row in each of the matrices ``products``."""
    step = BLOCK * channels
    for first in range(0, channels, LANES):
        bias = load(biases, layer * channels + first)
        place = row * channels + first
        a = back(products, place, REACH * step)
        b = back(products, place + step, REACH * step)
        c = back(products, place + 2 * step, REACH * step)
        d = back(products, place + 3 * step, REACH * step)
        e = back(products, place + 4 * step, REACH * step)
        put_row(points, own, tile, 0, channels, first, adds, bias, taken_back(a[0], b[0], c[0], d[0], e[0]))
        put_row(points, own, tile, 3, channels, first, adds, bias, taken_back(a[1], b[1], c[1], d[1], e[1]))
        put_row(points, own, tile, 6, channels, first, adds, bias, taken_back(a[2], b[2], c[2], d[2], e[2]))


@routine
def convolve(
    below: Float32s, channels: int, matrices: Float32s, biases: Float32s, layer: int, adds: bool, points: Float32s,
    above: int, about: Int32s, own: Int32s, tiles: int, values: Float32s, products: Float32s,
) -> None:  # fmt: skip
    """Write the layer above one of some ``channels`` for the first ``tiles``; ``adds`` to what is there already.

    ``values`` and ``products`` have room for `VALUES` matrices of `BLOCK` rows.
    """
    for begin in range(0, tiles, BLOCK):
        rows = min(BLOCK, tiles - begin)
        for row in range(rows):
            into_values(below, about, begin + row, values, row, channels)
        multiply(values, matrices, products, rows, channels, above)
        for row in range(rows):
            from_values(products, row, own, begin + row, biases, layer, adds, points, above)
