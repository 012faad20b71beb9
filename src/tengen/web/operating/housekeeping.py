"""What a server does for its database every minute: what nobody misses goes, in small pieces; its size is measured."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from ..scheduler.tasks import TaskSet
from ..settings import Settings
from ..store import Store
from ..visitors import new_id

log: Final = logging.getLogger("tengen.web")

_EVERY: Final = 60.0
_AT_ONCE: Final = 50
"""Games that are deleted together: that takes some milliseconds, in which nothing else is written."""
_PAUSE: Final = 0.2
_LOOKED_AT: Final = 2_000
"""Visitors who are looked at every minute: three million in a day."""
_PASSED_BY: Final = 7 * 24 * 3600.0
"""Seconds after which a visitor goes who owns nothing: their next visit is a first one."""
_WARNING: Final = 0.9
"""The share of the room for the database from which on the log warns."""


class Housekeeping:
    """Keeps the database as small as the settings want it; ``full`` says that nothing new is to be begun."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._keep, self._most = store, settings.keep_games, settings.database_bytes
        self._tasks = TaskSet()
        self._looked = new_id()  # anywhere among the visitors: a server that is often started comes to all of them
        self.size: int = 0

    @property
    def full(self) -> bool:
        """Whether the database is as large as it may be."""
        return self.size >= self._most

    def open(self) -> None:
        self._tasks.repeat(self.tidy, _EVERY, "housekeeping failed; trying again")

    async def close(self) -> None:
        """Stop; what is being deleted is deleted or stays, as a whole."""
        await self._tasks.stop()

    async def tidy(self) -> None:
        """Delete what nobody misses, and measure."""
        while self._keep is not None and (count := await self._store.retention.delete_old_games(self._keep, _AT_ONCE)):
            log.info("old games were deleted", extra={"count": count})
            await asyncio.sleep(_PAUSE)
        if self._keep is not None and (count := await self._store.retention.delete_old_variants(self._keep)):
            log.info("shared variants were deleted", extra={"count": count})
        if self._keep is not None and (count := await self._store.retention.delete_old_tournaments(self._keep)):
            log.info("old tournaments were deleted", extra={"count": count})
        await self.look_at_visitors()
        self.size = await self._store.retention.size()
        if self.size >= _WARNING * self._most:
            log.warning("the database is nearly as large as it may be", extra={"bytes": self.size, "most": self._most})

    async def look_at_visitors(self) -> None:
        """Delete, among the next visitors, those who own nothing and have not come for a week."""
        last, count = await self._store.retention.delete_passers_by(self._looked, _LOOKED_AT, _PASSED_BY)
        self._looked = last or ""
        if count:
            log.info("visitors who own nothing were deleted", extra={"count": count})
