"""Costly work for visitors: charged to the address, and run in a thread if light, else in the helper process."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar, cast

from ..errors import FAILED, RequestError
from ..languages.reader_language import language
from .fair_queue import QueueFull
from .helper import Helper, HelperAnswer, HelperJob
from .limit_table import LIMITS, TokenBuckets
from .payers import asker
from .slots import Slot
from .threads import in_thread

_T = TypeVar("_T")
_ROW: Final = LIMITS["helper"]
log: Final = logging.getLogger("tengen.web")


class Scheduler:
    """Does work for visitors, and charges the processor's time to ``seconds``, by address.

    Work in the helper process is given up after ``limit`` seconds of the processor, and a process that does not answer
    for ``deadline`` seconds is replaced.
    """

    def __init__(self, seconds: TokenBuckets, limit: float = _ROW.seconds, deadline: float = _ROW.deadline) -> None:
        self._seconds, self._limit, self._deadline = seconds, limit, deadline
        self._slots = _ROW.slots()
        self._helper = Helper()
        self._stopped = False
        self._working: set[asyncio.Task[HelperAnswer]] = set()

    async def run(self, payer: str | None, work: Callable[..., _T], *given: object, light: bool = False) -> _T:
        """Return the result of a function of a module; errors of Tengen's are raised here wherever it runs.

        ``light`` work is done in a thread. Without a ``payer`` the server itself needs the work for a stored game: then
        it is neither charged nor refused, and is queued under the requesting address (`asked_by`).

        Raises:
            RequestError: the address has had its share, or too much of its work waits; or the work failed.
        """
        if payer is not None:
            self._seconds.check(payer)
            if light:
                return await self._in_charged_thread(payer, work, *given)
        slot = Slot(payer=payer or asker())
        try:
            await self._slots.take(slot, bounded=payer is not None)
        except QueueFull:
            self._seconds.refuse()
        task = asyncio.ensure_future(self._in_slot(payer, slot, HelperJob(work, given, language(), self._limit)))
        self._working.add(task)
        task.add_done_callback(self._working.discard)
        answer = await asyncio.shield(task)  # the caller may go; the slot lasts until the process is free
        if answer.failed:
            raise RequestError(500, "failed", FAILED)
        if answer.error is not None:
            raise answer.error
        return cast("_T", answer.result)

    async def stop(self) -> None:
        """End the process; waiting calls fail."""
        self._stopped = True
        await self._helper.end()
        await asyncio.gather(*self._working, return_exceptions=True)
        await self._helper.end()  # a process that was just starting

    async def _in_charged_thread(self, payer: str, work: Callable[..., _T], *given: object) -> _T:
        """Run a function in a thread; its time is charged even if it fails or its caller has gone."""
        loop = asyncio.get_running_loop()

        def timed() -> _T:
            began = time.thread_time()
            try:
                return work(*given)
            finally:
                with suppress(RuntimeError):  # the server has ended
                    loop.call_soon_threadsafe(self._seconds.charge, payer, time.thread_time() - began)

        return await in_thread(timed)

    async def _in_slot(self, payer: str | None, slot: Slot, job: HelperJob) -> HelperAnswer:
        answer = HelperAnswer(failed=True, seconds=self._limit)
        try:
            if not self._stopped:
                async with asyncio.timeout(self._deadline):
                    answer = await self._helper.do(job)
        except (OSError, EOFError, TimeoutError) as error:
            log.warning("the helper process was lost over %s: %r", job.work.__name__, error)
            await self._helper.end()
        finally:
            if payer is not None:
                self._seconds.charge(payer, answer.seconds)
            self._slots.leave(slot)
        return answer
