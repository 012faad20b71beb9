"""Clocks that run out: a game ends when its side to move is out of time, whether or not anybody looks at it."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from contextlib import suppress

from ..rooms import Event, Room
from ..scheduler.tasks import TaskSet
from ..store import StoreTrouble
from .game_log import GameLog
from .live_game import LiveGame


class ClockWatch:
    """Sets a timer for the running clock of each game in memory."""

    def __init__(self, log: GameLog, tasks: TaskSet, clock: Callable[[], float]) -> None:
        self._log, self._tasks, self._clock = log, tasks, clock

    def set(self, live: LiveGame) -> None:
        """Set the timer for the clock that runs, if any."""
        live.stop_timer()
        deadline = live.room.deadline
        if deadline is not None and deadline < math.inf:
            delay = max(0.0, deadline - self._clock()) + 0.01
            flag = self._tasks.start
            live.timer = asyncio.get_running_loop().call_later(delay, lambda: flag(self.flag(live)))

    async def flag(self, live: LiveGame) -> None:
        """End a game whose side to move is out of time.

        While nothing can be stored no clock falls: the sweep looks after it when that is over.
        """
        with suppress(StoreTrouble):
            await self._log.add(live, _flagged)


def _flagged(room: Room, now: float) -> list[Event]:
    event = room.overdue(now)
    return [] if event is None else [event]
