"""Servers of one PostgreSQL database tell each other who is at which table, who has spoken, and other news."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from ...records import Colour
from ..store import Store
from ..tasks import TaskSet
from .presence import Presence
from .table import Table

SILENT: Final = 10.0
"""Seconds without a word after which another server is taken to be gone, with everybody at its tables."""


class TalkExchange:
    """What this server tells the others, and what they have told it; on SQLite, which one process has, nothing.

    ``find`` returns a game that is in memory. A server that begins to listen greets the others, and each tells it who
    is at its tables. A server that has nothing to tell says so with every sweep. ``others`` says what is done with
    other news, by kind.
    """

    def __init__(self, store: Store, find: Callable[[str], Table | None], tasks: TaskSet) -> None:
        self._store, self._find, self._tasks = store, find, tasks
        self._name = secrets.token_hex(8)
        self._heard: dict[str, float] = {}  # servers, and when each was last heard
        self._tables: dict[str, dict[str, Mapping[Colour, Presence]]] = {}  # by game and server
        self._seated: dict[str, Table] = {}  # games with somebody at a table of this server
        self._waiting: list[dict[str, object]] = []
        self.others: dict[str, Callable[[Any], None]] = {}

    # -- telling -------------------------------------------------------------------------------------------------------

    def seated(self, table: Table) -> None:
        """Tell who is at a game's table here, now that this has changed."""
        seats = table.seating.seats_here()
        if seats:
            self._seated[table.id] = table
        else:
            self._seated.pop(table.id, None)
        self._tell({"game": table.id, "seats": seats})

    def spoken(self, game: str) -> None:
        """Tell that something was said in a game."""
        self._tell({"game": game, "spoken": True})

    def tell_others(self, news: str, about: object) -> None:
        """Tell the other servers news of a kind that `others` knows there; at most 7,000 bytes as JSON."""
        self._tell({"news": news, "about": about})

    def greet(self) -> None:
        """Begin to listen: forget what was heard before, ask who is where, and say who is here."""
        for game in tuple(self._tables):
            self._forget(game, None)
        self._heard.clear()
        self._tell({"hello": True})
        self._tell_all()

    def beat(self) -> None:
        """Say that this server lives; forget those that have said nothing for long."""
        self._tell({})
        now = time.monotonic()
        for server in [server for server, at in self._heard.items() if now - at > SILENT]:
            del self._heard[server]
            for game in tuple(self._tables):
                self._forget(game, server)

    def _tell_all(self) -> None:
        for table in self._seated.values():
            self._tell({"game": table.id, "seats": table.seating.seats_here()})

    def _tell(self, message: dict[str, object]) -> None:
        if not self._store.shared:
            return
        self._waiting.append({"from": self._name, **message})
        if len(self._waiting) == 1:
            self._tasks.start(self._send())

    async def _send(self) -> None:
        """Send what is waiting, together."""
        told, self._waiting = [json.dumps(each) for each in self._waiting], []
        await self._store.notify(told)

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

    def came_in(self, table: Table) -> None:
        """Say to a game that has come into memory who is at its table elsewhere."""
        table.seating.elsewhere = self._tables.get(table.id, {})

    def _forget(self, game: str, server: str | None) -> None:
        """Forget who is at a game's table at a server, or at all others."""
        servers = self._tables.get(game, {})
        if server is not None and server not in servers:
            return
        if server is None:
            servers.clear()
        else:
            del servers[server]
        if not servers:
            self._tables.pop(game, None)
        self._show(game)

    def _show(self, game: str) -> None:
        table = self._find(game)
        if table is not None:
            self.came_in(table)
            table.tell()
