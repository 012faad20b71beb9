"""Leases of the computer's turns: which server process searches for which game."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from typing import Final

from sqlalchemy import or_, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from .schema import games
from .statements import Statements

_LEASE: Final = 8.0
"""Seconds after which an unrenewed lease expires."""

_PATIENCE: Final = 4.0
"""Seconds that a computer's turn may wait before any process may take it."""

_PATIENCE_WHEN_BUSY: Final = 20.0
"""The same for a process with waiting turns of its own."""


class TurnLeases(Statements):
    """One process's leases. A turn is held while its lease is renewed, so that it survives the death of a process.

    With SQLite, which has one process, leases are not needed.
    """

    def __init__(self, engine: AsyncEngine, clock: Callable[[], float]) -> None:
        super().__init__(engine, clock)
        self.name: Final = secrets.token_hex(8)

    async def take(self, id: str, number: int) -> bool:
        """Take the turn in a game at a number of events; False if another process has it, or the game went on."""
        if not self.shared:
            return True
        now = self.clock()
        free = or_(games.c.thinker.is_(None), games.c.thinker == self.name, games.c.thought < now - _LEASE)
        wanted = update(games).where(games.c.id == id, games.c.number == number, free)
        return await self._change(wanted.values(thinker=self.name, thought=now)) > 0

    async def renew(self, thinking: Collection[str]) -> None:
        """Renew this process's leases of these games.

        A turn that this process dropped while the database was down becomes free after a while. Locked rows are skipped
        to avoid deadlocks with a group of moves being stored.
        """
        if self.shared and thinking:
            taken = select(games.c.id).where(games.c.thinker == self.name, games.c.id.in_(thinking))
            mine = taken.with_for_update(skip_locked=True, key_share=True)
            await self._change(update(games).where(games.c.id.in_(mine)).values(thought=self.clock()))

    async def put_off(self, id: str, number: int, seconds: float) -> None:
        """Give back a failed turn; no process takes it for some seconds."""
        wanted = update(games).where(games.c.id == id, games.c.number == number)
        await self._change(wanted.values(thinker=None, thought=None, due=self.clock() + seconds))

    async def offer(self, id: str, number: int) -> None:
        """Let any process take a turn while this one is busy."""
        wanted = update(games).where(games.c.id == id, games.c.number == number, games.c.thinker == self.name)
        await self._change(wanted.values(thinker=None, thought=None))

    async def give_back(self) -> None:
        """Give back all leases before this process ends."""
        if self.shared:
            mine = update(games).where(games.c.thinker == self.name)
            await self._change(mine.values(thinker=None, thought=None))

    async def waiting(self, busy: bool = False) -> list[str]:
        """Return games whose computer's turn has waited some seconds, or more if this process is ``busy``."""
        now, patience = self.clock(), _PATIENCE_WHEN_BUSY if busy else _PATIENCE
        nobody = or_(games.c.thought.is_(None), games.c.thought < now - _LEASE)
        wanted = select(games.c.id).where(games.c.due < now - patience, nobody).order_by(games.c.due).limit(100)
        return await self._values(wanted)
