"""Whether a server can do what it is there for: part by part, as monitors ask."""

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
"""What to say of a part that fails."""
SPARED: Final[frozenset[Part]] = frozenset(("outside",))
"""The parts without which a server is ready, if not as it should be: Tengen's own engine stands in for another one."""
_PATIENCE: Final = 2.0
"""Seconds in which the database has to answer."""
_FRESH: Final = 2.0
"""Seconds for which what was found of the disk is believed: whoever asks often does not have it written to as often."""


class Readiness:
    """Looks after the parts without which games are not played or not kept; a part that a server lacks is none."""

    def __init__(self, store: Store, engine: EnginePool, listener: NotificationListener) -> None:
        self._store, self._engine, self._listener = store, engine, listener
        self._disk = DatabaseDisk.of(store.engine)
        self._looked: tuple[float, bool] | None = None

    async def parts(self) -> dict[Part, bool]:
        """Return of each part whether it does what it should."""
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._store.check()
            answers = True
        except Exception:  # whatever the driver raises
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
        """The parts that are getting ready while games go on already: the computer thinks a little later."""
        outside = self._engine.outside
        found: dict[Part, bool] = {
            "engine": self._engine.starting,
            "outside": outside is not None and outside.state == "starting",
        }
        return tuple(part for part, starts in found.items() if starts)
