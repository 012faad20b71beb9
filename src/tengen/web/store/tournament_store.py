"""The table of tournaments. Each is changed as a whole, by one who has read its latest version."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sqlalchemy import insert, or_, select, update

from .channels import notify
from .people import NAME, WITH_ACCOUNT
from .schema import browsers, tournaments, visitors
from .seats import NewGameRow, insert_game
from .statements import Statements

TOURNAMENT_CHANNEL: Final = "tengen_tournament"
"""Names tournaments that have changed."""


class TournamentStore(Statements):
    """What is kept of tournaments."""

    async def add(self, id: str, body: str) -> None:
        await self._change(insert(tournaments).values(id=id, body=body, version=0))

    async def find(self, id: str) -> tuple[str, int] | None:
        """Return a tournament as it is kept, and its version."""
        row = await self._row(select(tournaments).where(tournaments.c.id == id))
        return None if row is None else (row.body, row.version)

    async def change(self, id: str, version: int, body: str, new: NewGameRow | None = None) -> bool:
        """Keep a changed tournament, and a ``new`` game of it; False: someone else has changed that version."""
        mine = update(tournaments).where(tournaments.c.id == id, tournaments.c.version == version)
        async with self.engine.begin() as connection:
            if not (await connection.execute(mine.values(body=body, version=version + 1))).rowcount:
                return False
            if new is not None:
                await connection.run_sync(insert_game, new, self.clock())
            await notify(connection, TOURNAMENT_CHANNEL, [id])
        return True

    async def players(self, some: Collection[str]) -> dict[str, tuple[str | None, str | None]]:
        """Return names and accounts by visitor, of those who have not been deleted."""
        wanted = select(visitors.c.id, NAME, browsers.c.account).select_from(WITH_ACCOUNT)
        return {row.id: (row.name, row.account) for row in await self._rows(wanted.where(visitors.c.id.in_(some)))}

    async def of_visitors(self, some: Collection[str]) -> list[str]:
        """Return the tournaments that visitors organise or play in."""
        return await self._values(select(tournaments.c.id).where(or_(*map(tournaments.c.body.contains, some))))
