"""Names for array types by element; shapes are in the docstrings of their users."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Whole: TypeAlias = int | np.integer[Any]
"""A whole number that Python may pass as one of NumPy's, of any width."""
Records: TypeAlias = NDArray[Any]
"""Structured records, such as `layout.POINT`: type checkers do not know their fields."""
Array: TypeAlias = NDArray[Any]
"""Elements of any type: compiled once for each."""
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
