"""A game at one screen: players' intents are judged, and the computer answers when due."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from ..engines.dead import SIMULATIONS
from ..game import Game
from ..opening import book_move
from ..players.player import OWN
from ..records import Colour, TengenError
from ..records.levels import LEVELS
from ..web.engine.engine_jobs import EngineJobs
from ..web.engine.messages import AnalysisResult, DeadStones
from ..web.games.game_actions import why_no_advice
from ..web.games.game_view import BoardStyle, state, whole
from ..web.games.hints import SIMULATIONS as LOOKED
from ..web.games.hints import hint
from ..web.games.live_game import LiveGame
from ..web.rooms import Event, GameTerms, Intent, Room, answer, read_intent
from ..web.rooms.intents import IntentRefused, agreed_by_computer
from ..web.texts import say

_T = TypeVar("_T")


class _Stopped(Exception):
    """The result is no longer needed."""


class Computer:
    """The computer for one board, with its search tree. A search ends when its result is no longer needed.

    The search is compiled code that releases Python; it checks for cancellation every 30 ms.
    """

    def __init__(self) -> None:
        self._jobs = EngineJobs(games=1, pause=self._pause)
        self._seed = secrets.randbelow(1 << 32)
        self._thread = ThreadPoolExecutor(1, "tengen")
        self._wanted: object = None
        self._running: object = None

    async def move(self, game: Game, level: int) -> str:
        """Return a move for the side to move as text, from a level of the computer or the opening book."""
        known = book_move(game, self._seed, LEVELS[level - 1])
        if known is not None:
            return game.write_move(known.move)
        return await self._ask(game, lambda text: self._jobs.move(text, level, ""))

    async def dead(self, game: Game) -> list[str]:
        """Return the dead stones of a game."""
        return await self._ask(game, lambda text: self._jobs.dead(text, SIMULATIONS))

    async def analysis(self, game: Game) -> AnalysisResult:
        """Return an analysis of a game's position, with the page's budget for a hint."""
        return await self._ask(game, lambda text: [*self._jobs.analyse(text, LOOKED)][-1])

    async def _ask(self, game: Game, answer: Callable[[str], _T]) -> _T:
        """Answer a query about a game in the thread, cancelling a query in progress."""
        wish, text = object(), game.to_json()
        self._wanted = wish

        def work() -> _T:
            self._running = wish
            self._pause()
            return answer(text)

        try:
            return await asyncio.wrap_future(self._thread.submit(work))
        finally:
            if self._wanted is wish:
                self._wanted = None

    def _pause(self) -> None:
        if self._running is not self._wanted:
            raise _Stopped


_NOT_HERE: Final = frozenset(("outlook", "hints"))
"""Actions that only a server offers."""


class Play:
    """The room of a game, kept in memory; ``changed`` is called after every event."""

    def __init__(self, terms: GameTerms, changed: Callable[[], None]) -> None:
        self.terms = terms
        self._changed = changed
        self.seats: Final = frozenset(colour for colour, seat in terms.seats.items() if seat.kind == "person")
        self._computer = Computer()
        self._advising: asyncio.Task[None] | None = None
        self._games = 0
        self.live: LiveGame = LiveGame("0", Room(terms))

    def begin(self) -> None:
        """Start or restart the game."""
        self.stop()
        self._games += 1
        self.live = LiveGame(f"{self._games}", Room(self.terms))
        self._consider()
        self._changed()

    @property
    def room(self) -> Room:
        return self.live.room

    def view(self, style: BoardStyle) -> dict[str, object]:
        """Return the state of the room, as in docs/how/web.md; ``id`` counts the games started."""
        shown = whole(state(self.live, self.seats, style, time.time()))
        actions = shown["actions"]
        assert isinstance(actions, dict)
        return shown | {"actions": {name: action for name, action in actions.items() if name not in _NOT_HERE}}

    # -- what happens --------------------------------------------------------------------------------------------------

    def do(self, intent: Intent, number: int | None = None) -> None:
        """Execute a player's intent, made after seeing ``number`` events (None: all).

        Raises:
            IntentRefused: it is impossible, with the reason.
        """
        room, now = self.room, time.time()
        if intent.kind != "estimate":
            self._add(answer(room, self.seats, intent, room.number if number is None else number, now))
        elif room.phase == "counting":
            self.stop()
            self._start(self._estimate)
            self._changed()

    def hint(self, hear: Callable[[dict[str, object]], None]) -> None:
        """Let the computer find a good move, and pass it to ``hear``; playing a move cancels the search.

        Raises:
            TengenError: no hint is possible now, with the reason.
        """
        if why := why_no_advice(self.room, self.seats):
            raise TengenError(why)
        if self.room.game.to_play not in self.seats:
            raise IntentRefused("not-your-turn")
        self._stop_advising()
        self._advising = self._beside(self._advise(hear))

    def _add(self, events: list[Event]) -> None:
        if events:
            self.stop()
            self.live.room = self.room.after(events)
            self.live.trouble = None
            self._consider()
            self._changed()

    # -- the computer --------------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """Cancel the computer's search."""
        self._stop_advising()
        if self.live.thinking is not None:
            self.live.thinking.cancel()
            self.live.thinking = self.live.thinking_since = None

    def _stop_advising(self) -> None:
        if self._advising is not None:
            self._advising.cancel()
            self._advising = None

    async def settled(self) -> None:
        """Wait until the computer is idle."""
        while task := self.live.thinking or self._advising:
            await asyncio.wait([task])

    def _consider(self) -> None:
        """Start the computer's search if the game waits for it."""
        if self.room.computer_is_due:
            self._start(self._move if self.room.phase == "playing" else self._count)

    def _start(self, thought: Callable[[], Awaitable[list[Event]]]) -> None:
        self.live.thinking_since = time.time()
        self.live.thinking = self._beside(self._think(thought))

    def _beside(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
        """Run in the kernel's event loop; without one, as in a script, run to completion."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:

            async def settle() -> None:
                await work
                await self.settled()

            asyncio.run(settle())
            return None
        return loop.create_task(work)

    async def _think(self, thought: Callable[[], Awaitable[list[Event]]]) -> None:
        live, events = self.live, list[Event]()
        try:
            events = await thought()
        except TengenError as error:
            live.trouble = error.text
        live.thinking = live.thinking_since = None
        self._add(events)
        if not events:
            self._changed()

    async def _move(self) -> list[Event]:
        room, colour = self.room, self._colour()
        text = await self._computer.move(room.game, room.terms.seats[colour].level or 1)
        wish = read_intent({"kind": "resign"} if text == "resign" else {"kind": "move", "move": text})
        return answer(room, {colour}, wish, room.number, time.time())

    async def _count(self) -> list[Event]:
        room = self.room
        return agreed_by_computer(room, await self._dead(), self._colour(), time.time())

    async def _estimate(self) -> list[Event]:
        room, now = self.room, time.time()
        stones = {*await self._dead()}
        return [] if stones == {*room.dead} else [room.mark(stones, room.game.to_play, now)]

    async def _dead(self) -> list[str]:
        """Return the dead stones, and note that they are Tengen's estimate."""
        stones = await self._computer.dead(self.room.game)
        self.live.judged = DeadStones(stones, OWN)
        return stones

    async def _advise(self, hear: Callable[[dict[str, object]], None]) -> None:
        number, game = self.room.number, self.room.game
        try:
            found = hint(game, await self._computer.analysis(game))
        except TengenError as error:
            found = {"point": None, "text": say("No hint now: {text}", text=error.text)}
        finally:
            if self._advising is asyncio.current_task():
                self._advising = None
        hear(found | {"number": number})

    def _colour(self) -> Colour:
        colour = self.terms.computer
        assert colour is not None
        return colour
