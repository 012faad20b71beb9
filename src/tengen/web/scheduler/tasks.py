"""Background tasks: referenced until they end, with failures logged, and stopped together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import suppress
from typing import Any, Final

from ...records.errors import PicklableError
from ..languages.catalogue import ENGLISH
from ..languages.reader_language import speaking

log: Final = logging.getLogger("tengen.web")


class TaskSet:
    """The running tasks of one part of the server."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = asyncio.Event()

    def __iter__(self) -> Iterator[asyncio.Task[None]]:
        return iter(tuple(self._tasks))

    def start(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        """Run a coroutine in its own task, in English whatever the reader's language."""
        with speaking(ENGLISH):
            task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._end)
        return task

    def repeat(self, work: Callable[[], Awaitable[None]], seconds: float, trouble: str) -> None:
        """Repeat ``work`` with pauses of ``seconds``; ``trouble`` is logged if it fails."""

        async def again() -> None:
            going_on = True
            while going_on:
                try:
                    await work()
                except Exception as error:
                    log_failure(log, trouble, error)
                going_on = await self.pause(seconds)

        self.start(again())

    def _end(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log_failure(log, "a background task failed", error)

    async def pause(self, seconds: float) -> bool:
        """Wait, or until the tasks are stopped; return whether they go on.

        A loop that uses this ends even if a library has mistaken its cancellation for an error.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stopping.wait()
        return not self._stopping.is_set()

    async def stop(self) -> None:
        """Cancel every task, and wait until all have ended."""
        self._stopping.set()
        tasks = [*self]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class KnownTrouble(PicklableError):
    """A known, temporary trouble; ``was_logged``: its beginning is in the log, and its end will be."""

    was_logged: bool = False


def log_failure(log: logging.Logger, message: str, error: BaseException, **details: Any) -> None:
    """Log a failure: with its traceback, or in one line if it is known trouble, unless that was logged already."""
    known = _known(error)
    if known is None:
        log.error(message, exc_info=error, extra=details)
    elif not known.was_logged:
        log.warning(message, extra={**details, "why": str(known)})


def _known(error: BaseException) -> KnownTrouble | None:
    """Return an error as known trouble; of a group of such errors, the first not logged."""
    if isinstance(error, KnownTrouble):
        return error
    if not isinstance(error, BaseExceptionGroup):
        return None
    found = [known for each in error.exceptions if (known := _known(each)) is not None]
    return min(found, key=lambda each: each.was_logged) if len(found) == len(error.exceptions) else None
