"""The board of a game that stands in a list: drawn beside the event loop, and once as long as the game stands."""

from __future__ import annotations

import asyncio

from ..scheduler.threads import in_thread
from .game_view import BoardStyle, picture
from .live_game import LiveGame


async def drawn_beside(live: LiveGame, style: BoardStyle, prefix: str) -> str:
    """Return the picture of a game's board; ``prefix`` begins the ids in it, so that several fit into one page."""

    def draw() -> asyncio.Task[str]:
        room = live.room.after(())  # a copy: the room may go on meanwhile
        return asyncio.ensure_future(in_thread(picture, room, style, prefix))

    return await asyncio.shield(live.once(("listed", style, prefix), draw))
