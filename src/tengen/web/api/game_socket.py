"""A game's WebSocket: state updates, and intents with their answers."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final, Literal

from fastapi import APIRouter, WebSocket
from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from ...game.fairness import Side
from ...records import Colour, TengenError, Text
from ..errors import error_data, first_of
from ..games import game_view
from ..games.game_server import GameServer
from ..games.game_view import changes as changes_of
from ..games.live_game import LiveGame
from ..gate.headers import BYTES_A_REQUEST
from ..gate.sockets import admitted
from ..rooms import IntentRefused
from ..scheduler.payers import address_of
from ..services import Served, Services
from ..talk.presence import Sitting
from ..texts import say
from .game_routes import IntentGiven, Style, Theme, carry_out, relay_chat
from .page_socket import PageSocket

router: Final = APIRouter()

_LONGEST: Final = 4_000
_INTENT: Final = 4
"""Further messages that an intent counts as, since its change is stored and shown to all viewers."""
SILENT: Final = 11.0
"""Seconds of silence after which a visible page is taken to have lost its connection."""

SILENT_AWAY: Final = 100.0
"""The same for a page in the background, which browsers let send once a minute."""

_MESSAGE: Final = TypeAdapter(dict[str, object])
_NO_GAME: Final = 4404


class IntentMessage(IntentGiven):
    """An intent, as in POST /api/games/ID/intents."""

    type: Literal["intent"]


class StyleMessage(BaseModel, extra="forbid"):
    """The new style of the board."""

    type: Literal["look"]
    theme: Theme = "light"
    coordinates: bool = True
    territory: bool = False


class PingMessage(BaseModel, extra="forbid"):
    """A ping."""

    type: Literal["ping"]


class PresenceMessage(BaseModel, extra="forbid"):
    """Whether the player is present, or has only left the page open; sent every few seconds."""

    type: Literal["presence"]
    away: bool = False


PageMessage = IntentMessage | StyleMessage | PingMessage | PresenceMessage
_MESSAGES: TypeAdapter[PageMessage] = TypeAdapter(Annotated[PageMessage, Field(discriminator="type")])


@router.websocket("/api/games/{id}/live")
async def live_game(services: Served, socket: WebSocket, id: str, style: Style, changes: bool = False) -> None:
    """Follow a game, and play in it from a seat; with ``changes``, only the first state is sent in full."""
    async with admitted(socket, services) as welcome:
        if not welcome:
            return
        live = await services.games.find(id)
        if live is None:
            await socket.close(_NO_GAME, say("Game not found."))
            return
        await GameConnection(services, socket, live, style, changes).run()


class PresenceWatch:
    """Tracks the presence of one page's player; a page that never reports presence counts while it is open."""

    def __init__(self, games: GameServer, live: LiveGame) -> None:
        self._games, self._live = games, live
        self._sitting = Sitting(frozenset())
        self._timer: asyncio.TimerHandle | None = None

    def sit(self, seats: frozenset[Colour]) -> None:
        """Take these seats."""
        self._sitting = Sitting(seats)
        if seats:
            self._live.seating.sittings.add(self._sitting)
            self._tell()

    def leave(self) -> None:
        """Leave the place."""
        self._stop()
        if self._sitting.colours:
            self._live.seating.sittings.discard(self._sitting)
            self._tell()

    def hear(self, away: bool) -> None:
        """Record the page's report that its player is present, or away."""
        sitting = self._sitting
        if not sitting.colours:
            return
        self._stop()
        self._timer = asyncio.get_running_loop().call_later(SILENT_AWAY if away else SILENT, self._fall_silent)
        changed = (sitting.away, sitting.silent) != (away, False)
        sitting.away, sitting.silent = away, False
        if changed:
            self._tell()

    def _fall_silent(self) -> None:
        self._sitting.silent = True
        self._tell()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _tell(self) -> None:
        """Notify all pages of the game, also on other servers."""
        self._live.tell()
        self._games.exchange.seated(self._live)


