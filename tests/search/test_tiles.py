"""Convolutions tile by tile equal sums over 3x3 windows, on every surface and any number of boards."""

import numpy as np
import pytest
from chain_sets import by_windows
from example_counts import first
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tengen import boards
from tengen.kernel.jit import entry
from tengen.kernel.vectors import LANES
from tengen.search import tiles

SIZES = ("3x3", "4x5", "9x9", "10x7", "11x13")
SURFACES = ("", " torus", " cylinder", " mobius", " klein")
Floats = NDArray[np.float32]


@entry
def layer_above(
    below: Floats, layer: tiles.Convolution, adds: bool, points: Floats, on: tiles.Tiling, work: tiles.TileRoom
) -> None:
    tiles.convolve(below, layer, adds, points, on, work)


@pytest.mark.parametrize("surface", first(2, SURFACES))
@pytest.mark.parametrize("size", SIZES)
@given(
    seed=st.integers(0, 1000),
    below=st.sampled_from((LANES, 3 * LANES)),
    above=st.sampled_from((LANES, 2 * LANES)),
    layer=st.integers(0, 1),
    adds=st.booleans(),
)
@settings(max_examples=10)
def test_they_are_sums_over_windows(
    size: str, surface: str, seed: int, below: int, above: int, layer: int, adds: bool
) -> None:
    board, count = boards.parse(size + surface), 2
    chance = np.random.default_rng(seed)
    matrix, biases = (chance.normal(size=shape).astype(np.float32) for shape in ((9 * below, above), (2, above)))
    points = np.zeros((count * len(board) + 1, below), np.float32)
    points[:-1] = chance.normal(size=points[:-1].shape)
    before = chance.normal(size=(len(points), above)).astype(np.float32)
    tiling = tiles.tiling(board, count)
    found = before.copy()
    work = tiles.TileRoom(*(np.zeros(tiles.VALUES * tiles.BLOCK * wide, np.float32) for wide in (below, above)))
    convolution = tiles.Convolution(tiles.values_of(matrix).ravel(), biases[layer])
    layer_above(points.ravel(), convolution, adds, found.reshape(-1), tiling, work)
    for place in range(count):
        own = slice(place * len(board), (place + 1) * len(board))
        wanted = by_windows(board, points[own], matrix) + biases[layer] + adds * before[own]
        assert np.allclose(found[own], np.maximum(wanted, 0), atol=1e-3)
    assert (found[-1] == before[-1]).all()  # off the board stays zero
