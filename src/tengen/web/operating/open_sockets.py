"""The WebSockets that are open, by the visitor who opened them: whoever is signed out is not shown anything further."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from fastapi import WebSocket

from ..scheduler.tasks import TaskSet
from ..store import Visitor

SIGNED_OUT: Final = 4401
"""The code with which they are closed; a page then comes back as whoever it is now."""


class OpenSockets:
    """Keeps whose each WebSocket of this server is, and closes them; ``whose`` tells it by the cookie of one."""

    def __init__(self, tasks: TaskSet, whose: Callable[[WebSocket], Awaitable[Visitor | None]]) -> None:
        self._tasks, self._whose = tasks, whose
        self._open: dict[str | None, Counter[WebSocket]] = {}

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

    def close_of(self, visitors: Collection[str]) -> None:
        """Close what these visitors have open at this server: their pages come back as whoever they are then."""
        for visitor in visitors:
            for socket in self._open.get(visitor, ()):
                self._tasks.start(_closed(socket))

    def close_where(self, wanted: Callable[[WebSocket], bool]) -> None:
        """Close those that are wanted, whosever they are, at this server."""
        for socket in [socket for sockets in self._open.values() for socket in sockets if wanted(socket)]:
            self._tasks.start(_closed(socket))

    def hear(self, visitor: str) -> None:
        """Close what a visitor ("": anybody) has open with a cookie that is void, as a server has said."""
        self._tasks.start(self._look_at([visitor] if visitor else [each for each in self._open if each]))

    async def _look_at(self, visitors: Collection[str]) -> None:
        for whom, socket in [(each, socket) for each in visitors for socket in self._open.get(each, ())]:
            found = None
            with suppress(Exception):  # it is closed, whatever has failed: its page comes back as whoever it is
                found = await self._whose(socket)
            if found is None or found.id != whom:
                self._tasks.start(_closed(socket))


async def _closed(socket: WebSocket) -> None:
    with suppress(Exception):  # the page may have gone meanwhile
        await socket.close(SIGNED_OUT)
