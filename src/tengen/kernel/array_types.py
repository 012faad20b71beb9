"""Names for the types of arrays, by what an element is; shapes stand in the docstrings of those who use them."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Whole: TypeAlias = int | np.integer[Any]
"""A whole number that Python may hand over as one of NumPy's, of some width."""
Records: TypeAlias = NDArray[Any]
"""Structured records, such as `layout.POINT`: type checkers do not know their fields."""
Array: TypeAlias = NDArray[Any]
"""Of any elements: compiled once for each kind of them."""
Bools: TypeAlias = NDArray[np.bool_]
Int8s: TypeAlias = NDArray[np.int8]
Int16s: TypeAlias = NDArray[np.int16]
Int32s: TypeAlias = NDArray[np.int32]
Int64s: TypeAlias = NDArray[np.int64]
UInt8s: TypeAlias = NDArray[np.uint8]
UInt16s: TypeAlias = NDArray[np.uint16]
UInt32s: TypeAlias = NDArray[np.uint32]
UInt64s: TypeAlias = NDArray[np.uint64]
Float32s: TypeAlias = NDArray[np.float32]
Float64s: TypeAlias = NDArray[np.float64]
