"""Servers of one PostgreSQL database tell each other who is at which table, who has spoken, and other news."""

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
"""Seconds after which what could not be sent is sent again."""
_LONGEST: Final = 7_900
"""Characters, all ASCII, of a message: PostgreSQL takes 8,000 bytes less one."""
SILENT: Final = 10.0
"""Seconds without a word after which another server is taken to be gone, with everybody at its tables."""


class TalkExchange:
    """What this server tells the others, and what they have told it; on SQLite, which one process has, nothing.

    ``find`` returns a game that is in memory. A server that begins to listen greets the others, and each tells it who
    is at its tables. A server that has nothing to tell says so with every sweep. ``others`` says what is done with
    other news, by kind. What the database does not pass on is kept and sent again until it does.
    """

    def __init__(self, store: Store, find: Callable[[str], GameTable | None], tasks: TaskSet) -> None:
        self._store, self._find, self._tasks = store, find, tasks
        self._name = secrets.token_hex(8)
        self._heard: dict[str, float] = {}  # servers, and when each was last heard
        self._tables: dict[str, dict[str, Mapping[Colour, Presence]]] = {}  # by game and server
        self._seated: dict[str, GameTable] = {}  # games with somebody at a table of this server
        self._waiting: dict[Hashable, str] = {}  # by what it tells of: a later word replaces one before
        self._sending: asyncio.Task[None] | None = None
        self._numbers = itertools.count()
        self.others: dict[str, Callable[[Any], object]] = {}

    # -- telling -------------------------------------------------------------------------------------------------------

    def seated(self, table: GameTable) -> None:
        """Tell who is at a game's table here, now that this has changed."""
        seats = table.seating.seats_here()
        if seats:
            self._seated[table.id] = table
        else:
            self._seated.pop(table.id, None)
        self._tell(("seats", table.id), {"game": table.id, "seats": seats})

    def spoken(self, game: str) -> None:
        self._tell(("spoken", game), {"game": game, "spoken": True})

    def news(self, kind: str, about: object) -> str:
        """Return what tells the other servers news of a kind that `others` knows there.

        It is stored with what it tells of (`store.channels.TALK`), and is at most 7,000 characters as JSON.
        """
        return self._worded({"news": kind, "about": about})

    def greet(self) -> None:
        """Begin to listen: forget what was heard before, ask who is where, and say who is here."""
        games, self._tables = self._tables, {}
        for game in games:
            self._show(game)
        self._heard.clear()
        self._tell("hello", {"hello": True})
        self._tell_all()

    def beat(self) -> None:
        """Say that this server lives; forget those that have said nothing for long."""
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
        if len(text) > _LONGEST:  # the database would refuse it for ever, and all that waits with it
            raise ValueError(f"news for the other servers may have {_LONGEST:,} characters, not {len(text):,}")
        return text

    async def _send(self) -> None:
        """Send what waits, again and again until nothing does; what is in the way is logged once."""
        has_failed = False
        while self._waiting:
            try:
                await self.flush()
            except Exception as error:  # whoever has signed out would be shown games at the other servers
                if not has_failed:
                    log.warning("the other servers cannot be reached; trying again", extra={"why": str(error)})
                has_failed = True
                if not await self._tasks.pause(AGAIN):
                    return

    async def flush(self) -> None:
        """Send what waits, together; after StoreTrouble it waits on."""
        told = dict(self._waiting)
        if told:
            await self._store.notify([*told.values()])
        for of, text in told.items():
            if self._waiting.get(of) is text:
                del self._waiting[of]

    # -- hearing -------------------------------------------------------------------------------------------------------

    def hear(self, text: str) -> None:
        """Take in what a server said, perhaps this one."""
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
        """Say to a game that has come into memory who is at its table elsewhere."""
        table.seating.elsewhere = self._tables.get(table.id, {})

    def _forget(self, game: str, server: str) -> None:
        """Forget who is at a game's table at a server."""
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
