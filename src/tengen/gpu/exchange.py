"""Arrays that stay on the device, shared with other libraries without a copy.

They support DLPack (dmlc.github.io/dlpack, the structures of version 0.x, which every library accepts) and Numba's
``__cuda_array_interface__``. In Numba's simulator the "device" is the host, and DLPack reports it as such.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .target import SIMULATED, cuda

_CPU, _CUDA = 1, 2
_CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
_NAME = b"dltensor"


class _Tensor(ctypes.Structure):
    """DLPack's ``DLManagedTensor``, with its ``DLTensor`` inline."""


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Tensor))
_Tensor._fields_ = [
    ("data", ctypes.c_void_p),
    ("device_type", ctypes.c_int32),
    ("device_id", ctypes.c_int32),
    ("ndim", ctypes.c_int32),
    ("code", ctypes.c_uint8),
    ("bits", ctypes.c_uint8),
    ("lanes", ctypes.c_uint16),
    ("shape", ctypes.POINTER(ctypes.c_int64)),
    ("strides", ctypes.POINTER(ctypes.c_int64)),
    ("byte_offset", ctypes.c_uint64),
    ("context", ctypes.c_void_p),
    ("deleter", _Deleter),
]

_lent: dict[int, tuple[Any, ...]] = {}
"""Exported tensors by address: the structure, its shape and strides, and the array that owns the memory."""


@_Deleter
def _give_back(tensor: Any, lent: dict[int, tuple[Any, ...]] = _lent) -> None:
    lent.pop(ctypes.addressof(tensor.contents), None)


_python = ctypes.pythonapi
_new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", _python)
)
_is_named = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_IsValid", _python))
_pointer_in = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_GetPointer", _python))


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def _forget(capsule: int) -> None:
    """Release the array of a capsule; a consumer that took the array out has renamed the capsule."""
    if _is_named(capsule, _NAME):
        _lent.pop(_pointer_in(capsule, _NAME), None)


for _callback in (_give_back, _forget):  # a consumer may outlive this module at exit
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(_callback))


class DeviceArray:
    """An array on the device, accepted without a copy by `cupy.asarray`, `torch.as_tensor` and every ``from_dlpack``.

    ``on_device`` is Numba's own array; `to_host` copies. Device work is queued on its default stream.
    """

    def __init__(self, on_device: Any) -> None:
        self.on_device = on_device

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of its axes."""
        return tuple(self.on_device.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of its elements."""
        kind: np.dtype[Any] = np.dtype(self.on_device.dtype)
        return kind

    @property
    def nbytes(self) -> int:
        """The size on the device, in bytes."""
        return int(self.on_device.nbytes)

    def __len__(self) -> int:
        return int(self.on_device.shape[0])

    def __repr__(self) -> str:
        return f"<DeviceArray of {self.dtype}, shape {self.shape}>"

    def to_host(self) -> NDArray[Any]:
        """Wait for the device and return a copy."""
        copied: NDArray[Any] = self.on_device.copy_to_host()
        return copied

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        if copy is False:
            raise ValueError("a device array can only be copied to the host")
        return self.to_host() if dtype is None else self.to_host().astype(dtype)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if SIMULATED:
            raise AttributeError("Numba's simulator has no device memory")
        told: dict[str, Any] = self.on_device.__cuda_array_interface__
        return told

    def __dlpack_device__(self) -> tuple[int, int]:
        if SIMULATED:
            return _CPU, 0
        return _CUDA, int(cuda.current_context().device.id)

    def __dlpack__(
        self,
        *,
        stream: int | None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """Export the array as a DLPack capsule; a consumer with its own stream waits for ours.

        BufferError if a copy or another device is requested.
        """
        if copy or dl_device not in (None, self.__dlpack_device__()):
            raise BufferError("the array is shared in place; to_host() copies it")
        if stream not in (None, -1, 0, 1):
            cuda.default_stream().synchronize()
        tensor = self._tensor()
        address = ctypes.addressof(tensor)
        _lent[address] = (tensor, self.on_device)
        return _new_capsule(address, _NAME, ctypes.cast(_forget, ctypes.c_void_p))

    def _tensor(self) -> _Tensor:
        kind, device = self.dtype, self.__dlpack_device__()
        lengths = ctypes.c_int64 * len(self.shape)
        address = self.on_device.ctypes.data if SIMULATED else self.on_device.device_ctypes_pointer.value or 0
        steps = [step // kind.itemsize for step in self.on_device.strides]
        return _Tensor(
            address, *device, len(self.shape), _CODES[kind.kind], 8 * kind.itemsize, 1,
            lengths(*self.shape), lengths(*steps), 0, None, _give_back,
        )  # fmt: skip
