"""How events become part of a game: found valid, stored, and only then applied."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Final

from ...records import Colour
from ..rooms import Event, IntentRefused, Room
from ..rooms.events import Moved
from ..store import EventAppend, EventConflict, Store
from .downtime import Downtime
from .live_game import LiveGame

_TRIES: Final = 20
Judge = Callable[[Room, float], list[Event]]
"""Says which events are right in a room as it stands at a time; raises `IntentRefused` where none are."""


class GameLog:
    """Writes the events of all games of a process, in step with other processes that write to the same store.

    ``changed`` is called for every game that has gone on, after its listeners. Each of ``stored`` is called for every
    game that has gone on by this process and no other, with the room as it was before: whatever is to happen once,
    however many processes there are, such as telling a player that it is their turn, belongs there.

    A clock that is owed time by ``downtime`` gets it before anything else happens in the game.
    """

    def __init__(
        self, store: Store, clock: Callable[[], float], changed: Callable[[LiveGame], None], downtime: Downtime
    ) -> None:
        self._store, self._clock, self._changed, self._downtime = store, clock, changed, downtime
        self.stored: list[Callable[[LiveGame, Room], None]] = []
        self.moves: int = 0

    async def add(self, live: LiveGame, judge: Judge, intent: str | None = None, *, recovering: bool = False) -> int:
        """Store the events that ``judge`` finds right, and only then make them part of the game.

        Returns how many events there are then. An ``intent`` that was carried out already is not carried out again.
        While nothing can be stored only what is ``recovering`` tries: clocks are put right before anybody moves.

        Raises:
            StoreTrouble: nothing can be stored now; the game is as it was.
        """
        async with live.lock:
            for _ in range(_TRIES):
                if intent is not None and intent in live.intents:
                    return live.room.number
                if self._store.trouble is not None and not recovering:
                    raise self._store.trouble
                await self._downtime.look()
                now = self._clock()
                owed = self._downtime.owed(live, now)
                happened = [*owed, *judge(live.room.after(owed) if owed else live.room, now)]
                if not happened:
                    return live.room.number
                try:
                    await self._append(live, happened, intent)
                except EventConflict:
                    await self._take_over(live)
                    continue
                self._downtime.given(live)
                self._tell(live)
                return live.room.number
        raise IntentRefused("stale")

    async def give_back(self, live: LiveGame) -> None:
        """Give a game its time back, if it is yet to get it."""
        if self._downtime.owed(live, self._clock()):
            await self.add(live, lambda room, now: [], recovering=True)
        self._downtime.given(live)

    async def forget_names(self, live: LiveGame, colours: Collection[Colour]) -> None:
        """Let a game in memory not name any more who sits in these seats; the store does not either."""
        async with live.lock:
            live.room = live.room.without_names(colours)
        live.tell()

    async def catch_up(self, live: LiveGame) -> None:
        """Take over what another process has stored."""
        async with live.lock:
            await self._take_over(live)

    async def _take_over(self, live: LiveGame) -> None:
        found = await self._store.since(live.id, live.room.number)
        for event, intent in found:
            if intent:
                live.intents[intent] = live.room.number
            live.room.apply(event)
        if found:
            self._tell(live)

    async def _append(self, live: LiveGame, happened: Sequence[Event], intent: str | None) -> None:
        """Store events and apply them; a client that goes away meanwhile does not leave this half done."""
        number = live.room.number
        after = live.room.after(happened)
        wanted = EventAppend(live.id, number, happened, intent, after.phase, after.deadline, after.computer_is_due)
        work = asyncio.ensure_future(self._store.append(wanted))
        try:
            await asyncio.shield(work)
        except asyncio.CancelledError:
            with suppress(Exception):
                await work
                await self._take_over(live)
            raise
        if intent is not None:
            live.intents[intent] = number
        before, live.room = live.room, after
        self.moves += sum(isinstance(event, Moved) for event in happened)
        for hear in self.stored:
            hear(live, before)

    def _tell(self, live: LiveGame) -> None:
        live.tell()
        self._changed(live)
