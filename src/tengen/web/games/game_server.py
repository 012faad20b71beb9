"""All games of a server process: begun, found, played by intents, and looked after while nobody looks."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import Final

from ...records import Colour, Text, other
from ..engine import EnginePool
from ..rooms import Event, Intent, IntentRefused, Room, answer
from ..rooms.events import Declined, Joined, Renamed
from ..rooms.intents import AnswerProposal
from ..scheduler.scheduler import Scheduler
from ..scheduler.tasks import TaskSet, log_failure
from ..store import Store, StoreTrouble
from ..store.seats import NewGameRow
from ..talk.chat import Chat
from ..talk.talk_exchange import TalkExchange
from ..visitors import digest
from .computer_turns import ComputerTurns, Thinker
from .conditional_answers import ConditionalAnswers
from .live_game import LiveGame
from .loaded_games import Downtime, LoadedGames

Clock = Callable[[], float]

log: Final = logging.getLogger("tengen.web")

_SWEEP: Final = 2.0
"""Seconds between two looks for games nobody looks at whose clock has fallen or where it is the computer's turn."""

_PULSE: Final = 1.0
"""Seconds between two signs that this process runs."""

_MOST_BESIDE: Final = 1_000
"""Events beside the moves that a game may have, and one for each move: all are replayed when it is opened."""


