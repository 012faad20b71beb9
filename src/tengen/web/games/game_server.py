"""The hall: rooms that are in use, kept in step with the store, with other processes, clocks and the engine."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

from ...records import Colour, TengenError
from ..engine.engine_requests import Thinker, patiently
from ..security import digest, is_id
from ..store import Conflict, Store
from . import Event, Refusal, Room, Setting, read_intent
from .intents import WantEstimate

log = logging.getLogger("tengen.web")

_KEPT: Final = 500
"""Rooms that stay in memory while nobody looks at them."""

_SWEEP: Final = 2.0
"""Seconds between two looks for clocks that have fallen in games nobody looks at."""

_GAP: Final = 5.0
"""Seconds without a word from any of several servers after which there was none."""

_TRIES: Final = 20

_LATER: Final = 60.0
"""Seconds until a turn over which the engine broke down is tried again, if nobody comes before."""

_T = TypeVar("_T")
Listener = Callable[[], None]


class Live:
    """A room in use: its state, the intents it has answered, and who listens."""

    def __init__(self, id: str, room: Room) -> None:
        self.id = id
        self.room = room
        self.intents: dict[str, int] = {}
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.here: dict[Colour, int] = {"black": 0, "white": 0}
        self.thinking: asyncio.Task[None] | None = None
        self.thinking_since: float | None = None
        self.trouble = ""
        self.timer: asyncio.TimerHandle | None = None
        self._made_for: tuple[Room, int] | None = None
        self._made: dict[Hashable, Any] = {}

    def once(self, what: Hashable, make: Callable[[], _T]) -> _T:
        """Return what ``make`` makes of the room as it stands: once, for all who look at it."""
        if self._made_for is None or self._made_for[0] is not self.room or self._made_for[1] != self.room.number:
            self._made_for, self._made = (self.room, self.room.number), {}
        if what not in self._made:
            self._made[what] = make()
        found: _T = self._made[what]
        return found

    @property
    def changed(self) -> float:
        """When something happened last, in seconds since 1970; 0: nothing has yet."""
        return 0.0 if self.room.last_event is None else self.room.last_event.at

    def tell(self) -> None:
        """Let every listener know that something has changed."""
        for listener in tuple(self.listeners):
            listener()


class Hall:
    """All rooms of a server process. What it acknowledges is stored."""

    def __init__(self, store: Store, engine: Thinker, clock: Callable[[], float] = time.time) -> None:
        self.store, self.engine, self.clock = store, engine, clock
        self._rooms: OrderedDict[str, Live] = OrderedDict()
        self._known: WeakValueDictionary[str, Live] = WeakValueDictionary()  # also those that only somebody holds
        self._loading: dict[str, asyncio.Task[Live | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._opened = False
        self.moves = 0

    async def open(self) -> None:
        """Take up the games where they were left; nobody's clock ran while there was no server."""
        await self._forgive(self.clock())
        self._opened = True
        self._spawn(self._sweep())

    async def close(self) -> None:
        """Stop thinking and let go of every room."""
        for live in self._rooms.values():
            if live.timer is not None:
                live.timer.cancel()
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(Exception):  # the database may be what is gone
            await self.store.turns.give_back()
            if self._opened:  # else the time before us is yet to be given back
                await self.store.beat(self.clock())

    @property
    def rooms(self) -> int:
        """How many rooms are in memory."""
        return len(self._rooms)

    @property
    def viewers(self) -> int:
        """How many connections look at a room."""
        return sum(len(live.listeners) for live in self._rooms.values())

    # -- rooms ---------------------------------------------------------------------------------------------------------

    async def create(
        self, id: str, setting: Setting, tokens: dict[Colour, str], owner: str, colours: Collection[Colour]
    ) -> Live:
        """Keep a new game and open its room."""
        live = Live(id, Room(setting))
        await self.store.create(id, setting, tokens, owner, colours, live.room.phase, live.room.computer_is_due)
        self._keep(live)
        self._follow_up(live)
        return live

    async def room(self, id: str) -> Live | None:
        """Return a game's room, from memory or from the store; None: there is no such game."""
        if not is_id(id):
            return None
        known = self._known.get(id)
        if known is not None:
            self._hold(known)
            return known
        if id not in self._loading:
            task = asyncio.ensure_future(self._load(id))
            self._loading[id] = task
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Live | None:
        stored = await self.store.load(id)
        if stored is None:
            return None
        live = await asyncio.to_thread(_replayed, id, stored.setting, stored.events)
        live.intents = stored.intents
        self._keep(live)
        if self.store.shared:
            await self.refresh(id)  # another process may have spoken of it while nobody here listened
        self._follow_up(live)
        return live

    def _hold(self, live: Live) -> None:
        """Keep a room that was let go of, and while somebody held it is the room still; note that it is in use."""
        if live.id in self._rooms:
            self._rooms.move_to_end(live.id)
        else:
            self._keep(live)
            self._follow_up(live)

    def _keep(self, live: Live) -> None:
        self._rooms[live.id] = self._known[live.id] = live
        for id in [id for id, each in self._rooms.items() if not each.listeners and each.thinking is None]:
            if len(self._rooms) <= _KEPT:
                break
            if id != live.id:
                self._forget(id)

    def _forget(self, id: str) -> None:
        live = self._rooms.pop(id)
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None

    async def refresh(self, id: str) -> None:
        """Take over what another process has stored."""
        live = self._known.get(id)
        if live is not None:
            async with live.lock:
                await self._catch_up(live)

    async def refresh_all(self) -> None:
        """Take over whatever other processes have stored, as after a lost connection."""
        for id in tuple(self._known):
            await self.refresh(id)

    async def _catch_up(self, live: Live) -> None:
        found = await self.store.since(live.id, live.room.number)
        for event, intent in found:
            if intent:
                live.intents[intent] = live.room.number
            live.room.apply(event)
        if found:
            self._changed(live)

    # -- intents -------------------------------------------------------------------------------------------------------

    async def intend(
        self, live: Live, seats: Collection[Colour], given: Any, number: int, id: str | None = None
    ) -> int:
        """Carry out an intent of somebody in these seats; return how many events there are then.

        ``id`` is the client's own: an intent that was carried out already for these seats is not carried out again.

        Raises:
            Refusal: it cannot be done. ValidationError: it is no intent.
        """
        intent = read_intent(given) if isinstance(given, dict) else given
        id = None if id is None else _of_seats(seats, id)
        if id in live.intents:  # before the engine is asked: nobody is charged for it
            return live.room.number
        if isinstance(intent, WantEstimate):
            return await self._file(live, await self._estimate(live, seats), id)
        return await self._file(live, lambda room, now: room.answer(seats, intent, number, now), id)

    def has_done(self, live: Live, seats: Collection[Colour], id: str) -> bool:
        """Say whether an intent was carried out already: sent again, it causes no work."""
        return _of_seats(seats, id) in live.intents

    async def join(self, live: Live, colour: Colour, name: str | None) -> None:
        """Note that somebody has come to sit in a seat."""

        def taken(room: Room, now: float) -> list[Event]:
            return [] if room.taken[colour] else [Event("join", now, colour, name=name)]

        await self._file(live, taken, None)

    async def _estimate(self, live: Live, seats: Collection[Colour]) -> Callable[[Room, float], list[Event]]:
        if not seats:
            raise Refusal("not-your-seat")
        if live.room.phase != "counting":
            raise Refusal("over" if live.room.phase == "over" else "not-counting")
        moves = live.room.game.moves
        stones = await self.engine.dead(live.room.game.to_json(), live.id)

        def mark(room: Room, now: float) -> list[Event]:
            if room.phase != "counting" or room.game.moves != moves:
                raise Refusal("stale")
            by = room.game.to_play if room.game.to_play in seats else next(iter(seats))
            return [] if set(stones) == set(room.dead) else [room.mark(stones, by, now)]

        return mark

    async def _file(self, live: Live, judge: Callable[[Room, float], list[Event]], id: str | None) -> int:
        """Store the events that ``judge`` finds right, and only then make them part of the room."""
        async with live.lock:
            for _ in range(_TRIES):
                if id is not None and id in live.intents:
                    return live.room.number
                happened = judge(live.room, self.clock())
                if not happened:
                    return live.room.number
                try:
                    await self._store(live, happened, id)
                except Conflict:
                    await self._catch_up(live)
                    continue
                self._changed(live)
                return live.room.number
        raise Refusal("stale")

    async def _store(self, live: Live, happened: Sequence[Event], id: str | None) -> None:
        """Store events and apply them; a client that goes away meanwhile does not leave it half done."""
        number = live.room.number
        after = live.room.after(happened)
        due = after.computer_is_due
        work = asyncio.ensure_future(self.store.append(live.id, number, happened, id, after.phase, after.deadline, due))
        try:
            await asyncio.shield(work)
        except asyncio.CancelledError:
            with suppress(Exception):
                await work
                await self._catch_up(live)
            raise
        if id is not None:
            live.intents[id] = number
        live.room = after
        self.moves += sum(event.kind == "move" for event in happened)

    def _changed(self, live: Live) -> None:
        live.tell()
        self._follow_up(live)

    # -- what follows of itself ----------------------------------------------------------------------------------------

    def _follow_up(self, live: Live) -> None:
        """Set the timer for the clock that runs, and let the computer think where it is due."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        deadline = live.room.deadline
        if deadline is not None and deadline < float("inf"):
            delay = max(0.0, deadline - self.clock()) + 0.01
            loop = asyncio.get_running_loop()
            live.timer = loop.call_later(delay, lambda: self._spawn(self._flag(live)))
        self._consider(live)

    async def _flag(self, live: Live) -> None:
        def judge(room: Room, now: float) -> list[Event]:
            event = room.overdue(now)
            return [] if event is None else [event]

        await self._file(live, judge, None)

    def look_after(self, live: Live) -> None:
        """Keep a room somebody has come to; let the computer think where another process should have and does not."""
        self._hold(live)
        if live.thinking is None:
            self._consider(live)

    def _consider(self, live: Live) -> None:
        """Start the computer's thinking where it is its turn, and stop what it thinks about an older position."""
        if live.thinking is not None:
            if live.thinking is not asyncio.current_task():
                live.thinking.cancel()
            live.thinking, live.thinking_since = None, None
        if live.room.computer_is_due:
            live.thinking_since = self.clock()
            live.thinking = self._spawn(self._thinks(live))

    async def _thinks(self, live: Live) -> None:
        """Think, or wait while another process does: if that one dies, its turn falls to us."""
        number, colour = live.room.number, live.room.setting.computer
        assert colour is not None
        try:
            live.trouble = ""
            while not await self.store.turns.take(live.id, number):
                await asyncio.sleep(_SWEEP)
                await self.refresh(live.id)
                if live.thinking is not asyncio.current_task():
                    return
            if live.room.phase == "playing":
                await self._computer_moves(live, colour)
            else:
                await self._computer_counts(live, colour)
        except Exception as error:  # a database that is away must not leave the computer silent for ever
            known = isinstance(error, TengenError)
            log.warning("the computer cannot go on", extra={"game": live.id, "why": str(error)}, exc_info=not known)
            live.trouble = str(error) if known else "something went wrong on our side; it is tried again"
            if live.thinking is asyncio.current_task():
                live.thinking, live.thinking_since = None, None
            live.tell()
            await self.store.turns.put_off(live.id, number, _LATER)

    async def _computer_moves(self, live: Live, colour: Colour) -> None:
        room, number = live.room, live.room.number
        level = room.setting.seats[colour].level or 1
        move = await patiently(lambda: self.engine.move(room.game.to_json(), level, live.id))
        wish = {"kind": "resign"} if move == "resign" else {"kind": "move", "move": move}
        with suppress(Refusal):  # the position is another one by now, and thought about anew
            await self._file(live, lambda room, now: room.answer({colour}, read_intent(wish), number, now), None)

    async def _computer_counts(self, live: Live, colour: Colour) -> None:
        """Mark what the computer takes to be dead, and agree to just that."""
        number = live.room.number
        stones = set(await patiently(lambda: self.engine.dead(live.room.game.to_json(), live.id)))

        def judge(room: Room, now: float) -> list[Event]:
            if room.number != number:
                raise Refusal("stale")
            marks = [] if set(room.dead) == stones else [room.mark(stones, colour, now)]
            return [*marks, Event("agree", now, colour)]

        with suppress(Refusal):
            await self._file(live, judge, None)

    # -- in the background ---------------------------------------------------------------------------------------------

    def _spawn(self, work: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a background task failed", exc_info=task.exception())

    async def _forgive(self, now: float) -> None:
        """Give back the time since the last sign of life, and only then give one: we might be killed half-way.

        Where several processes share a database, another may have lived on since its own last word.
        """
        before = await self.store.last_beat()
        if before is not None and now - before >= (_GAP if self.store.shared else 0.0):
            for id in await self.store.timed():
                live = await self.room(id)
                if live is not None:
                    await self._file(live, lambda room, at: _away(room, at, before), None)
        await self.store.beat(now)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP)
            try:
                await self.sweep()
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("the sweep failed; it is tried again")

    async def sweep(self) -> None:
        """Say that a server is alive, and look after games nobody looks at: clocks that fell, the computer's turns."""
        now = self.clock()
        await self.store.beat(now)
        for id in await self.store.overdue(now):
            live = await self.room(id)
            if live is not None:
                await self._flag(live)
        await self.store.turns.renew()
        for id in await self.store.turns.waiting():
            live = await self.room(id)
            if live is not None and live.thinking is None:
                await self.refresh(id)
                self.look_after(live)


def _of_seats(seats: Collection[Colour], id: str) -> str:
    """Return the name under which an intent is kept: two players may count alike."""
    return digest(" ".join((*sorted(seats), id)))


def _replayed(id: str, setting: Setting, happened: Sequence[Event]) -> Live:
    live = Live(id, Room(setting))
    for event in happened:
        live.room.apply(event)
    live.room.game.svg()  # lays out the board beside the event loop: with a thousand points that takes a second
    return live


def _away(room: Room, now: float, since: float) -> list[Event]:
    """Return the event that gives the side to move back the time without a server: since then, or the last event."""
    if room.turn_began is None:
        return []
    last = since if room.last_event is None else max(since, room.last_event.at)
    seconds = now - max(last, room.turn_began)
    return [Event("away", now, seconds=seconds)] if seconds > 0 else []
