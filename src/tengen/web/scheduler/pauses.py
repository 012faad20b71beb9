"""Short pauses of the event loop: small garbage collections, and fast thread switches.

Nearly all objects of a server are freed without the collector. A full collection takes half a second with a thousand
games, so objects found in use are frozen, and full collections wait until the server is idle.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import Callable, Mapping
from typing import Final

_OBJECTS: Final = (2_000, 10, 3)
"""Thresholds of the three generations: the oldest is collected after some 60,000 new objects, in 10 ms."""
_OLDEST: Final = 2
_TURN: Final = 0.001
"""The switch interval in seconds, for which the event loop may wait at every step."""
_LOOK: Final = 5.0
_IDLE: Final = 10.0
"""Seconds of idleness before a full collection."""
_EVERY: Final = 600.0
"""The shortest time between full collections, in seconds."""


def keep_short() -> None:
    """Set up short pauses for this process, and freeze its present objects."""
    gc.freeze()
    gc.set_threshold(*_OBJECTS)
    gc.enable()
    if _leave_out not in gc.callbacks:
        gc.callbacks.append(_leave_out)
    sys.setswitchinterval(_TURN)


def _leave_out(phase: str, info: Mapping[str, int]) -> None:
    """Freeze the objects found in use."""
    if phase == "stop" and info["generation"] == _OLDEST:
        gc.freeze()


class IdleLook:
    """Full collections while the server is idle; ``waiting`` counts the open requests and WebSockets."""

    def __init__(self, waiting: Callable[[], int], clock: Callable[[], float] = time.monotonic) -> None:
        self._waiting, self._clock = waiting, clock
        self._busy = self._looked = clock()

    async def run(self) -> None:
        """Run for ever."""
        while True:
            await asyncio.sleep(_LOOK)
            self.look()

    def look(self) -> bool:
        """Collect if the server is idle and the last collection was long ago; return whether it did."""
        now = self._clock()
        if self._waiting():
            self._busy = now
        if now - self._busy < _IDLE or now - self._looked < _EVERY or not gc.get_freeze_count():
            return False
        self._looked = now
        gc.unfreeze()
        gc.collect()  # freezes objects in use again, after `keep_short`
        return True
