"""Thousands of games on an NVIDIA GPU: playouts and environments from the kernel's own source (docs/how/gpu.md).

It needs numba-cuda (``pip install 'tengen-go[gpu]'``), a GPU and its driver; `available` checks for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .finding import available, require

if TYPE_CHECKING:
    from .exchange import DeviceArray
    from .games import DevicePlayouts, DeviceStep, GpuGames

_HOMES = {"DeviceArray": "exchange", "DevicePlayouts": "games", "DeviceStep": "games", "GpuGames": "games"}

__all__ = ["DeviceArray", "DevicePlayouts", "DeviceStep", "GpuGames", "available", "require"]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        require()
        from importlib import import_module

        return getattr(import_module(f".{_HOMES[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
