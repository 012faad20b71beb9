"""A network that predicts moves and final positions on square grids, with NumPy and Numba.

Planes of a position go through residual blocks of two 3x3 convolutions (He et al. 2016; Maddison et al., *Move
evaluation in Go using deep convolutional neural networks*, 2015); before each block the mean of all points is mixed
into every point (as in KataGo, Wu 2019). The output corrects the logarithms of the moves' probabilities by strengths
(see `strengths`), and predicts the owner of every point at the end. It works on any board size.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..boards import Board
from ..files.archives import header_of, read_arrays
from ..files.whole import whole_file
from ..kernel.array_types import Float32s, UInt8s
from ..kernel.jit import entry, helper
from ..kernel.vectors import LANES, fused, load, load_all, spread, store, total
from ..records import FormatError
from .planes import DIMMED, LIKELIHOOD, MOVE, PLANES, SCALE
from .tiles import BLOCK, VALUES, Convolution, TileRoom, Tiling, convolve, tiling, values_of

FORMAT: Final = "tengen policy 2"
"""The start of the header of a file: NumPy's ``.npz`` with the header and the arrays of `Layers`."""
_POSITIONS = 4  # positions per pass through a layer: more would not fit into a core's cache
SPREADS: Final = (-1.5, 4.5)
"""Logarithms of the least and the greatest expected error of a game's result."""


@dataclass(frozen=True, eq=False)
class Layers:
    """The weights of a network, with normalisation folded in; ``story`` names its games and training command."""

    first: Float32s  # (9 * PLANES, C): the taps of a 3x3 window row by row, each with the planes
    blocks: Float32s  # (L, 9 * C, C), L even: two layers a block
    biases: Float32s  # (L + 1, C)
    last: Float32s  # (C,)
    trust: Float32s  # (1,): the weight of the logarithms by strengths
    mixes: Float32s  # (L / 2, C, C): added to each point from the mean of all points before a block
    owner: Float32s  # (C + 1,): the owner of a point, with a bias
    spread: Float32s  # (C + 1,): the logarithm of the result's expected error, from the mean of all points, with a bias
    story: dict[str, Any]


class Foreseen(NamedTuple):
    """A network's predictions for B positions."""

    chances: Float32s  # (B, n): the probability of each point, 0 if it is not a move
    margins: Float32s  # (B,): the mover's final points less the opponent's
    spreads: Float32s  # (B,): the expected error of the margin
    owners: Float32s  # (B, n): final owners, from 1 (the mover) to -1; `margins` are their sums


