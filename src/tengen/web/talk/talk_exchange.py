"""Messages between servers of one PostgreSQL database: presence, chat, and other news."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import secrets
import time
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Final

from ...records import Colour
from ..scheduler.tasks import TaskSet
from ..store import Store
from .presence import GameTable, Presence

log: Final = logging.getLogger("tengen.web")
AGAIN: Final = 0.5
"""Seconds between retries."""
_LONGEST: Final = 7_900
"""The longest message, in ASCII characters; PostgreSQL allows 7,999 bytes."""
SILENT: Final = 10.0
"""Seconds of silence after which another server counts as gone, with its players."""


class TalkExchange:
    """The messages of this server to the others, and theirs to it; none with SQLite, which has one process.

    ``find`` returns a game in memory. A server that starts to listen greets the others, and each sends it its presence
    data. Every server sends a heartbeat with each sweep. ``others`` are handlers of other news, by kind. Messages
    that cannot be sent are queued and retried.
    """

    def __init__(self, store: Store, find: Callable[[str], GameTable | None], tasks: TaskSet) -> None:
        self._store, self._find, self._tasks = store, find, tasks
        self._name = secrets.token_hex(8)
        self._heard: dict[str, float] = {}  # last message by server
        self._tables: dict[str, dict[str, Mapping[Colour, Presence]]] = {}  # by game and server
        self._seated: dict[str, GameTable] = {}  # games with a player at this server
        self._waiting: dict[Hashable, str] = {}  # by subject: a later message replaces an earlier one
        self._sending: asyncio.Task[None] | None = None
        self._numbers = itertools.count()
        self.others: dict[str, Callable[[Any], object]] = {}

    # -- sending -------------------------------------------------------------------------------------------------------

    def seated(self, table: GameTable) -> None:
        """Send the changed presence at a game here."""
        seats = table.seating.seats_here()
        if seats:
            self._seated[table.id] = table
        else:
            self._seated.pop(table.id, None)
        self._tell(("seats", table.id), {"game": table.id, "seats": seats})

    def spoken(self, game: str) -> None:
        self._tell(("spoken", game), {"game": game, "spoken": True})

    def news(self, kind: str, about: object) -> str:
        """Return the message for news of a kind in `others`; ``about`` may have 7,000 characters as JSON.

        It is sent with the transaction that it is about (`store.channels.TALK`).
        """
        return self._worded({"news": kind, "about": about})

    def greet(self) -> None:
        """Start listening: forget earlier messages, request the others' presence data, and send this server's."""
        games, self._tables = self._tables, {}
        for game in games:
            self._show(game)
        self._heard.clear()
        self._tell("hello", {"hello": True})
        self._tell_all()

    def beat(self) -> None:
        """Send a heartbeat; forget servers that have been silent for long."""
        self._tell("beat", {})
        now = time.monotonic()
        for server in [server for server, at in self._heard.items() if now - at > SILENT]:
            del self._heard[server]
            for game in tuple(self._tables):
                self._forget(game, server)

    def _tell_all(self) -> None:
        for table in tuple(self._seated.values()):
            self.seated(table)

    def _tell(self, of: Hashable, message: dict[str, object]) -> None:
        if not self._store.shared:
            return
        text = self._worded(message)
        self._waiting.pop(of, None)
        self._waiting[of] = text
        if self._sending is None or self._sending.done():
            self._sending = self._tasks.start(self._send())

    def _worded(self, message: dict[str, object]) -> str:
        text = json.dumps({"from": self._name, **message})
        if len(text) > _LONGEST:  # the database would refuse it for ever, with the rest of the queue
            raise ValueError(f"news for the other servers may have {_LONGEST:,} characters, not {len(text):,}")
        return text

    async def _send(self) -> None:
        """Send the queue, retrying until it is empty; a failure is logged once."""
        has_failed = False
        while self._waiting:
            try:
                await self.flush()
            except Exception as error:  # must go on: other servers would still show games to signed-out visitors
                if not has_failed:
                    log.warning("the other servers cannot be reached; trying again", extra={"why": str(error)})
                has_failed = True
                if not await self._tasks.pause(AGAIN):
                    return

    async def flush(self) -> None:
        """Send the queue together; after StoreTrouble it is kept."""
        told = dict(self._waiting)
        if told:
            await self._store.notify([*told.values()])
        for of, text in told.items():
            if self._waiting.get(of) is text:
                del self._waiting[of]

    # -- receiving -----------------------------------------------------------------------------------------------------

    def hear(self, text: str) -> None:
        """Handle a message of a server, perhaps this one."""
        message: dict[str, Any] = json.loads(text)
        server = message["from"]
        if server == self._name:
            return
        self._heard[server] = time.monotonic()
        if message.get("hello"):
            self._tell_all()
        if message.get("news") in self.others:
            self.others[message["news"]](message["about"])
        game = message.get("game")
        if game is None:
            return
        if message.get("spoken"):
            table = self._find(game)
            if table is not None:
                table.speak()
        elif message["seats"]:
            self._tables.setdefault(game, {})[server] = message["seats"]
            self._show(game)
        else:
            self._forget(game, server)

    def came_in(self, table: GameTable) -> None:
        """Give a loaded game the presence data of other servers."""
        table.seating.elsewhere = self._tables.get(table.id, {})

    def _forget(self, game: str, server: str) -> None:
        servers = self._tables.get(game, {})
        if servers.pop(server, None) is not None:
            if not servers:
                del self._tables[game]
            self._show(game)

    def _show(self, game: str) -> None:
        table = self._find(game)
        if table is not None:
            self.came_in(table)
            table.tell()