class GameServer:
    """All games of a server process. What it acknowledges is stored.

    `LoadedGames` calls its followers when a game has come in or gone on: they set its clock's timer, and let the
    computer think. Each of ``on_turn`` is called once, by one process, whenever a game begins to wait for people, with
    their colours.
    """

    def __init__(
        self, store: Store, engine: EnginePool, clock: Clock | None = None, scheduler: Scheduler | None = None
    ) -> None:
        self.store: Final = store
        self.engine: Final = engine
        self.clock: Clock = clock or store.clock
        self.tasks: Final = TaskSet()
        self.on_turn: list[Callable[[LiveGame, frozenset[Colour]], None]] = []
        self.downtime: Final = Downtime(store, self.clock)
        self.loaded: Final = LoadedGames(store, self.clock, self.downtime, scheduler)
        self.find: Final = self.loaded.find
        self.exchange: Final = TalkExchange(store, self.loaded.known, self.tasks)
        self.hear: Final = self.exchange.hear
        self.exchange.others["nameless"] = lambda seats: self.tasks.start(self.make_nameless(seats))
        self.chat: Final = Chat(store, self.exchange, self.clock)
        self.thinker: Final = Thinker(engine)
        self.computer: Final = ComputerTurns(self.loaded, store.leases, self.thinker, self.tasks, self.clock)
        self.loaded.followers.extend([self.exchange.came_in, self._set_timer, self.computer.consider])
        self.loaded.stored.append(self.tell_turn)
        self.conditional: Final = ConditionalAnswers(store, self.loaded, self.tasks)
        self._is_open = False

    async def open(self) -> None:
        """Take up the games where they were left; nobody's clock ran while there was no server.

        Each is taken up when somebody comes to it, and all others one by one thereafter, which is not waited for.
        """
        if not self._is_open:  # else a later part of the server failed to open, and all are opened again
            await self.downtime.begin()
            await self.conditional.begin()
            self._is_open = True
            self.tasks.start(self._pulse())
            self.tasks.repeat(self.sweep, _SWEEP, "the sweep failed; trying again")
            self.tasks.start(self._rate())

    async def _rate(self) -> None:
        """Open the games that have ended and were not rated, which rates them; one that cannot be opened is left."""
        going_on = True
        while going_on:
            try:
                for id in await self.store.results.unrated():
                    await self.loaded.find_whole(id)
                return
            except Exception as error:
                log_failure(log, "the games that have ended cannot be rated; trying again", error)
                going_on = await self.tasks.pause(_SWEEP)

    async def close(self) -> None:
        """Stop thinking and let go of every game."""
        await self.loaded.close()
        await self.tasks.stop()
        with suppress(Exception):  # the database may be what is gone
            await self.exchange.flush()
            await self.store.leases.give_back()
            if self.downtime.has_ended:  # else the time before this server is yet to be given back
                await self.store.beat(self.clock())

    # -- games ---------------------------------------------------------------------------------------------------------

    async def create(self, row: NewGameRow, room: Room) -> LiveGame:
        """Keep a new game; raise EnoughGames if its owner has as many as they may."""
        await self.store.keep(row)
        live = LiveGame(row.id, room, row.listed)
        self.loaded.add(live)
        return live

    def forget(self, id: str) -> None:
        """Let go of a game that is no more: its pages hear of it, and the computer stops thinking about it."""
        live = self.loaded.forget(id)
        if live is not None:
            live.gone = True
            for task in (live.thinking, live.pondering):
                if task is not None:
                    task.cancel()
            live.tell()

    def look_after(self, live: LiveGame) -> None:
        """Keep a game somebody has come to; let the computer think where another process should have and does not."""
        self.loaded.hold(live)
        if live.thinking is None:
            self.computer.consider(live)

    def tell_turn(self, live: LiveGame, before: Room | None) -> None:
        """Call the followers of turns if the game now waits for somebody for whom it did not wait ``before``."""
        awaited = live.room.awaited - (before.awaited if before is not None else frozenset())
        if awaited and not live.room.terms.one_device:
            for hear in self.on_turn:
                hear(live, awaited)

    # -- other servers -------------------------------------------------------------------------------------------------

    async def catch_up_all(self) -> None:
        """Begin to listen to other processes: take over whatever they have stored, and greet them."""
        self.exchange.greet()
        await self.loaded.catch_up_all()

    # -- intents -------------------------------------------------------------------------------------------------------

    async def intend(
        self, live: LiveGame, seats: Collection[Colour], intent: Intent, number: int, id: str | None = None
    ) -> int:
        """Carry out an intent of somebody in these seats; return how many events there are then.

        ``id`` is the client's own: an intent that was carried out already for these seats is not carried out again.
        """
        if has_no_end(live.room) and intent.kind not in ("move", "resign", "agree", "resume"):
            raise IntentRefused(
                "no-end",
                Text("This game has reached its limit of requests, marks and undos; it can only be played to its end."),
            )
        id = None if id is None else _of_seats(seats, id)
        if id in live.intents:  # before the engine is asked: nobody is charged for it
            return live.room.number
        if intent.kind == "estimate":
            return await self.loaded.append(live, await self.computer.estimate(live, seats), id)
        done = await self.loaded.append(live, lambda room, now: answer(room, seats, intent, number, now), id)
        if isinstance(intent, AnswerProposal) and intent.what == "rematch":
            await self._tell_declined(live)
        return done

    async def _tell_declined(self, live: LiveGame) -> None:
        """Say also in the game that was begun that the other player does not come to it."""
        assert live.room.rematch is not None
        by, id = live.room.rematch.by, live.room.rematch.game
        begun = None if id is None else await self.find(id)
        if begun is None:
            return
        decliner = by if live.room.game.changes_colours else other(by)
        await self.loaded.append(
            begun, lambda room, now: [] if room.is_declined("rematch") else [Declined(now, decliner, "rematch")]
        )

    def has_done(self, live: LiveGame, seats: Collection[Colour], id: str) -> bool:
        """Say whether an intent was carried out already: sent again, it causes no work."""
        return _of_seats(seats, id) in live.intents

    async def join(self, live: LiveGame, colour: Colour, name: str | None) -> None:
        """Note that somebody has come to sit in a seat."""
        await self.loaded.append(live, lambda room, now: [] if room.taken[colour] else [Joined(now, colour, name)])

    async def name(self, live: LiveGame, seats: Collection[Colour], name: str | None) -> None:
        """Note the names of the people in these seats from now on."""

        def called(room: Room, now: float) -> list[Event]:
            if has_no_end(room):
                return []
            return [Renamed(now, colour, name) for colour in sorted(seats) if room.names[colour] != name]

        await self.loaded.append(live, called)

    def news_of_names(self, seats: Mapping[str, Collection[Colour]]) -> str:
        """Return what tells the other servers that some hundred games do not name any more who sits in these seats."""
        return self.exchange.news("nameless", {id: sorted(colours) for id, colours in seats.items()})

    async def make_nameless(self, seats: Mapping[str, Collection[Colour]]) -> None:
        """Let games that are in memory here not name any more who sits in these seats.

        The store has forgotten the names already; names are no part of what is replayed, and nothing is.
        """
        for id, colours in seats.items():
            live = self.loaded.known(id)
            if live is not None:
                await self.loaded.forget_names(live, colours)

    # -- clocks, and games nobody looks at -----------------------------------------------------------------------------

    def _set_timer(self, live: LiveGame) -> None:
        """Set the timer for the clock that runs, if any."""
        live.stop_timer()
        deadline = live.room.deadline
        if deadline is not None and deadline < math.inf:
            delay = max(0.0, deadline - self.clock()) + 0.01
            live.timer = asyncio.get_running_loop().call_later(delay, lambda: self.tasks.start(self.flag(live)))

    async def flag(self, live: LiveGame) -> None:
        """End a game whose side to move is out of time; where that cannot be stored now, the sweep does it later."""
        with suppress(StoreTrouble):
            await self.loaded.append(live, Room.overdue)

    async def _pulse(self) -> None:
        while await self.tasks.pause(_PULSE):
            self.downtime.pulse()

    async def sweep(self) -> None:
        """Say that a server is alive, and look after games nobody looks at: clocks that fell, the computer's turns.

        Nobody's clock ran while nothing could be stored, nor while the server stood still.
        """
        if self.store.trouble is not None:
            await self.downtime.begin()
        await self.loaded.take_up()
        await self.conditional.take_up()
        self.exchange.beat()
        for id in await self.store.overdue(self.clock()):
            live = await self.loaded.find_whole(id)
            if live is not None:
                await self.flag(live)
        await self.store.leases.renew(self.loaded.thought_about())
        for id in await self.store.leases.waiting(busy=bool(self.engine.waiting)):
            live = await self.loaded.find_whole(id)
            if live is not None and live.thinking is None:
                await self.loaded.catch_up(id)
                self.look_after(live)


def has_no_end(room: Room) -> bool:
    """Say whether so much was asked, marked and taken back in a game that it is only played to its end."""
    return room.number > _MOST_BESIDE + 2 * len(room.game.moves)


def _of_seats(seats: Collection[Colour], id: str) -> str:
    """Return the name under which an intent is kept: two players may use the same id."""
    return digest(" ".join((*sorted(seats), id)))
