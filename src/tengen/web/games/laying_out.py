"""Games are laid out beside the server's loop, and one at a time: a board of a thousand points takes a second."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from ...game import Game

_ONE_AT_A_TIME: Final = asyncio.Semaphore(1)


async def laid_out(chosen: Callable[[], Game]) -> Game:
    """Return the game that ``chosen`` makes; what it raises is raised here."""
    async with _ONE_AT_A_TIME:
        return await asyncio.to_thread(chosen)
