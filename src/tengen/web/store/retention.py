"""Letting go of old games, and how large the database is."""

from __future__ import annotations

from typing import Final

from sqlalchemy import and_, delete, exists, func, select, text

from .schema import bans, browsers, games, grants, metadata, publications, reports, tournaments, variants, visitors
from .schema import tournament_visitors as members
from .seats import unfinished
from .statements import Statements

_SIZE: Final = {
    "sqlite": "select (page_count - freelist_count) * page_size"
    " from pragma_page_count, pragma_freelist_count, pragma_page_size",
    "postgresql": "select pg_database_size(current_database())",
}


class RetentionStore(Statements):
    """What housekeeping asks of the database."""

    async def delete_old_games(self, seconds: float, most: int) -> int:
        """Delete ``most`` games that ended so long ago, but rated ones and those of accounts; return how many."""
        known = exists().where(grants.c.game == games.c.id, browsers.c.visitor == grants.c.visitor)
        old = (
            select(games.c.id)
            .where(games.c.phase == "over", games.c.updated < self.clock() - seconds, ~known)
            .where(~games.c.setting.contains('"rated": true'))
            .order_by(games.c.updated)
            .limit(most)
        )
        async with self.engine.begin() as connection:
            return (await connection.execute(delete(games).where(games.c.id.in_(old)))).rowcount

    async def delete_old_variants(self, seconds: float) -> int:
        """Delete variants that were not shared or opened for so long, unless they are published; return how many."""
        unpublished = variants.c.id.not_in(select(publications.c.id))
        return await self._change(delete(variants).where(variants.c.created < self.clock() - seconds, unpublished))

    async def delete_old_tournaments(self, seconds: float) -> int:
        """Delete tournaments unchanged for so long, but those of accounts or with games that go on; return how many."""
        theirs = exists().where(members.c.tournament == tournaments.c.id)
        known = theirs.where(members.c.visitor == browsers.c.visitor)
        going = theirs.where(members.c.visitor == grants.c.visitor, grants.c.game == games.c.id)
        going = going.where(games.c.phase != "over", games.c.setting.contains(tournaments.c.id))
        old = tournaments.c.updated < self.clock() - seconds
        return await self._change(delete(tournaments).where(old, ~known, ~going))

    async def delete_passers_by(self, after: str, most: int, seconds: float) -> tuple[str | None, int]:
        """Delete the visitors who own nothing and have not come for so long, among the ``most`` after an id.

        Returns after which id to go on, None at the end, and how many were deleted.
        """
        piece = select(visitors.c.id).where(visitors.c.id > after).order_by(visitors.c.id).limit(most)
        before = self.clock() - seconds
        unseen = and_(visitors.c.seen < before, visitors.c.created < before)  # an older server does not write `seen`
        columns = (column for table in metadata.sorted_tables for column in table.c)
        theirs = [column for column in columns if any(key.column is visitors.c.id for key in column.foreign_keys)]
        theirs += [reports.c.accused, bans.c.whom]  # of whom somebody may ask again
        nothing = and_(*(~exists().where(column == visitors.c.id) for column in theirs))
        async with self.engine.begin() as connection:
            last = (await connection.execute(select(func.max(piece.subquery().c.id)))).scalar()
            if last is None:
                return None, 0
            gone = delete(visitors).where(visitors.c.id > after, visitors.c.id <= last, unseen, nothing)
            return last, (await connection.execute(gone)).rowcount

    async def size(self) -> int:
        """Return how many bytes the database takes; room within it that is free again does not count in SQLite."""
        (row,) = await self._rows(text(_SIZE[self.engine.dialect.name]))
        return int(row[0])

    async def unfinished(self, visitor: str) -> int:
        """Return how many games a visitor and their account have that are not over."""
        return await self._value(unfinished(visitor)) or 0
