"""The computer's part in games: its moves, dead stones, and estimates for players."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Final

from ...players.sides import is_offer
from ...records import Colour, TengenError, Text
from ..engine import EnginePool, Question
from ..engine.jobs import patiently
from ..engine.messages import AnalysisResult
from ..rooms import Event, IntentRefused, Room, Seat, answer, read_intent
from ..rooms.intents import agreed_by_computer
from ..scheduler.tasks import TaskSet
from ..store import StoreTrouble, TurnLeases
from .hints import SIMULATIONS
from .live_game import LiveGame
from .loaded_games import EventMaker, LoadedGames
from .lost_games import WATCHING, consequences, is_look_due

log: Final = logging.getLogger("tengen.web")

_GAMES: Final = 20_000
"""The maximum number of games whose payer is remembered."""

_POLL: Final = 2.0
"""Seconds between attempts to take over a turn from another process."""

_SOON: Final = 1.0
"""Seconds between checks whether the engine is busy, which viewers are shown."""

_LATER: Final = 20.0
"""Seconds until a failed turn is retried, unless a viewer comes earlier."""


class Thinker:
    """Sends games to the engine, each charged to the address that last made a request.

    After a request to another server, or a restart, the address is unknown until a player opens the game's page.
    """

    def __init__(self, engine: EnginePool) -> None:
        self._engine = engine
        self._payers: OrderedDict[str, str] = OrderedDict()

    def charge(self, game: str, payer: str) -> None:
        self._payers[game] = payer
        self._payers.move_to_end(game)
        if len(self._payers) > _GAMES:
            self._payers.popitem(last=False)

    def seen(self, game: str, address: str) -> None:
        """Make the address of a player who views a game its payer, if it has none."""
        if game not in self._payers:
            self.charge(game, address)

    async def move(self, live: LiveGame, seat: Seat) -> str:
        """Return the move of the computer in a seat; errors here and below as for `EnginePool`.

        If a stronger engine has the seat and does not answer, Tengen's own stands in, and the game records that.
        """
        question, game = self._question(live), live.room.game
        # Tengen's own engine bids, swaps, and plays a nearly even first move.
        is_open = game.bidder or not game.why_no_swap() or is_offer(game)
        guest = None if seat.visits is None or is_open else await self._engine.guest_move(question, seat.visits)
        live.stands_in = seat.visits is not None and guest is None
        return guest or await self._engine.move(question, seat.plays_at)

    async def ponder(self, live: LiveGame, seat: Seat) -> None:
        """Let Tengen's engine in a seat ponder, if a worker is idle."""
        if self._engine.ponders and seat.visits is None:
            await self._engine.ponder(self._question(live), seat.plays_at)

    async def dead(self, live: LiveGame) -> list[str]:
        """Return the stones that look dead; the game records the engine's name."""
        live.judged = await self._engine.dead(self._question(live))
        return live.judged.stones

    async def analyse(self, live: LiveGame, simulations: int) -> AnalysisResult:
        return await self._engine.analyse(self._question(live), simulations)

    async def advise(self, live: LiveGame, pay: Callable[[int], None]) -> AnalysisResult:
        """Analyse the position at players' request and expense (``pay``); a position is analysed once.

        Raises IntentRefused beyond the quota or if the game has moved on, EngineError without an engine.
        """
        moves, known = live.room.game.moves, live.advice
        if known is None or known[0] != moves or (known[1].done() and (known[1].cancelled() or known[1].exception())):
            pay(SIMULATIONS)
            known = live.advice = moves, asyncio.ensure_future(self.analyse(live, SIMULATIONS))
        found = await asyncio.shield(known[1])
        if live.room.game.moves != moves:
            raise IntentRefused("stale")
        return found

    def waits(self, live: LiveGame) -> bool:
        """Return whether a game's job is still queued."""
        return self._engine.queued(live.id)

    def _question(self, live: LiveGame) -> Question:
        payer, game = self._payers.get(live.id, ""), live.room.game
        return Question(game.to_json(), len(game.board), live.id, payer, len(game.moves), game.board.text)