def shapes_of(count: int, channels: int) -> dict[str, tuple[int, ...]]:
    """Return the shapes of the arrays of a network with ``count`` layers in its blocks, see `Layers`."""
    return {
        "first": (9 * PLANES, channels), "blocks": (count, 9 * channels, channels), "biases": (count + 1, channels),
        "last": (channels,), "trust": (1,), "mixes": (count // 2, channels, channels), "owner": (channels + 1,),
        "spread": (channels + 1,),
    }  # fmt: skip


_ARRAYS: Final = tuple(shapes_of(0, 0))


def read_layers(file: Path | IO[bytes]) -> Layers:
    """Read a file of weights; FormatError if it is damaged, of another kind or version, or its arrays do not fit."""
    held = read_arrays(file)
    story = header_of(held, FORMAT, "a network that foresees")
    if missing := [name for name in _ARRAYS if name not in held]:
        raise FormatError(f"not a network that foresees: it lacks the arrays {', '.join(missing)}")
    layers = Layers(**{name: held[name].astype(np.float32) for name in _ARRAYS}, story=story)
    count, channels = layers.blocks.shape[0] if layers.blocks.ndim else 0, layers.last.size
    for name, shape in shapes_of(count, channels).items():
        if (found := getattr(layers, name).shape) != shape:
            raise FormatError(f"not a network that foresees: the array {name!r} has the shape {found}, not {shape}")
        if not np.isfinite(getattr(layers, name)).all():
            raise FormatError(f"not a network that foresees: the array {name!r} holds a number that is not finite")
    if not channels:
        raise FormatError("not a network that foresees: it has no channels")
    if count < 2 or count % 2:
        raise FormatError(f"not a network that foresees: it has {count} layers in its blocks, not two for each")
    return layers


def write_layers(path: Path, layers: Layers) -> None:
    """Write a file of weights, as two-byte floats."""
    header = json.dumps({"format": FORMAT, **layers.story}).encode()
    arrays = {name: getattr(layers, name).astype("<f2") for name in _ARRAYS}
    with whole_file(path) as file:
        np.savez_compressed(file, header=np.frombuffer(header, np.uint8), **arrays)


@lru_cache(maxsize=1)
def the_layers() -> Layers:
    """Return the weights of the package."""
    with files(__package__).joinpath("policy_net.npz").open("rb") as opened:
        return read_layers(opened)


def is_seen(board: Board) -> bool:
    """Return whether a network supports a board: a full grid, at least three lines wide, with ordinary stones.

    The surface may wrap, as on a torus. The network was not trained on games of wide stones. On 2x13 the search with
    the package's network won 40 of 120 games against itself without it.
    """
    height, width = len(board.rows), len(board.rows[0])
    return board.is_plain and min(height, width) >= 3 and all(point >= 0 for row in board.rows for point in row)


@lru_cache(maxsize=8)
def _tiling(board: Board) -> Tiling:
    return tiling(board, _POSITIONS)


def _filled(array: Float32s, *shape: int) -> Float32s:
    """Return an array's numbers, padded with zeros to a larger shape, contiguous."""
    found = np.zeros(shape, np.float32)
    found[tuple(map(slice, array.shape))] = array
    return found.reshape(-1)


@lru_cache(maxsize=2)
def _weights(layers: Layers) -> Parameters:
    count, _, channels = layers.blocks.shape
    wide = -(-channels // LANES) * LANES  # a multiple of the vector length
    return Parameters(
        _filled(values_of(layers.first), VALUES, SEEN, wide),
        _filled(np.array([values_of(block) for block in layers.blocks]), count, VALUES, wide, wide),
        _filled(layers.biases, count + 1, wide),
        _filled(layers.mixes, count // 2, wide, wide),
        _filled(layers.last, wide),
        _filled(layers.owner[:-1], wide),
        _filled(layers.spread[:-1], wide),
        *(float(numbers[-1]) for numbers in (layers.trust, layers.owner, layers.spread)),
    )


SEEN: Final = -(-PLANES // LANES) * LANES
"""The channels of the input planes, padded to whole vectors with zeros beyond `PLANES`."""
_NOUGHT = np.float32(0)


class Parameters(NamedTuple):
    """The weights of a network in contiguous arrays; the channels, C, fill whole vectors.

    ``first`` and ``blocks`` are the matrices for the values of tiles, see `tiles.values_of`.
    """

    first: Float32s  # (VALUES, SEEN, C)
    blocks: Float32s  # (L, VALUES, C, C)
    biases: Float32s  # (L + 1, C)
    mixes: Float32s  # (L / 2, C, C)
    last: Float32s  # (C,)
    owner: Float32s  # (C,)
    spread: Float32s  # (C,)
    trust: float  # the weight of the logarithms by strengths
    owner_bias: float
    spread_bias: float


class Activations(NamedTuple):
    """The activations of a network's layers on the points of some boards, and scratch space; empty at first."""

    seen: Float32s  # (points + 1, SEEN): the last one is off the board
    hidden: Float32s  # (points + 1, C)
    inner: Float32s  # (points + 1, C)
    mean: Float32s  # (C,)
    work: TileRoom


@helper
def see(planes: UInt8s, seen: Float32s) -> None:
    """Write the planes of positions (B, n, PLANES) into a layer of channels."""
    for place in range(planes.shape[0]):
        for p in range(planes.shape[1]):
            row = (place * planes.shape[1] + p) * SEEN
            for k in range(PLANES):
                seen[row + k] = np.float32(planes[place, p, k])
            seen[row + LIKELIHOOD] /= np.float32(DIMMED)


@helper
def take_mean(points: Float32s, begin: int, end: int, channels: int, mean: Float32s) -> None:
    """Write the mean of points, over some of them."""
    part = spread(np.float32(1 / (end - begin)))
    for first in range(0, channels, LANES):
        found = spread(_NOUGHT)
        for p in range(begin, end):
            found = found + load(points, p * channels + first)
        store(mean, first, found * part)


@helper
def mix(points: Float32s, begin: int, end: int, channels: int, mean: Float32s, mixes: Float32s, block: int) -> None:
    """Add to each point the contribution of the mean of all points before a block."""
    take_mean(points, begin, end, channels, mean)
    for first in range(0, channels, LANES):
        said = spread(_NOUGHT)
        row = block * channels * channels + first
        for k in range(channels):
            said = fused(load_all(mean, k), load(mixes, row), said)
            row += channels
        for p in range(begin, end):
            store(points, p * channels + first, load(points, p * channels + first) + said)


@helper
def weigh(points: Float32s, place: int, weights: Float32s, channels: int) -> np.float32:
    """Return the weighted sum of the numbers from a place on."""
    found = spread(_NOUGHT)
    for first in range(0, channels, LANES):
        found = fused(load(points, place + first), load(weights, first), found)
    return total(found)


@helper
def share_out(planes: UInt8s, hidden: Float32s, begin: int, weights: Parameters, chances: Float32s) -> None:
    """Write the probabilities of the moves of one position; 0 for points that are not moves."""
    channels = len(weights.last)
    trust = np.float32(weights.trust / SCALE)
    most = -math.inf
    for p in range(len(chances)):
        if planes[p, MOVE]:
            said = weigh(hidden, (begin + p) * channels, weights.last, channels)
            chances[p] = said - np.float32(planes[p, LIKELIHOOD]) * trust
            most = max(most, np.float64(chances[p]))
    every = 0.0
    for p in range(len(chances)):
        if planes[p, MOVE]:
            chances[p] = math.exp(np.float64(chances[p]) - most)
            every += chances[p]
        else:
            chances[p] = 0
    if every > 0:
        for p in range(len(chances)):
            chances[p] /= every


@helper
def layer_of(weights: Parameters, k: int, size: int) -> Convolution:
    """Return a layer of the blocks, whose matrices have ``size`` numbers."""
    channels = len(weights.last)
    return Convolution(
        weights.blocks[k * size : (k + 1) * size], weights.biases[(k + 1) * channels : (k + 2) * channels]
    )


@entry
def infer(
    planes: UInt8s,
    weights: Parameters,
    held: Activations,
    tiles: Tiling,
    chances: Float32s,
    owners: Float32s,
    ends: Float32s,
) -> None:
    """Write the predictions for B positions with ``planes`` (B, n, PLANES).

    ``tiles`` are those of B boards, and ``held`` has room for them (unchecked). Written are the probability of every
    point (B, n) and its final owner (B, n); and for each position (B, 2) the mover's points less the opponent's, and
    the logarithm of the expected error.
    """
    count, n = planes.shape[0], planes.shape[1]
    channels = len(weights.last)
    size = VALUES * channels * channels
    hidden, inner = held.hidden, held.inner
    see(planes, held.seen)
    convolve(held.seen, Convolution(weights.first, weights.biases[:channels]), False, hidden, tiles, held.work)
    for block in range(len(weights.blocks) // (2 * size)):
        for place in range(count):
            mix(hidden, place * n, (place + 1) * n, channels, held.mean, weights.mixes, block)
        convolve(hidden, layer_of(weights, 2 * block, size), False, inner, tiles, held.work)
        convolve(inner, layer_of(weights, 2 * block + 1, size), True, hidden, tiles, held.work)
    for place in range(count):
        share_out(planes[place], hidden, place * n, weights, chances[place])
        margin = 0.0
        for p in range(n):
            said = weigh(hidden, (place * n + p) * channels, weights.owner, channels)
            owners[place, p] = math.tanh(said + weights.owner_bias)
            margin += owners[place, p]
        take_mean(hidden, place * n, (place + 1) * n, channels, held.mean)
        ends[place, 0] = margin
        ends[place, 1] = weigh(held.mean, 0, weights.spread, channels) + weights.spread_bias


class PolicyNet:
    """A network on one board that it supports, see `is_seen`; not for two threads at a time."""

    def __init__(self, layers: Layers, board: Board) -> None:
        self._size, self._tiling, self._weights = len(board), _tiling(board), _weights(layers)
        points, channels = len(board) * _POSITIONS + 1, len(self._weights.last)
        sizes = (points * SEEN, points * channels, points * channels, channels)
        work = (VALUES * BLOCK * max(SEEN, channels), VALUES * BLOCK * channels)
        seen, hidden, inner, mean, values, products = (np.zeros(size, np.float32) for size in sizes + work)
        self._activations = Activations(seen, hidden, inner, mean, TileRoom(values, products))

    def __call__(self, planes: NDArray[np.uint8]) -> Foreseen:
        """Return the predictions for B positions with ``planes`` (B, n, PLANES); ValueError for other shapes."""
        if planes.shape[1:] != (self._size, PLANES):
            raise ValueError(f"planes must have the shape (B, {self._size}, {PLANES}), not {planes.shape}")
        chances, owners = np.empty((2, *planes.shape[:2]), np.float32)
        ends = np.empty((len(planes), 2), np.float32)
        for begin in range(0, len(planes), _POSITIONS):
            part = slice(begin, begin + _POSITIONS)
            seen = planes[part]
            tiles = len(self._tiling.own) // _POSITIONS * len(seen)
            here = Tiling(self._tiling.about[:tiles], self._tiling.own[:tiles])
            infer(seen, self._weights, self._activations, here, chances[part], owners[part], ends[part])
        return Foreseen(chances, ends[:, 0], np.exp(ends[:, 1].clip(*SPREADS)), owners)
