"""A network that foresees moves and ends of games on square grids; with NumPy and Numba.

Planes of a position go through residual blocks of two 3x3 convolutions (He et al. 2016; Maddison et al., *Move
evaluation in Go using deep convolutional neural networks*, 2015); before each block every point also gets what the mean
of all points says (as in KataGo, Wu 2019). What comes out corrects the logarithms of the moves' probabilities by
strengths (see `strengths`), and says whose every point will be at the end. The size of the board is free.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..boards import Board
from ..files.whole import whole_file
from ..kernel.blas import one_thread
from ..records import FormatError
from .planes import LIKELIHOOD, MOVE, PLANES, SCALE
from .tiles import VALUES, Tiling, from_values, into_values, tiling, values_of

FORMAT: Final = "tengen policy 2"
"""The first thing in the header of a file: NumPy's ``.npz`` with the header and the arrays of `Layers`."""
DIMMED: Final = 100
"""What the plane of likelihoods is divided by, so that it has the size of the others."""

_TOGETHER = 4  # positions that go through a layer at a time: more would not fit into a core's cache
_NEVER = np.float32(-1e9)
SPREADS: Final = (-1.5, 4.5)
"""Logarithms: how far the end of a game may lie off what is expected, at least and at most."""
_ARRAYS: Final = ("first", "blocks", "biases", "last", "trust", "mixes", "owner", "spread")

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Layers:
    """The weights of a network that foresees, normalisation folded in.

    ``story`` says from which games and by which command they came about.
    """

    first: Floats  # (9 * PLANES, C): the taps of a 3x3 window row by row, then what is seen through each
    blocks: Floats  # (L, 9 * C, C), L even: two layers a block
    biases: Floats  # (L + 1, C)
    last: Floats  # (C,)
    trust: Floats  # (1,): the weight of the logarithms by strengths
    mixes: Floats  # (L / 2, C, C): what the mean of all points adds to each before a block
    owner: Floats  # (C + 1,): whose a point will be, with a bias
    spread: Floats  # (C + 1,): by the mean of all points, the logarithm of how far the end may lie off, with a bias
    story: dict[str, Any]


class Foreseen(NamedTuple):
    """What a network foresees in B positions."""

    chances: Floats  # (B, n): how likely every point is played, 0 where there is no move
    margins: Floats  # (B,): the points that will be the mover's less the opponent's
    spreads: Floats  # (B,): how many points the end may lie off that


def read_layers(file: Path | IO[bytes]) -> Layers:
    """Read a file of weights.

    Raises:
        FormatError: the file is of another kind, or of another version.
    """
    with np.load(file) as held:
        story = json.loads(held["header"].tobytes())
        if story.get("format") != FORMAT:
            raise FormatError(
                f"not a network of this version: the header's format is {story.get('format')!r}, not {FORMAT!r}"
            )
        arrays = {name: held[name].astype(np.float32) for name in _ARRAYS}
    return Layers(**arrays, story=story)


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
    """Say whether a network that foresees knows a board: a grid with no point left out, three lines wide or more.

    A surface may go on over the rim, as that of a torus. Stones are ordinary ones: of wide stones it has seen no games.

    On 2x13 the search with the network of the package won 40 of 120 games against itself without it.
    """
    height, width = len(board.rows), len(board.rows[0])
    return board.is_plain and min(height, width) >= 3 and all(point >= 0 for row in board.rows for point in row)


@lru_cache(maxsize=8)
def _tiling(board: Board) -> Tiling:
    return tiling(board, _TOGETHER)


@lru_cache(maxsize=2)
def _matrices(layers: Layers) -> list[Floats]:
    return [values_of(layers.first), *map(values_of, layers.blocks)]


class PolicyNet:
    """A network that foresees, on one board that it knows, see `is_seen`; not for two threads at a time."""

    def __init__(self, layers: Layers, board: Board) -> None:
        self._layers, self._matrices = layers, _matrices(layers)
        self._tiling = _tiling(board)
        channels, tiles = layers.blocks.shape[2], len(self._tiling.own)
        points = len(board) * _TOGETHER + 1
        self._seen, self._hidden, self._inner = (
            np.zeros((points, wide), np.float32) for wide in (PLANES, channels, channels)
        )
        self._values, self._products = (
            np.zeros((VALUES, tiles, wide), np.float32) for wide in (max(channels, PLANES), channels)
        )
        self._rows = np.zeros((VALUES, max(channels, PLANES)), np.float32)

    def __call__(self, planes: NDArray[np.uint8]) -> Foreseen:
        """Return what is foreseen in B positions of which ``planes`` are seen: (B, n, PLANES)."""
        with one_thread():
            found = [self._judge(planes[begin : begin + _TOGETHER]) for begin in range(0, len(planes), _TOGETHER)]
        return Foreseen(*map(np.concatenate, zip(*found, strict=True)))

    def _judge(self, planes: NDArray[np.uint8]) -> Foreseen:
        """Return what is foreseen in a few positions."""
        layers, matrices, count = self._layers, self._matrices, planes.shape[0] * planes.shape[1]
        seen, hidden, inner = self._seen, self._hidden, self._inner
        seen[:count] = planes.reshape(-1, PLANES)
        seen[:count, LIKELIHOOD] /= DIMMED
        tiles = len(self._tiling.own) * len(planes) // _TOGETHER
        self._convolve(seen, matrices[0], layers.biases[0], hidden, tiles)
        on_boards = hidden[:count].reshape(len(planes), -1, hidden.shape[1])
        for k in range(1, len(matrices), 2):
            on_boards += (on_boards.mean(axis=1) @ layers.mixes[k // 2])[:, None]
            self._convolve(hidden, matrices[k], layers.biases[k], inner, tiles)
            self._convolve(inner, matrices[k + 1], layers.biases[k + 1], hidden, tiles, adds=True)
        logits = (hidden[:count] @ layers.last).reshape(planes.shape[:2])
        logits -= planes[:, :, LIKELIHOOD] * (layers.trust[0] / SCALE)
        barred = planes[:, :, MOVE] == 0
        logits[barred] = _NEVER
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances[barred] = 0
        owners = np.tanh(on_boards @ layers.owner[:-1] + layers.owner[-1])
        spreads = on_boards.mean(axis=1) @ layers.spread[:-1] + layers.spread[-1]
        return Foreseen(
            chances / np.maximum(chances.sum(axis=1, keepdims=True), 1e-9),
            owners.sum(axis=1),
            np.exp(spreads.clip(*SPREADS)),
        )

    def _convolve(
        self, below: Floats, matrices: Floats, bias: Floats, above: Floats, tiles: int, adds: bool = False
    ) -> None:
        """Write the layer above for the first ``tiles``; ``adds`` says that it is added to what stands there."""
        channels = below.shape[1]
        values = self._values.reshape(-1)[: VALUES * tiles * channels].reshape(VALUES, tiles, channels)
        products = self._products.reshape(-1)[: VALUES * tiles * above.shape[1]].reshape(VALUES, tiles, -1)
        into_values(below, self._tiling.about[:tiles], values, self._rows)
        np.matmul(values, matrices, out=products)
        from_values(products, self._tiling.own[:tiles], bias, adds, above, self._rows)