class ComputerTurns:
    """Makes the computer's moves; ``leases`` decide which of several processes does so."""

    def __init__(
        self, games: LoadedGames, leases: TurnLeases, thinker: Thinker, tasks: TaskSet, clock: Callable[[], float]
    ) -> None:
        self._games, self._leases, self._thinker, self._tasks, self._clock = games, leases, thinker, tasks, clock

    def consider(self, live: LiveGame) -> None:
        """Start a search if it is the computer's turn, and stop one about an older position."""
        if live.thinking is not None:
            if live.thinking is not asyncio.current_task():
                live.thinking.cancel()
            live.thinking, live.thinking_since = None, None
        if live.room.computer_is_due:
            live.thinking_since = self._clock()
            live.thinking = self._tasks.start(self._think(live))
        self._let_ponder(live)

    def _let_ponder(self, live: LiveGame) -> None:
        """Ponder while the opponent is to move, and stop pondering about another position."""
        room = live.room
        colour, waits = room.terms.computer, room.phase == "playing" and not room.computer_is_due and not live.gone
        moves = len(room.game.moves) if waits and room.paused is None and colour is not None else None
        if moves == live.pondered:
            return
        if live.pondering is not None:
            live.pondering.cancel()
        live.pondering, live.pondered = None, moves
        if moves and colour is not None:
            live.pondering = self._tasks.start(self._thinker.ponder(live, room.terms.seats[colour]))

    async def _think(self, live: LiveGame) -> None:
        """Search, or wait while another process does; take over if that one dies."""
        number = live.room.number
        try:
            live.trouble = None
            while not await self._leases.take(live.id, number):
                await asyncio.sleep(_POLL)
                await self._games.catch_up(live.id)
                if live.thinking is not asyncio.current_task():
                    return
            sharing = self._tasks.start(self._share(live, number)) if self._leases.shared else None
            try:
                await (self._move if live.room.phase == "playing" else self._count)(live)
            finally:
                if sharing is not None:
                    sharing.cancel()
        except StoreTrouble as error:  # the sweep takes up the turn when storing works again
            self._give_up(live, error)
        except Exception as error:  # a lost database must not silence the computer for ever
            self._give_up(live, error)
            await self._leases.put_off(live.id, number, _LATER)

    async def _share(self, live: LiveGame, number: int) -> None:
        """Offer the turn to other servers while the engine is busy, and leave it to one that takes it."""
        offered = False
        while True:
            await asyncio.sleep(_POLL)
            if self._thinker.waits(live):
                await self._leases.offer(live.id, number)
                offered = True
            elif offered:
                if not await self._leases.take(live.id, number):
                    self.consider(live)
                    return
                offered = False

    def _give_up(self, live: LiveGame, error: Exception) -> None:
        told = isinstance(error, TengenError | StoreTrouble)
        log.warning("the computer cannot go on", extra={"game": live.id, "why": str(error)}, exc_info=not told)
        if isinstance(error, TengenError):
            live.trouble = error.text
        else:
            live.trouble = Text("something went wrong on our side; trying again")
        if live.thinking is asyncio.current_task():
            live.thinking, live.thinking_since = None, None
        live.tell()

    async def _move(self, live: LiveGame) -> None:
        room, number, colour = live.room, live.room.number, live.room.terms.computer
        assert colour is not None
        seat = room.terms.seats[colour]
        telling = self._tasks.start(self._tell_of_waiting(live))
        try:
            move = await patiently(lambda: self._thinker.move(live, seat))
        finally:
            telling.cancel()
        if move == "swap" or move.startswith("bid "):
            intent = read_intent({"kind": "sides", "said": move.removeprefix("bid ")})
        else:
            intent = read_intent({"kind": "resign"} if move == "resign" else {"kind": "move", "move": move})
        with suppress(IntentRefused):  # the position has changed, and has its own search
            await self._games.append(live, lambda room, now: answer(room, {colour}, intent, number, now))
            if is_look_due(live.room):
                await self._look(live)
                live.pondered = None  # the check for resignation came first
                self._let_ponder(live)

    async def _tell_of_waiting(self, live: LiveGame) -> None:
        """Show viewers whether the engine is busy or has started."""
        waits = False
        while True:
            await asyncio.sleep(_SOON)
            if self._thinker.waits(live) != waits:
                waits = not waits
                live.tell()

    async def _look(self, live: LiveGame) -> None:
        """Check whether a side is lost: then the computer resigns, or its opponent gets a message."""
        game = live.room.game
        try:
            found = await self._thinker.analyse(live, WATCHING)
        except TengenError:
            return  # the game goes on; the next check will find it
        await self._games.append(live, lambda room, now: consequences(room, game.moves, found, now))

    async def _count(self, live: LiveGame) -> None:
        """Mark the stones that look dead to the engine; if the computer plays, mark seki automatically, and agree."""
        number = live.room.number
        stones = await patiently(lambda: self._thinker.dead(live))

        def count(room: Room, now: float) -> list[Event]:
            if room.number != number:
                return []
            if room.terms.computer is None:
                return [room.mark(stones, room.game.to_play, now)]
            return agreed_by_computer(room, stones, room.terms.computer, now)

        with suppress(IntentRefused):
            await self._games.append(live, count)

    async def estimate(self, live: LiveGame, seats: Collection[Colour]) -> EventMaker:
        """Let the engine find the dead stones for players in these seats; return a maker of the marking events."""
        if not seats:
            raise IntentRefused("not-your-seat")
        if live.room.phase != "counting":
            raise IntentRefused("over" if live.room.phase == "over" else "not-counting")
        moves = live.room.game.moves
        stones = await self._thinker.dead(live)

        def mark(room: Room, now: float) -> list[Event]:
            if room.phase != "counting" or room.game.moves != moves:
                raise IntentRefused("stale")
            if set(stones) != set(room.dead):
                return [room.mark(stones, room.acting(seats), now)]
            live.tell()  # this also shows the engine's name
            return []

        return mark
