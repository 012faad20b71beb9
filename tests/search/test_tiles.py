"""Convolutions tile by tile: they are sums over 3x3 windows, on every surface and with any number of boards."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tengen import boards
from tengen.search import tiles
from tengen.search.patterns import surroundings

NEAR = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)]
SIZES = ("3x3", "4x5", "9x9", "10x7", "11x13")
SURFACES = ("", " torus", " cylinder", " mobius", " klein")
Floats = NDArray[np.float32]


def by_windows(board: boards.Board, below: Floats, matrix: Floats) -> Floats:
    """Return a layer of one board by the windows about its points."""
    near = surroundings(board, NEAR).reshape(len(board), 9)
    seen = np.concatenate([below, np.zeros_like(below[:1])])[near].reshape(len(board), -1)
    found: Floats = (seen.astype(np.float64) @ matrix).astype(np.float32)
    return found


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("size", SIZES)
@given(seed=st.integers(0, 1000), below=st.sampled_from((1, 5)), above=st.sampled_from((1, 8)), adds=st.booleans())
def test_they_are_sums_over_windows(size: str, surface: str, seed: int, below: int, above: int, adds: bool) -> None:
    board, count = boards.parse(size + surface), 2
    chance = np.random.default_rng(seed)
    matrix, bias = (chance.normal(size=shape).astype(np.float32) for shape in ((9 * below, above), (above,)))
    points = np.zeros((count * len(board) + 1, below), np.float32)
    points[:-1] = chance.normal(size=points[:-1].shape)
    before = chance.normal(size=(len(points), above)).astype(np.float32)
    tiling = tiles.tiling(board, count)
    values, rows = np.zeros((tiles.VALUES, len(tiling.own), below), np.float32), np.zeros((tiles.VALUES, 8), np.float32)
    tiles.into_values(points, tiling.about, values, rows)
    found = before.copy()
    tiles.from_values(values @ tiles.values_of(matrix), tiling.own, bias, adds, found, rows)
    for place in range(count):
        own = slice(place * len(board), (place + 1) * len(board))
        wanted = by_windows(board, points[own], matrix) + bias + adds * before[own]
        assert np.allclose(found[own], np.maximum(wanted, 0), atol=1e-4)
    assert (found[-1] == before[-1]).all()  # what is over the rim stays nothing


def test_every_point_is_one_tiles_own() -> None:
    for size in SIZES:
        board = boards.parse(size)
        own = tiles.tiling(board, 3).own
        assert sorted(own[own >= 0].tolist()) == list(range(3 * len(board)))
