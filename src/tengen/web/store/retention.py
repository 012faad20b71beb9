"""Deletion of old items, and the size of the database."""

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
    async def delete_old_games(self, seconds: float, most: int) -> int:
        """Delete up to ``most`` unrated games without accounts that ended so long ago; return how many."""
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
        """Delete unpublished variants not shared or opened for that long; return how many."""
        unpublished = variants.c.id.not_in(select(publications.c.id))
        return await self._change(delete(variants).where(variants.c.created < self.clock() - seconds, unpublished))

    async def delete_old_tournaments(self, seconds: float) -> int:
        """Delete tournaments unchanged for so long without accounts or unfinished games; return how many."""
        theirs = exists().where(members.c.tournament == tournaments.c.id)
        known = theirs.where(members.c.visitor == browsers.c.visitor)
        going = theirs.where(members.c.visitor == grants.c.visitor, grants.c.game == games.c.id)
        going = going.where(games.c.phase != "over", games.c.setting.contains(tournaments.c.id))
        old = tournaments.c.updated < self.clock() - seconds
        return await self._change(delete(tournaments).where(old, ~known, ~going))

    async def delete_passers_by(self, after: str, most: int, seconds: float) -> tuple[str | None, int]:
        """Delete visitors who own nothing and have not come for that long, among the ``most`` after an id.

        Returns the id after which to continue (None at the end), and how many were deleted.
        """
        piece = select(visitors.c.id).where(visitors.c.id > after).order_by(visitors.c.id).limit(most)
        before = self.clock() - seconds
        unseen = and_(visitors.c.seen < before, visitors.c.created < before)  # an older server does not write `seen`
        columns = (column for table in metadata.sorted_tables for column in table.c)
        theirs = [column for column in columns if any(key.column is visitors.c.id for key in column.foreign_keys)]
        theirs += [reports.c.accused, bans.c.whom]  # may be needed again
        nothing = and_(*(~exists().where(column == visitors.c.id) for column in theirs))
        async with self.engine.begin() as connection:
            last = (await connection.execute(select(func.max(piece.subquery().c.id)))).scalar()
            if last is None:
                return None, 0
            gone = delete(visitors).where(visitors.c.id > after, visitors.c.id <= last, unseen, nothing)
            return last, (await connection.execute(gone)).rowcount

    async def size(self) -> int:
        """Return the size of the database in bytes; SQLite's free pages do not count."""
        (row,) = await self._rows(text(_SIZE[self.engine.dialect.name]))
        return int(row[0])

    async def unfinished(self, visitor: str) -> int:
        """Return the number of unfinished games of a visitor and their account."""
        return await self._value(unfinished(visitor)) or 0
