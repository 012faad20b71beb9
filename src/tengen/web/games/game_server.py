"""All games of a server process: started, found, played by intents, and maintained without viewers."""

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
"""Seconds between sweeps over games without viewers, for fallen flags and the computer's turns."""

_PULSE: Final = 1.0
"""Seconds between signs of life of this process."""

_MOST_BESIDE: Final = 1_000
"""Events that a game may have besides two for each move; all are replayed when it is opened."""


class GameServer:
    """All games of a server process. Events are acknowledged only after they are stored.

    `LoadedGames` calls its followers when a game is loaded or has gone on: they set its clock's timer, and let the
    computer play. Each of ``on_turn`` is called, once and by one process, with the colours of the people for whom a
    game begins to wait.
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
        """Resume the games; clocks did not run while there was no server.

        A game is resumed when a viewer opens it; all others follow one by one in the background.
        """
        if not self._is_open:  # False if a later part of the server failed to open, and all are opened again
            await self.downtime.begin()
            await self.conditional.begin()
            self._is_open = True
            self.tasks.start(self._pulse())
            self.tasks.repeat(self.sweep, _SWEEP, "the sweep failed; trying again")
            self.tasks.start(self._rate())

    async def _rate(self) -> None:
        """Rate the finished games not yet rated by opening them; those that cannot be opened are skipped."""
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
        """Stop all searches and unload every game."""
        await self.loaded.close()
        await self.tasks.stop()
        with suppress(Exception):  # the database may have gone
            await self.exchange.flush()
            await self.store.leases.give_back()
            if self.downtime.has_ended:  # otherwise the time before this server's start has not been given back yet
                await self.store.beat(self.clock())

    # -- games ---------------------------------------------------------------------------------------------------------

    async def create(self, row: NewGameRow, room: Room) -> LiveGame:
        """Store a new game; raise EnoughGames if its owner has reached the limit."""
        await self.store.keep(row)
        live = LiveGame(row.id, room, row.listed)
        self.loaded.add(live)
        return live

    def forget(self, id: str) -> None:
        """Drop a deleted game: notify its pages and stop its search."""
        live = self.loaded.forget(id)
        if live is not None:
            live.gone = True
            for task in (live.thinking, live.pondering):
                if task is not None:
                    task.cancel()
            live.tell()

    def look_after(self, live: LiveGame) -> None:
        """Keep a viewed game in memory; let the computer play if another process should have done so and did not."""
        self.loaded.hold(live)
        if live.thinking is None:
            self.computer.consider(live)

    def tell_turn(self, live: LiveGame, before: Room | None) -> None:
        """Call the followers of turns if the game now waits for another person than ``before``."""
        awaited = live.room.awaited - (before.awaited if before is not None else frozenset())
        if awaited and not live.room.terms.one_device:
            for hear in self.on_turn:
                hear(live, awaited)

    # -- other servers -------------------------------------------------------------------------------------------------

    async def catch_up_all(self) -> None:
        """Start listening to other processes: load what they have stored, and greet them."""
        self.exchange.greet()
        await self.loaded.catch_up_all()

    # -- intents -------------------------------------------------------------------------------------------------------

    async def intend(
        self, live: LiveGame, seats: Collection[Colour], intent: Intent, number: int, id: str | None = None
    ) -> int:
        """Carry out an intent for these seats; return the number of events afterwards.

        ``id`` is the client's own: a repeated intent of these seats is not carried out again.
        """
        if has_no_end(live.room) and intent.kind not in ("move", "resign", "agree", "resume"):
            raise IntentRefused(
                "no-end",
                Text("This game has reached its limit of requests, marks and undos; it can only be played to its end."),
            )
        id = None if id is None else _of_seats(seats, id)
        if id in live.intents:  # before the engine is used, so that a repeated intent is free
            return live.room.number
        if intent.kind == "estimate":
            return await self.loaded.append(live, await self.computer.estimate(live, seats), id)
        done = await self.loaded.append(live, lambda room, now: answer(room, seats, intent, number, now), id)
        if isinstance(intent, AnswerProposal) and intent.what == "rematch":
            await self._tell_declined(live)
        return done

    async def _tell_declined(self, live: LiveGame) -> None:
        """Record in the rematch, too, that the other player has declined it."""
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
        """Return whether an intent has already been carried out."""
        return _of_seats(seats, id) in live.intents

    async def join(self, live: LiveGame, colour: Colour, name: str | None) -> None:
        await self.loaded.append(live, lambda room, now: [] if room.taken[colour] else [Joined(now, colour, name)])

    async def name(self, live: LiveGame, seats: Collection[Colour], name: str | None) -> None:
        def called(room: Room, now: float) -> list[Event]:
            if has_no_end(room):
                return []
            return [Renamed(now, colour, name) for colour in sorted(seats) if room.names[colour] != name]

        await self.loaded.append(live, called)

    def news_of_names(self, seats: Mapping[str, Collection[Colour]]) -> str:
        """Return the message to other servers that the players in these seats of some games lose their names."""
        return self.exchange.news("nameless", {id: sorted(colours) for id, colours in seats.items()})

    async def make_nameless(self, seats: Mapping[str, Collection[Colour]]) -> None:
        """Remove the names of the players in these seats from games in memory.

        The store has already forgotten them; names are not replayed from events.
        """
        for id, colours in seats.items():
            live = self.loaded.known(id)
            if live is not None:
                await self.loaded.forget_names(live, colours)

    # -- clocks, and games without viewers -----------------------------------------------------------------------------

    def _set_timer(self, live: LiveGame) -> None:
        live.stop_timer()
        deadline = live.room.deadline
        if deadline is not None and deadline < math.inf:
            delay = max(0.0, deadline - self.clock()) + 0.01
            live.timer = asyncio.get_running_loop().call_later(delay, lambda: self.tasks.start(self.flag(live)))

    async def flag(self, live: LiveGame) -> None:
        """End a game whose side to move is out of time; if that cannot be stored now, the sweep does it later."""
        with suppress(StoreTrouble):
            await self.loaded.append(live, Room.overdue)

    async def _pulse(self) -> None:
        while await self.tasks.pause(_PULSE):
            self.downtime.pulse()

    async def sweep(self) -> None:
        """Send a heartbeat, and maintain games without viewers: fallen flags, and the computer's turns.

        Clocks do not run while nothing can be stored or while the server is suspended.
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
    """Return whether a game has reached its limit of events and can only be played to its end."""
    return room.number > _MOST_BESIDE + 2 * len(room.game.moves)


def _of_seats(seats: Collection[Colour], id: str) -> str:
    """Return the key of an intent: two players may use the same id."""
    return digest(" ".join((*sorted(seats), id)))
