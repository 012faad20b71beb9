"""Turns at something of which there is too little for all at once, fair to those who wait."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar

_asker: ContextVar[str] = ContextVar("asker", default="")


def asked_by(address: str) -> None:
    """Let what the server needs from here on, in this task, wait in turn for an address."""
    _asker.set(address)


def asker() -> str:
    """Return the address for which the server is at work in this task; "" where it is for the server itself."""
    return _asker.get()


class TooManyWait(Exception):
    """Somebody waits for as many turns already as one may."""


class FairTurns:
    """Turns that are given to each who waits, one after another: whoever asks often waits behind their own requests.

    ``each`` is the number of turns that one may wait for; ``at_once`` are taken at once.
    """

    def __init__(self, each: int, at_once: int = 1) -> None:
        self._each = each
        self._free = at_once
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def take(self, who: str, bounded: bool = True) -> None:
        """Wait for a turn, which lasts until `leave`, behind ``each`` others at most where that is ``bounded``.

        Raises:
            TooManyWait: this one waits for too many turns already.
        """
        if self._free:
            self._free -= 1
            return
        mine = self._waiting.setdefault(who, deque())
        if bounded and len(mine) >= self._each:
            raise TooManyWait
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        mine.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave()
            else:
                self._forget(who, turn)
            raise

    def leave(self) -> None:
        """End a turn: the next belongs to whoever has waited longest since their last one."""
        while self._waiting:
            who, theirs = self._waiting.popitem(last=False)
            turn = theirs.popleft()
            if theirs:
                self._waiting[who] = theirs
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn that lasts for the block, behind whatever waits already for whom this task works."""
        await self.take(asker(), bounded=False)
        try:
            yield
        finally:
            self.leave()

    def _forget(self, who: str, turn: asyncio.Future[None]) -> None:
        theirs = self._waiting.get(who, deque())
        with suppress(ValueError):
            theirs.remove(turn)
        if not theirs:
            self._waiting.pop(who, None)
