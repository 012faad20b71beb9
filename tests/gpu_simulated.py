"""Numba's CUDA simulator with Numba's integers, for tests of the GPU in a separate process.

The simulator runs device code as plain Python on NumPy's scalars, whose arithmetic differs from compiled code: there
``uint32 - 1`` is a signed 64-bit number, here it raises or wraps. So arrays are wrapped for the kernels: they read
narrow integers as Python's own, 64-bit unsigned ones as NumPy's, and store any number truncated, like the device.
Records only have their fields' names as attributes (``size`` is one).
"""

from typing import Any

import numpy as np


def dressed(value: Any) -> Any:
    """Wrap an array, a record or a tuple of them for device code; anything else stays unchanged."""
    value = getattr(value, "_ary", value)
    if isinstance(value, np.ndarray):
        return SeenArray(value)
    if isinstance(value, tuple):
        return type(value)(*map(dressed, value)) if hasattr(value, "_fields") else tuple(map(dressed, value))
    return value


def _read(value: Any) -> Any:
    """Return an element with nearly the type that arithmetic on it has on the device."""
    return int(value) if isinstance(value, np.integer) and not isinstance(value, np.uint64) else value


def _stored(value: Any, kind: np.dtype[Any]) -> Any:
    """Return a number truncated to a field's type."""
    if kind.kind in "iu":
        return np.array(int(value) & ((1 << 8 * kind.itemsize) - 1), np.uint64).astype(kind)
    return value


class SeenArray:
    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self._array = array

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self._array.shape)

    def __len__(self) -> int:
        return len(self._array)

    def __getitem__(self, at: Any) -> Any:
        self._look(at)
        found = self._array[at]
        if isinstance(found, np.void):
            return SeenRecord(found)
        return SeenArray(found) if isinstance(found, np.ndarray) else _read(found)

    def __setitem__(self, at: Any, value: Any) -> None:
        self._look(at)
        self._array[at] = value._record if isinstance(value, SeenRecord) else _stored(value, self._array.dtype)

    def _look(self, at: Any) -> None:
        """The device would read and write beyond both ends; NumPy only checks one of them."""
        for index in at if isinstance(at, tuple) else (at,):
            if not isinstance(index, slice) and index < 0:
                raise IndexError(f"{at} is before the beginning of an array of shape {self.shape}")


class SeenRecord:
    def __init__(self, record: np.void) -> None:
        object.__setattr__(self, "_record", record)

    def __getattr__(self, name: str) -> Any:
        return _read(self._record[name])

    def __setattr__(self, name: str, value: Any) -> None:
        self._record[name] = _stored(value, self._record.dtype[name])


class Dressing:
    """An extension of a kernel, called by Numba with every argument."""

    def prepare_args(self, kind: Any, value: Any, stream: Any, retr: Any) -> tuple[Any, Any]:
        return kind, dressed(value)


def dress_kernels() -> None:
    """Wrap the arguments of every kernel."""
    from tengen.gpu import kernels

    for kernel in (kernels.advance, kernels.check, kernels.draw, kernels.playouts):
        for wide in (None, 1):
            kernel(wide).extensions = [Dressing()]
