"""The games in memory: loaded once each, changed by events that are stored first, and unloaded.

Clocks get back the time without a server, which is why every server stores regular heartbeats.
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
"""The maximum number of games without viewers that stay in memory."""

_TRIES: Final = 20
"""Attempts to store events while other processes store theirs."""

_AT_ONCE: Final = 10
"""The number of games that get their time back in one commit, for which new viewers have to wait."""

EventMaker = Callable[[Room, float], list[Event]]
"""Returns the events for a room at a time, or raises `IntentRefused`."""

log: Final = logging.getLogger("tengen.web")


class Downtime:
    """The time since the last heartbeat of a server, until all games have got it back.

    It includes times when the machine slept, the process was stopped, or nothing could be stored, and steps of the
    machine's clock (negative if it was set back). A game gets its time back when it is loaded, or before its next
    event. ``has_ended``: a heartbeat may be stored, since no game would then lose time if this server were killed. With
    several processes on a database, another may have run since its last heartbeat.
    """

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store, self._clock = store, clock
        self._since = 0.0
        self.left: set[str] = set()  # the games that have not got it back yet
        self._missed = False
        self._beginning = asyncio.Lock()
        self.has_ended: bool = False

    async def begin(self) -> None:
        """Find the time without a server, and the games whose clocks were stopped then."""
        self.pulse()
        before = await self._store.last_beat()
        if before is not None and abs(self._clock() - before) >= (GAP if self._store.shared else 0.0):
            self._since, self.left = before, set(await self._store.timed())
        self._missed, self.has_ended = False, False

    def pulse(self) -> None:
        """Record that this process runs, or that it had stopped."""
        self._missed = self._store.missed() or self._missed

    async def look(self) -> None:
        """Begin if this process was stopped for a while, or the clock was set."""
        self.pulse()
        if self._missed:
            async with self._beginning:
                if self._missed:
                    log.warning("this server stood still, or its clock was set; the games get their time back")
                    await self.begin()

    def owed(self, live: LiveGame, now: float) -> list[Event]:
        """Return the event that returns the time without a server to the side to move, if it is due.

        That is the time since the last heartbeat or, if later, since the game's last event.
        """
        room = live.room
        if live.id not in self.left or room.turn_began is None or room.paused is not None:
            return []
        last = self._since if room.last_event is None else max(self._since, room.last_event.at)
        seconds = now - max(last, room.turn_began)
        return [TimeReturned(now, seconds)] if seconds else []

    async def end(self) -> None:
        """Store a heartbeat: all games have their time back."""
        await self._store.beat(self._clock())
        self.has_ended = not self.left


class LoadedGames:
    """The games of a process by id, one object each, synchronized with other processes on the same store.

    Each of ``followers`` is called for every game that was loaded or has gone on. Each of ``stored`` is called for
    every game that this process has changed, with the room before: actions that must happen once across processes,
    such as notifying a player, belong there.

    A clock that is owed time by ``downtime`` gets it before the game's next event. An unloaded game that is still
    referenced is found and taken in again.
    """

    def __init__(
        self, store: Store, clock: Callable[[], float], downtime: Downtime, scheduler: Scheduler | None = None
    ) -> None:
        self._store, self._clock, self._downtime, self._scheduler = store, clock, downtime, scheduler
        self.followers: Final[list[Callable[[LiveGame], None]]] = []
        self.stored: Final[list[Callable[[LiveGame, Room], None]]] = []
        self.moves: int = 0
        self._games: OrderedDict[str, LiveGame] = OrderedDict()
        self._known: WeakValueDictionary[str, LiveGame] = WeakValueDictionary()  # also unloaded, referenced ones
        self._loading: dict[str, asyncio.Task[LiveGame | None]] = {}
        self._closed = False

    # -- found and let go of -------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._games)

    @property
    def viewers(self) -> int:
        return sum(len(live.listeners) for live in self._games.values())

    def thought_about(self) -> list[str]:
        """Return the games whose computer's turn this process handles, or leaves to another one."""
        return [live.id for live in list(self._known.values()) if live.thinking is not None]

    def listed(self) -> list[tuple[str, LiveGame]]:
        """Return the games in memory that the lobby shows, with their ids."""
        return [(id, live) for id, live in self._games.items() if live.listed]

    def known(self, id: str) -> LiveGame | None:
        """Return a game if it is in memory, else None."""
        return self._known.get(id)

    async def find(self, id: str) -> LiveGame | None:
        """Return a game from memory or from the store; None if it does not exist."""
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
        """Return a game; None if it has been deleted or its stored events cannot be opened."""
        try:
            return await self.find(id)
        except (StoreTrouble, SQLAlchemyError, OSError):
            raise  # the database failed, and the game may be intact: try again
        except Exception:  # one broken game must not stop the clocks of all others
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
        if not live.room.game.board.surface:  # other boards need a layout first
            await in_thread(live.room.game.svg)
        await self._give_back(live)
        self._keep(live)
        if self._store.shared:
            await self.catch_up(id)  # another process may have changed it unnoticed
        self._call_followers(live)
        return live

    def add(self, live: LiveGame) -> None:
        self._keep(live)
        self._call_followers(live)

    def hold(self, live: LiveGame) -> None:
        """Note that a game is in use; take it in again if it was unloaded."""
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
        """Unload a game for good, and return it; None if it is not in memory."""
        live = self._known.pop(id, None)
        self._games.pop(id, None)
        if live is not None:
            live.stop_timer()
        return live

    async def close(self) -> None:
        """Stop the timers of all games, and the loading of games, which would go on until its threads have ended."""
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
        """Store the events of ``make``, and then apply them to the game.

        Returns the number of events afterwards. A repeated ``intent`` is not carried out again. While nothing can be
        stored, only ``recovering`` calls try: clocks are corrected before the next move. After a StoreTrouble the game
        is unchanged.
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
        """Store events and apply them, to the end even if the client goes away."""
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
        """Remove the names of the players in these seats from a game in memory, as the store has."""
        async with live.lock:
            live.room = live.room.without_names(colours)
        live.tell()

    async def catch_up(self, id: str) -> None:
        """Load what another process has stored of a game in memory."""
        live = self._known.get(id)
        if live is not None:
            async with live.lock:
                await self._take_over(live)

    async def catch_up_all(self) -> None:
        """Load what other processes have stored, as after a lost connection."""
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
        """Give all remaining games their time back, and only then store a heartbeat.

        A game that cannot be opened, and so cannot be played, does not hold up the others.
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
        if self._downtime.owed(live, self._clock()):
            await self.append(live, lambda room, now: [], recovering=True)
        self._downtime.left.discard(live.id)
