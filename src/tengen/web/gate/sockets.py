"""Admission of WebSockets, and the engine time of an address."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from fastapi import WebSocket
from sqlalchemy.exc import TimeoutError as NoConnection
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocketDisconnect

from ...engines.dead import SIMULATIONS
from ...players import LEVELS
from ...records import Text
from ..errors import BARRED
from ..games.lost_games import EVERY, WATCHING
from ..rooms import IntentRefused, Room
from ..scheduler.payers import address_of, asked_by
from ..services import Services
from ..store import StoreTrouble
from ..texts import say, tell
from .hosts import is_from_here, is_known_host

_FAILED, _FOREIGN, _BARRED, _TOO_MUCH = 1011, 4403, 4410, 4429
_MOST_REASON: Final = 123
"""The longest reason for closing a WebSocket, in bytes."""
_TELL_AGAIN: Final = 10.0
"""Seconds between messages to a waiting page, which also detect that it has gone."""

_WAKES: Final = frozenset(("move", "undo", "resume"))
"""Intents after which it may be the computer's turn."""


@asynccontextmanager
async def admitted(socket: WebSocket, services: Services) -> AsyncIterator[bool]:
    """Accept a connection and count it; False if it was refused: from another site, barred, or too many."""
    address = address_of(socket)
    asked_by(address)
    await socket.accept()
    refused = _refused(socket, services, address)
    if refused is not None:
        code, why = refused
        await socket.close(code, _short(why))
        yield False
        return
    try:
        with services.sockets.held(None, socket):  # a ban from now on closes it
            yield await _prepared(socket, services.prepared)
    except (StoreTrouble, NoConnection) as error:
        trouble = error if isinstance(error, StoreTrouble) else StoreTrouble("no-database", str(error))
        with suppress(Exception):  # the page may have gone
            await socket.close(_FAILED, _short(tell(trouble.text)))
    finally:
        services.limits.sockets.leave(address)


def _refused(socket: WebSocket, services: Services, address: str) -> tuple[int, str] | None:
    """Return the code and the reason for closing a connection; None if it is admitted."""
    limits = services.limits
    if not is_known_host(socket, services.settings):
        return _FOREIGN, say("This server does not answer to this name.")
    if not is_from_here(socket, services.settings):
        return _FOREIGN, say("This connection comes from a page of another site.")
    if services.bans.of(socket) is not None:
        return _BARRED, tell(BARRED)
    if not limits.requests.take(address) or not limits.sockets.take(address):
        return _TOO_MUCH, say("There are too many connections; try again in a minute.")
    return None


async def _prepared(socket: WebSocket, prepared: asyncio.Event) -> bool:
    """Wait until clocks have got back the time without a server; False if the page has gone."""
    while not prepared.is_set():
        try:
            await socket.send_json({"type": "preparing"})
        except (WebSocketDisconnect, RuntimeError):
            return False
        with suppress(TimeoutError):
            await asyncio.wait_for(prepared.wait(), _TELL_AGAIN)
    return True


def _short(reason: str) -> str:
    """Return the reason for closing a WebSocket, shortened if necessary."""
    return reason.encode()[:_MOST_REASON].decode(errors="ignore")


async def heard(socket: WebSocket, services: Services) -> str:
    """Return a page's next message; a binary frame counts as an empty text.

    If an address sends too much on all its connections together, its messages wait; none is lost.

    Raises:
        WebSocketDisconnect: the page has gone.
    """
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or 1000)
    allowed, address = services.limits.messages, address_of(socket)
    wait = allowed.wait(address)
    allowed.charge(address, 1)  # the next message waits longer
    if wait > 0:
        await asyncio.sleep(wait)
    return message.get("text") or ""


def spend(services: Services, connection: HTTPConnection, game: str, simulations: int) -> None:
    """Charge an address for engine time in a game; IntentRefused beyond its limit."""
    address = address_of(connection)
    if not services.limits.thinking.take(address, simulations):
        why = Text("You have used up your engine time for now; try again in a few minutes.")
        raise IntentRefused("too-much-thinking", why)
    services.games.thinker.charge(game, address)


def cost(room: Room, kind: object) -> int:
    """Return the simulations that an intent of this kind may cause."""
    computer = room.terms.computer
    if kind == "estimate" or (kind == "agree" and computer is not None):
        return SIMULATIONS
    if computer is None or kind not in _WAKES:
        return 0
    return LEVELS[room.terms.seats[computer].plays_at - 1] + WATCHING // EVERY