class GameConnection(PageSocket):
    """One open WebSocket: a page that shows a game."""

    failure: str = "a game cannot be shown"

    def __init__(
        self, services: Services, socket: WebSocket, live: LiveGame, style: game_view.BoardStyle, changes: bool
    ) -> None:
        super().__init__(services, socket)
        self.details: dict[str, str] = {"game": live.id}
        self.live = live
        self.style: game_view.BoardStyle = style
        self.changes = changes
        self.visitor: str | None = None
        self.seats: frozenset[Colour] = frozenset()
        self.sides: dict[Colour, Side] = live.room.sides
        self.changed: Final = asyncio.Event()
        self.changed.set()
        self.presence: Final = PresenceWatch(services.games, live)

    async def run(self) -> None:
        """Serve until the page disconnects."""
        turns, visitors = self.services.store.pages, self.services.visitors
        async with turns.slot():
            visitor = await visitors.find(self.socket)
        self.visitor = visitor.id if visitor else None
        with self.services.sockets.held(self.visitor, self.socket):
            async with turns.slot():
                self.seats = await visitors.seats(self.socket, self.live.id)  # none after signing out
            live, games = self.live, self.services.games
            live.listeners.add(self.changed.set)
            self._watch(1)
            if self.seats and live.room.terms.computer is not None:
                games.thinker.seen(live.id, address_of(self.socket))
            self.presence.sit(self.seats)
            games.look_after(live)
            self.services.lobby.attended(live)
            try:
                await self.serve()
            finally:
                live.listeners.discard(self.changed.set)
                self._watch(-1)
                self.presence.leave()
                self.services.lobby.attended(live)

    def _watch(self, step: int) -> None:
        if not self.seats:
            self.live.watching += step
            self.live.tell_soon()

    async def show(self) -> None:
        """Send state updates, and the chat to players."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._show_states())
            if self.seats and not self.live.room.is_alone:
                tasks.create_task(relay_chat(self.services.games, self.socket, self.live))

    async def _show_states(self) -> None:
        """Send the state whenever it has changed, several changes at once if they come fast.

        After a long message it waits until the address has requests left.
        """
        sent: dict[str, object] | None = None
        heavy = False  # whether the last message counted as requests
        owing, address = self.services.limits.requests, address_of(self.socket)
        while True:
            await self.changed.wait()
            while heavy and (wait := owing.wait(address, 0)) > 0:
                await asyncio.sleep(wait)
            self.changed.clear()
            if self.live.gone:
                await self.socket.close(_NO_GAME, say("Game not found."))
                return
            if self.sides != self.live.room.sides:  # the players have other colours now
                self.sides = self.live.room.sides
                self.seats = await self.services.store.seats_of(self.live.id, self.visitor)
                self.presence.leave()
                self.presence.sit(self.seats)
            await self.live.tell_moves()
            queued = self.live.thinking is not None and self.services.engine.queued(self.live.id)
            state = game_view.state(self.live, self.seats, self.style, self.services.games.clock(), queued)
            message = changes_of(sent, state, self.live.once) if sent else game_view.whole(state)
            sent = state if self.changes else None
            text = _MESSAGE.dump_json(message).decode()  # twice as fast as `json`
            cost = len(text) // BYTES_A_REQUEST  # a long message counts as several requests, like a long answer
            heavy = cost > 0
            owing.charge(address, cost)
            await self.socket.send_text(text)

    async def answer(self, text: str) -> None:
        """Carry out a message, or reply with an error."""
        id, kind = "", "message"
        try:
            if len(text) > _LONGEST:
                raise IntentRefused("unknown", Text("A message may have {most:,} characters at most.", most=_LONGEST))
            message = _MESSAGES.validate_json(text)
            if isinstance(message, IntentMessage):
                id, kind = message.id, "intent"
                await self.socket.send_json({"type": "accepted", "id": id, "number": await self._intend(message)})
            elif isinstance(message, StyleMessage):
                self.style = game_view.BoardStyle(message.theme, message.coordinates, message.territory)
                self.changed.set()
            else:
                if isinstance(message, PresenceMessage):
                    self.presence.hear(message.away)
                await self.socket.send_json({"type": "pong"})
        except IntentRefused as error:
            await self._refuse(id, error)
        except ValidationError as error:
            why = Text("Invalid {kind}: {what}.", kind=kind, what=first_of(error.errors()))
            await self._refuse(id, IntentRefused("unknown", why))
        except TengenError as error:
            await self._refuse(id, IntentRefused("failed", error.text))

    async def _intend(self, message: IntentMessage) -> int:
        self.services.limits.messages.charge(address_of(self.socket), _INTENT)
        seats = self.seats
        if self.live.room.game.to_play not in seats:  # the player may have sat down over another connection
            seats = await self.services.store.seats_of(self.live.id, self.visitor)
        return await carry_out(self.services, self.socket, self.live, seats, message)

    async def _refuse(self, id: str, error: IntentRefused) -> None:
        refused = {"type": "refused", "id": id, **error_data(error.code, error.text), "reasons": list(error.reasons)}
        await self.socket.send_json(refused)
