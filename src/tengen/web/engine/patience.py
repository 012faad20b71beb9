"""Asking the engine until it answers: what has to be done is asked again while the engine is busy."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from .jobs import Busy

_AGAIN: Final = 0.5
"""Seconds between two tries to get into the engine's queue."""

_T = TypeVar("_T")


async def patiently(ask: Callable[[], Awaitable[_T]], pause: float = _AGAIN) -> _T:
    """Return the engine's answer; while too many jobs wait already, ask again after every pause, in seconds."""
    while True:
        try:
            return await ask()
        except Busy:
            await asyncio.sleep(pause)
