"""What rooms ask of the engine, and how: until there is an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol, TypeVar

from .job_queue import Busy

_AGAIN: Final = 0.5
"""Seconds between two tries to get into the engine's line."""

_T = TypeVar("_T")


class Thinker(Protocol):
    """What the hall needs of an engine."""

    async def move(self, game: str, level: int, key: str) -> str:
        """Return the text of a move, or "resign"."""

    async def dead(self, game: str, key: str = "") -> Sequence[str]:
        """Return the stones that look dead."""

    def queued(self, key: str) -> bool:
        """Say whether a job of this key waits for a worker."""


async def patiently(ask: Callable[[], Awaitable[_T]]) -> _T:
    """Ask the engine again and again while too many wait for it already: the computer's turn cannot be left out."""
    while True:
        try:
            return await ask()
        except Busy:
            await asyncio.sleep(_AGAIN)
