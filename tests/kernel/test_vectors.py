"""Sixteen floats at a time: reading, writing and arithmetic match NumPy's."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numba.core.errors import TypingError

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
    for k, wanted in enumerate((left + right, left - right, left * right, np.maximum(left, right))):
        assert found[k * LANES : (k + 1) * LANES].tolist() == wanted.tolist()
    exact = left.astype(np.float64) * numbers[place] + 2
    assert found[4 * LANES : 5 * LANES] == pytest.approx(exact, rel=1e-6, abs=0.1)  # rounded once or twice
    assert set(found[5 * LANES :].tolist()) == {7.0}  # nothing is written beyond the request
    halves = left
    while len(halves) > 1:
        halves = halves[: len(halves) // 2] + halves[len(halves) // 2 :]
    assert summed == halves[0]


@pytest.mark.parametrize("array", [np.zeros(64), np.zeros(64, np.int32), np.zeros(128, np.float32)[::2]])
def test_arrays_must_be_contiguous_single_floats(array: Any) -> None:
    with pytest.raises(TypingError):
        reckon(array, 0, np.zeros(6 * LANES, np.float32))
