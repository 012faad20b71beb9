"""The games in memory: found or loaded once each, gone on with by events that are stored first, and let go of.

The time without a server is given back to their clocks, and every server says from time to time that it lives.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from itertools import islice
from typing import Final
from weakref import WeakValueDictionary

from sqlalchemy.exc import SQLAlchemyError

from ...records import Colour
from ..rooms import Event, IntentRefused, Room
from ..rooms.events import Moved, TimeReturned
from ..scheduler.scheduler import Scheduler
from ..scheduler.threads import in_thread
from ..store import EventAppend, EventConflict, Store, StoreTrouble
from ..store.clocks import GAP
from ..visitors import is_id
from .game_request import lay_out
from .live_game import LiveGame, room_of

_KEPT: Final = 500
"""Games that stay in memory while nobody looks at them."""

_TRIES: Final = 20
"""Tries to store events while other processes store theirs."""

_AT_ONCE: Final = 10
"""Games that get their time back together, in one commit; who comes to a game meanwhile waits for those."""

EventMaker = Callable[[Room, float], list[Event]]
"""Returns the events that are right in a room as it stands at a time; raises `IntentRefused` where none are."""

log: Final = logging.getLogger("tengen.web")


class Downtime:
    """The time since the last sign of life of a server, for as long as some games are yet to get it back.

    There was no server, too, while the machine slept, the process was stopped, or nothing could be stored; a step of
    the machine's clock is such a time, which is negative if the clock was set back. A game gets its time back when it
    comes into memory, or with whatever happens in it next. ``has_ended``: a sign of life may be given, as no game would
    lose time by it if this server were killed. Where several processes share a database, another may have lived on
    since its own last word.
    """

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store, self._clock = store, clock
        self._since = 0.0
        self.left: set[str] = set()  # the games that are yet to get it back
        self._missed = False
        self._beginning = asyncio.Lock()
        self.has_ended: bool = False

    async def begin(self) -> None:
        """Find how long no server ran, and which games' clocks stood still during that time."""
        self.pulse()
        before = await self._store.last_beat()
        if before is not None and abs(self._clock() - before) >= (GAP if self._store.shared else 0.0):
            self._since, self.left = before, set(await self._store.timed())
        self._missed, self.has_ended = False, False

    def pulse(self) -> None:
        """Note that this process runs, and whether it did not."""
        self._missed = self._store.missed() or self._missed

    async def look(self) -> None:
        """Begin if this process did not run for a while, or its clock was set."""
        self.pulse()
        if self._missed:
            async with self._beginning:
                if self._missed:
                    log.warning("this server stood still, or its clock was set; the games get their time back")
                    await self.begin()

    def owed(self, live: LiveGame, now: float) -> list[Event]:
        """Return the event that gives the side to move back the time without a server, if it is yet to get it.

        That is the time since the last sign of life or, if it came later, the game's last event.
        """
        room = live.room
        if live.id not in self.left or room.turn_began is None or room.paused is not None:
            return []
        last = self._since if room.last_event is None else max(self._since, room.last_event.at)
        seconds = now - max(last, room.turn_began)
        return [TimeReturned(now, seconds)] if seconds else []

    async def end(self) -> None:
        """Give a sign of life: all games have their time back."""
        await self._store.beat(self._clock())
        self.has_ended = not self.left


