"""Sixteen floats at a time: what is written, read and reckoned is what NumPy makes of the same numbers."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tengen.kernel.array_types import Float32s
from tengen.kernel.jit import entry
from tengen.kernel.vectors import LANES, fused, greater, load, load_all, spread, store, total

NUMBERS = arrays(np.float32, 3 * LANES, elements=st.floats(-1000, 1000, width=32))


@entry
def reckon(given: Float32s, place: int, found: Float32s) -> float:
    left, right, one = load(given, place), load(given, LANES), load_all(given, place)
    store(found, 0, left + right)
    store(found, LANES, left - right)
    store(found, 2 * LANES, left * right)
    store(found, 3 * LANES, greater(left, right))
    store(found, 4 * LANES, fused(left, one, spread(np.float32(2))))
    return float(total(left))


@given(NUMBERS, st.integers(0, 2 * LANES))
def test_they_are_reckoned_with_as_numpy_does(numbers: Float32s, place: int) -> None:
    found = np.full(6 * LANES, 7, np.float32)
    summed = reckon(numbers, place, found)
    left, right = numbers[place : place + LANES], numbers[LANES : 2 * LANES]
    exact = left.astype(np.float64) * numbers[place] + 2
    wanted = (left + right, left - right, left * right, np.maximum(left, right), exact.astype(np.float32))
    for k, numbers_wanted in enumerate(wanted):
        assert found[k * LANES : (k + 1) * LANES].tolist() == numbers_wanted.tolist()
    assert set(found[5 * LANES :].tolist()) == {7.0}  # nothing is written beyond what was asked for
    halves = left
    while len(halves) > 1:
        halves = halves[: len(halves) // 2] + halves[len(halves) // 2 :]
    assert summed == halves[0]
