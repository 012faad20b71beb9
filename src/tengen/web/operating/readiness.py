"""Readiness of a server for monitors, part by part."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Final, Literal

from ...records import Text
from ..engine import EnginePool
from ..store import Store
from ..store.notifications import NotificationListener
from ..store.sqlite import DatabaseDisk

Part = Literal["database", "disk", "engine", "servers", "outside"]
FAILING: Final[Mapping[Part, Text]] = {
    "database": Text("The database does not answer."),
    "disk": Text("The database's disk cannot be written to, or has less than 50 MB left."),
    "engine": Text("No worker of the engine is ready."),
    "servers": Text("The other servers cannot be heard."),
    "outside": Text(
        "The stronger engine does not run. Tengen's own engine plays in its place, and it is tried again every minute."
    ),
}
"""Messages for failing parts."""
SPARED: Final[frozenset[Part]] = frozenset(("outside",))
"""Parts that a server can do without: Tengen's engine stands in for a stronger one."""
_PATIENCE: Final = 2.0
"""The time limit for the database's answer, in seconds."""
_FRESH: Final = 2.0
"""Seconds for which a check of the disk is valid, so that frequent requests do not write each time."""


class Readiness:
    """Checks the parts that playing and storing games need; parts that a server lacks are left out."""

    def __init__(self, store: Store, engine: EnginePool, listener: NotificationListener) -> None:
        self._store, self._engine, self._listener = store, engine, listener
        self._disk = DatabaseDisk.of(store.engine)
        self._looked: tuple[float, bool] | None = None

    async def parts(self) -> dict[Part, bool]:
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._store.check()
            answers = True
        except Exception:  # any error of the driver
            answers = False
        found: dict[Part, bool] = {"database": answers, "engine": self._engine.alive}
        if self._disk is not None:
            now = time.monotonic()
            if self._looked is None or now - self._looked[0] > _FRESH:
                self._looked = now, await asyncio.to_thread(self._disk.is_writable)
            found["disk"] = self._looked[1]
        if self._store.shared:
            found["servers"] = self._listener.connected.is_set()
        if self._engine.outside is not None:
            found["outside"] = self._engine.outside.state == "runs"
        return found

    @property
    def starting(self) -> tuple[Part, ...]:
        """The parts that are still starting while games go on."""
        outside = self._engine.outside
        found: dict[Part, bool] = {
            "engine": self._engine.starting,
            "outside": outside is not None and outside.state == "starting",
        }
        return tuple(part for part, starts in found.items() if starts)