class LoadedGames:
    """The games of a process by id, each of them one object, in step with other processes that use the same store.

    Each of ``followers`` is called for every game that has come into memory or gone on. Each of ``stored`` is called
    for every game that has gone on by this process and no other, with the room as it was before: whatever is to happen
    once, however many processes there are, such as telling a player that it is their turn, belongs there.

    A clock that is owed time by ``downtime`` gets it before anything else happens in the game. A game that was let go
    of and that somebody still holds is found again, and comes in again.
    """

    def __init__(
        self, store: Store, clock: Callable[[], float], downtime: Downtime, scheduler: Scheduler | None = None
    ) -> None:
        self._store, self._clock, self._downtime, self._scheduler = store, clock, downtime, scheduler
        self.followers: Final[list[Callable[[LiveGame], None]]] = []
        self.stored: Final[list[Callable[[LiveGame, Room], None]]] = []
        self.moves: int = 0
        self._games: OrderedDict[str, LiveGame] = OrderedDict()
        self._known: WeakValueDictionary[str, LiveGame] = WeakValueDictionary()  # also those that only somebody holds
        self._loading: dict[str, asyncio.Task[LiveGame | None]] = {}
        self._closed = False

    # -- found and let go of -------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._games)

    @property
    def viewers(self) -> int:
        """How many connections look at a game."""
        return sum(len(live.listeners) for live in self._games.values())

    def thought_about(self) -> list[str]:
        """Return the games whose computer's turn this process thinks about, or waits for another one to."""
        return [live.id for live in list(self._known.values()) if live.thinking is not None]

    def listed(self) -> list[tuple[str, LiveGame]]:
        """Return the games in memory that the lobby shows, by their names."""
        return [(id, live) for id, live in self._games.items() if live.listed]

    def known(self, id: str) -> LiveGame | None:
        """Return a game that is in memory; None: it is not."""
        return self._known.get(id)

    async def find(self, id: str) -> LiveGame | None:
        """Return a game, from memory or from the store; None: there is no such game."""
        if not is_id(id):
            return None
        known = self._known.get(id)
        if known is not None:
            self.hold(known)
            return known
        if id not in self._loading:
            if self._closed:
                raise StoreTrouble("no-database", "this server ends")
            self._loading[id] = asyncio.ensure_future(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def find_whole(self, id: str) -> LiveGame | None:
        """Return a game; None: there is none any more, or what is stored of it cannot be opened."""
        try:
            return await self.find(id)
        except (StoreTrouble, SQLAlchemyError, OSError):
            raise  # it is the database that fails, and the game may be whole: it is tried again
        except Exception:  # whatever is wrong with one game must not stop the clocks of all others
            log.exception("a game that was left cannot be opened", extra={"game": id})
            return None

    async def _load(self, id: str) -> LiveGame | None:
        async with self._store.pages.slot():
            stored = await self._store.load(id)
        if stored is None:
            return None
        live = LiveGame(stored.id, await in_thread(room_of, stored), stored.listed)
        live.intents = stored.intents
        if self._scheduler is not None:
            await lay_out(self._scheduler, live.room.game.board)
        if not live.room.game.board.surface:  # only squares are drawn at once
            await in_thread(live.room.game.svg)
        await self._give_back(live)
        self._keep(live)
        if self._store.shared:
            await self.catch_up(id)  # another process may have spoken of it while nobody here listened
        self._call_followers(live)
        return live

    def add(self, live: LiveGame) -> None:
        """Take a game in."""
        self._keep(live)
        self._call_followers(live)

    def hold(self, live: LiveGame) -> None:
        """Note that a game is in use; take it in again if it was let go of."""
        if live.id in self._games:
            self._games.move_to_end(live.id)
        else:
            self.add(live)

    def _keep(self, live: LiveGame) -> None:
        self._games[live.id] = self._known[live.id] = live
        for id in [id for id, each in self._games.items() if not each.listeners and each.thinking is None]:
            if len(self._games) <= _KEPT:
                break
            if id != live.id:
                self._games.pop(id).stop_timer()

    def forget(self, id: str) -> LiveGame | None:
        """Let go of a game for good, and return it; None: it is not in memory."""
        live = self._known.pop(id, None)
        self._games.pop(id, None)
        if live is not None:
            live.stop_timer()
        return live

    async def close(self) -> None:
        """Stop the timers of all games, and whatever is being loaded: nobody waits for it any more.

        Left to itself it would go on until the threads that it needs have ended.
        """
        self._closed = True
        for live in self._games.values():
            live.stop_timer()
        loading = [*self._loading.values()]
        for task in loading:
            task.cancel()
        await asyncio.gather(*loading, return_exceptions=True)

    # -- gone on with --------------------------------------------------------------------------------------------------

    async def append(
        self, live: LiveGame, make: EventMaker, intent: str | None = None, *, recovering: bool = False
    ) -> int:
        """Store the events that ``make`` finds right, and only then make them part of the game.

        Returns how many events there are then. An ``intent`` that was carried out already is not carried out again.
        While nothing can be stored only what is ``recovering`` tries: clocks are put right before anybody moves. With a
        StoreTrouble the game is as it was.
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
                happened = [*owed, *make(live.room.after(owed) if owed else live.room, now)]
                if not happened:
                    return live.room.number
                try:
                    await self._store_events(live, happened, intent)
                except EventConflict:
                    await self._take_over(live)
                    continue
                self._downtime.left.discard(live.id)
                self._tell(live)
                return live.room.number
        raise IntentRefused("stale")

    async def _store_events(self, live: LiveGame, happened: Sequence[Event], intent: str | None) -> None:
        """Store events and apply them; a client that goes away meanwhile does not leave this half done."""
        number = live.room.number
        after = live.room.after(happened)
        turned = after.sides != live.room.sides
        wanted = EventAppend(
            live.id, number, happened, intent, after.phase, after.deadline, after.computer_is_due, turned=turned
        )
        work = asyncio.ensure_future(self._store.writer.append(wanted))
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

    async def forget_names(self, live: LiveGame, colours: Collection[Colour]) -> None:
        """Let a game in memory not name any more who sits in these seats; the store does not either."""
        async with live.lock:
            live.room = live.room.without_names(colours)
        live.tell()

    async def catch_up(self, id: str) -> None:
        """Take over what another process has stored of a game that is in memory."""
        live = self._known.get(id)
        if live is not None:
            async with live.lock:
                await self._take_over(live)

    async def catch_up_all(self) -> None:
        """Take over whatever other processes have stored, as after a lost connection."""
        for id in tuple(self._known):
            await self.catch_up(id)

    async def _take_over(self, live: LiveGame) -> None:
        found = await self._store.since(live.id, live.room.number)
        for event, intent in found:
            if intent:
                live.intents[intent] = live.room.number
            live.room.apply(event)
        if found:
            self._tell(live)

    def _tell(self, live: LiveGame) -> None:
        live.tell()
        self._call_followers(live)

    def _call_followers(self, live: LiveGame) -> None:
        for follow in self.followers:
            follow(live)

    # -- the time without a server -------------------------------------------------------------------------------------

    async def take_up(self) -> None:
        """Give all games that are left their time back, and only then a sign of life.

        One that cannot be opened, so that nobody can move in it, does not hold up the others.
        """
        await self._downtime.look()
        while some := tuple(islice(self._downtime.left, _AT_ONCE)):
            ended = await asyncio.gather(*(self._take_up(id) for id in some), return_exceptions=True)
            if failed := next((each for each in ended if each is not None), None):
                raise failed
            await self._downtime.look()
        await self._downtime.end()

    async def _take_up(self, id: str) -> None:
        live = await self.find_whole(id)
        if live is not None:
            await self._give_back(live)
        self._downtime.left.discard(id)

    async def _give_back(self, live: LiveGame) -> None:
        """Give a game its time back, if it is yet to get it."""
        if self._downtime.owed(live, self._clock()):
            await self.append(live, lambda room, now: [], recovering=True)
        self._downtime.left.discard(live.id)
