"""The tables of tournaments. Each is replaced as a whole, if its version is unchanged."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sqlalchemy import delete, insert, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from .channels import notify
from .people import NAME, WITH_ACCOUNT
from .schema import browsers, games, tournament_visitors, tournaments, visitors
from .seats import NewGameRow, insert_game
from .statements import Statements

TOURNAMENT_CHANNEL: Final = "tengen_tournament"
"""The channel for changed tournaments."""


class TournamentStore(Statements):
    async def add(self, id: str, body: str, people: Collection[str]) -> None:
        async with self.engine.begin() as connection:
            row = {"id": id, "body": body, "version": 0, "updated": self.clock()}
            await connection.execute(insert(tournaments).values(row))
            await _keep_people(connection, id, people)

    async def find(self, id: str) -> tuple[str, int] | None:
        row = await self._row(select(tournaments).where(tournaments.c.id == id))
        return None if row is None else (row.body, row.version)

    async def change(
        self, id: str, version: int, body: str, people: Collection[str], new: NewGameRow | None = None
    ) -> bool:
        """Store a changed tournament, and a ``new`` game of it; False if its version has changed."""
        mine = update(tournaments).where(tournaments.c.id == id, tournaments.c.version == version)
        changed = {"body": body, "version": version + 1, "updated": self.clock()}
        async with self.engine.begin() as connection:
            if not (await connection.execute(mine.values(changed))).rowcount:
                return False
            await _keep_people(connection, id, people)
            if new is not None:
                await connection.run_sync(insert_game, new, self.clock())
            await notify(connection, TOURNAMENT_CHANNEL, [id])
        return True

    async def players(self, some: Collection[str]) -> dict[str, tuple[str | None, str | None]]:
        """Return names and accounts by visitor, without deleted ones."""
        wanted = select(visitors.c.id, NAME, browsers.c.account).select_from(WITH_ACCOUNT)
        return {row.id: (row.name, row.account) for row in await self._rows(wanted.where(visitors.c.id.in_(some)))}

    async def of_visitors(self, some: Collection[str]) -> list[str]:
        """Return the tournaments of these organisers and players."""
        theirs = select(tournament_visitors.c.tournament).where(tournament_visitors.c.visitor.in_(some))
        return await self._values(theirs.distinct())

    async def phases(self, some: Collection[str]) -> dict[str, str]:
        """Return the phases of games by id, without deleted ones."""
        rows = await self._rows(select(games.c.id, games.c.phase).where(games.c.id.in_(some)))
        return {row.id: row.phase for row in rows}


async def _keep_people(connection: AsyncConnection, id: str, people: Collection[str]) -> None:
    """Store the visitors of a tournament, without deleted ones, within a transaction."""
    await connection.execute(delete(tournament_visitors).where(tournament_visitors.c.tournament == id))
    known = select(literal(id), visitors.c.id).where(visitors.c.id.in_(people))
    await connection.execute(insert(tournament_visitors).from_select(["tournament", "visitor"], known))
