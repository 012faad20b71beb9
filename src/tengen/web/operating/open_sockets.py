"""Open WebSockets by visitor, so that those of signed-out visitors can be closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from fastapi import WebSocket

from ..scheduler.tasks import TaskSet
from ..store import Visitor

SIGNED_OUT: Final = 4401
"""The code for closing them; the page then reconnects with its current cookie."""


class OpenSockets:
    """Tracks the visitor of each WebSocket of this server; ``whose`` finds a WebSocket's visitor by its cookie."""

    def __init__(self, tasks: TaskSet, whose: Callable[[WebSocket], Awaitable[Visitor | None]]) -> None:
        self._tasks, self._whose = tasks, whose
        self._open: dict[str | None, Counter[WebSocket]] = {}

    @contextmanager
    def held(self, visitor: str | None, socket: WebSocket) -> Iterator[None]:
        """Register a WebSocket for a visitor (None: unknown) during the block; blocks may be nested."""
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

    def close_of(self, visitors: Collection[str]) -> None:
        """Close these visitors' WebSockets at this server; their pages reconnect with their current cookies."""
        for visitor in visitors:
            for socket in self._open.get(visitor, ()):
                self._tasks.start(_closed(socket))

    def close_where(self, wanted: Callable[[WebSocket], bool]) -> None:
        """Close the WebSockets of this server that match."""
        for socket in [socket for sockets in self._open.values() for socket in sockets if wanted(socket)]:
            self._tasks.start(_closed(socket))

    def hear(self, visitor: str) -> None:
        """Close a visitor's WebSockets with void cookies ("": all visitors'), after a message from another server."""
        self._tasks.start(self._look_at([visitor] if visitor else [each for each in self._open if each]))

    async def _look_at(self, visitors: Collection[str]) -> None:
        for whom, socket in [(each, socket) for each in visitors for socket in self._open.get(each, ())]:
            found = None
            with suppress(Exception):  # on any failure the WebSocket is closed, and its page reconnects
                found = await self._whose(socket)
            if found is None or found.id != whom:
                self._tasks.start(_closed(socket))


async def _closed(socket: WebSocket) -> None:
    with suppress(Exception):  # the page may have gone
        await socket.close(SIGNED_OUT)
