"""The WebSockets that are open, by the visitor who opened them: whoever is signed out is not shown anything further."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from fastapi import WebSocket

from .store import Visitor
from .talk.exchange import TalkExchange
from .tasks import TaskSet

_SIGNED_OUT: Final = 4401
"""The code with which they are closed; a page then comes back as whoever it is now."""

_NEWS: Final = "signed-out"


class OpenSockets:
    """Keeps whose each WebSocket of this server is, and closes them here and at the other servers."""

    def __init__(self, exchange: TalkExchange, tasks: TaskSet) -> None:
        self._exchange, self._tasks = exchange, tasks
        self._open: dict[str | None, Counter[WebSocket]] = {}
        exchange.others[_NEWS] = lambda visitor: self._close(str(visitor))

    @contextmanager
    def held(self, visitor: str | None, socket: WebSocket) -> Iterator[None]:
        """Count a WebSocket as a visitor's, or as nobody's, for as long as the block lasts; blocks may be nested."""
        theirs = self._open.setdefault(visitor, Counter())
        theirs[socket] += 1
        try:
            yield
        finally:
            theirs[socket] -= 1
            if not theirs[socket]:
                del theirs[socket]
            if not theirs:
                del self._open[visitor]

    def sign_out(self, visitors: Collection[str]) -> None:
        """Close all that these visitors have open."""
        for visitor in visitors:
            self._close(visitor)
            self._exchange.tell_others(_NEWS, visitor)

    def close_of(self, visitors: Collection[str]) -> None:
        """Close what these visitors have open at this server: their pages come back as whoever they are then."""
        for visitor in visitors:
            self._close(visitor)

    def close_where(self, wanted: Callable[[WebSocket], bool]) -> None:
        """Close those that are wanted, whosever they are, at this server."""
        for socket in [socket for sockets in self._open.values() for socket in sockets if wanted(socket)]:
            self._tasks.start(_closed(socket))

    async def look_again(self, whose: Callable[[WebSocket], Awaitable[Visitor | None]]) -> None:
        """Close those whose visitor has signed out: nobody heard of that while the servers could not talk."""
        for visitor, sockets in [(visitor, [*sockets]) for visitor, sockets in self._open.items() if visitor]:
            for socket in sockets:
                found = await whose(socket)
                if found is None or found.id != visitor:
                    self._tasks.start(_closed(socket))

    def _close(self, visitor: str) -> None:
        for socket in self._open.get(visitor, ()):
            self._tasks.start(_closed(socket))


async def _closed(socket: WebSocket) -> None:
    with suppress(Exception):  # the page may have gone meanwhile
        await socket.close(_SIGNED_OUT)
