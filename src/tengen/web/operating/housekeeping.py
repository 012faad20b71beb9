"""Housekeeping of the database every minute: old items are deleted in small batches, and its size is measured."""

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
"""Games deleted in one batch, which blocks other writes for some milliseconds."""
_PAUSE: Final = 0.2
_LOOKED_AT: Final = 2_000
"""Visitors checked every minute: three million a day."""
_PASSED_BY: Final = 7 * 24 * 3600.0
"""Seconds after which a visitor who owns nothing is deleted."""
_WARNING: Final = 0.9
"""The share of the database's size limit at which the log warns."""


class Housekeeping:
    """Keeps the database within the limits of the settings; if it is ``full``, nothing new may start."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._keep, self._most = store, settings.keep_games, settings.database_bytes
        self._tasks = TaskSet()
        self._looked = new_id()  # a random start, so that a server that restarts often checks all visitors
        self.size: int = 0

    @property
    def full(self) -> bool:
        """Whether the database has reached its size limit."""
        return self.size >= self._most

    def open(self) -> None:
        self._tasks.repeat(self.tidy, _EVERY, "housekeeping failed; trying again")

    async def close(self) -> None:
        """Stop; a running deletion is completed or undone."""
        await self._tasks.stop()

    async def tidy(self) -> None:
        """Delete old items, and measure the size."""
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
