"""What keeps the pauses of the event loop short: Python looks for garbage in small parts, and threads give way soon.

Nearly all that a server lets go of is freed at once, being in no cycle. A look for cycles in all of memory takes half a
second with a thousand games, so what a look has found in use is left out of the next ones, until nobody waits.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import Callable, Mapping
from typing import Final

_OBJECTS: Final = (2_000, 10, 3)
"""Of the three generations: a look at the oldest comes after some 60,000 further objects, and takes 10 ms."""
_OLDEST: Final = 2
_TURN: Final = 0.001
"""Seconds after which a thread that computes lets the event loop go on, which may ask that of it for every step."""
_LOOK: Final = 5.0
_IDLE: Final = 10.0
"""Seconds without anybody after which all of memory is looked through."""
_EVERY: Final = 600.0
"""Seconds between two looks through all of memory at least."""


def keep_short() -> None:
    """Let this process do so from now on; what it holds already is left out."""
    gc.freeze()
    gc.set_threshold(*_OBJECTS)
    gc.enable()
    if _leave_out not in gc.callbacks:
        gc.callbacks.append(_leave_out)
    sys.setswitchinterval(_TURN)


def _leave_out(phase: str, info: Mapping[str, int]) -> None:
    """Leave what was found in use out of the next looks."""
    if phase == "stop" and info["generation"] == _OLDEST:
        gc.freeze()


class IdleLook:
    """Looks through all of memory while nobody waits; ``waiting`` counts the requests and WebSockets that are open."""

    def __init__(self, waiting: Callable[[], int], clock: Callable[[], float] = time.monotonic) -> None:
        self._waiting, self._clock = waiting, clock
        self._busy = self._looked = clock()

    async def run(self) -> None:
        """Look for ever, now and then."""
        while True:
            await asyncio.sleep(_LOOK)
            self.look()

    def look(self) -> bool:
        """Look if nobody was there for a while, and if it was left out long enough; say whether that was so."""
        now = self._clock()
        if self._waiting():
            self._busy = now
        if now - self._busy < _IDLE or now - self._looked < _EVERY or not gc.get_freeze_count():
            return False
        self._looked = now
        gc.unfreeze()
        gc.collect()  # what is in use is left out again, where `keep_short` was called
        return True
