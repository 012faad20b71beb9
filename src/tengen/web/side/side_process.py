"""The process beside the server, as the server sees it: started when there is something to do, and replaced if need be.

Threads would not do: while one computes, the event loop waits five milliseconds for every step of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import pickle
import sys
from collections.abc import Callable
from typing import Final, TypeVar, cast

from ...systems.processes import BEHIND
from ...workers import own_environment
from ..error_texts import FAILED, TOO_MUCH_SOON
from ..fair_turns import FairTurns, TooManyWait, asker
from ..light_work import in_thread
from ..rate_limits import TokenBuckets
from ..request_errors import RequestError
from ..texts import language
from .messages import LENGTH_BYTES, SideAnswer, SideJob, length_of, packed

_PACKAGE: Final = __name__.rpartition(".")[0]
_T = TypeVar("_T")
_EACH: Final = 32
"""Requests of one address that may wait."""
log: Final = logging.getLogger("tengen.web")


class SideProcess:
    """Does what is costly, one thing at a time, in turn for each address that asks.

    The processor's time is charged to ``seconds``, by address. What takes longer than ``limit`` seconds of it is given
    up, and a process that does not answer for ``patience`` seconds is replaced.
    """

    def __init__(self, seconds: TokenBuckets, limit: float = 15.0, patience: float = 120.0) -> None:
        self._seconds, self._limit, self._patience = seconds, limit, patience
        self._turns = FairTurns(_EACH)
        self._stopped = False
        self._process: asyncio.subprocess.Process | None = None
        self._working: set[asyncio.Task[SideAnswer]] = set()

    async def run(self, payer: str | None, work: Callable[..., _T], *given: object) -> _T:
        """Return what a function of a module comes to in the other process; TengenErrors come back from there.

        Without a ``payer`` it is the server itself that needs it, for a game that is kept: nobody is charged or refused
        then, and it waits in turn for the address by which the game is asked for (`asked_by`).

        Raises:
            RequestError: the address has had its share, or waits for too much; or it took too long, or broke down.
        """
        if payer is not None and self._seconds.left(payer) <= 0:
            raise RequestError(429, "too-many", TOO_MUCH_SOON)
        try:
            await self._turns.take(payer or asker(), bounded=payer is not None)
        except TooManyWait:
            raise RequestError(429, "too-many", TOO_MUCH_SOON) from None
        task = asyncio.ensure_future(self._in_turn(payer, SideJob(work, given, language(), self._limit)))
        self._working.add(task)
        task.add_done_callback(self._working.discard)
        answer = await asyncio.shield(task)  # the caller may go; the turn lasts until the process is free
        if answer.failed:
            raise RequestError(500, "failed", FAILED)
        return cast("_T", answer.get())

    async def stop(self) -> None:
        """End the process; calls that wait for it fail."""
        self._stopped = True
        await self._end()
        await asyncio.gather(*self._working, return_exceptions=True)
        await self._end()  # one that was just being started

    async def _in_turn(self, payer: str | None, job: SideJob) -> SideAnswer:
        answer = SideAnswer(failed=True, seconds=self._limit)
        try:
            if not self._stopped:
                async with asyncio.timeout(self._patience):
                    answer = await self._asked(job)
        except (OSError, EOFError, TimeoutError) as error:
            log.warning("the process beside the server was lost over %s: %r", job.work.__name__, error)
            await self._end()
        finally:
            if payer is not None:
                self._seconds.charge(payer, answer.seconds)
            self._turns.leave()
        return answer

    async def _asked(self, job: SideJob) -> SideAnswer:
        """Send a job to the process, which is started if need be, and return its answer."""
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", _PACKAGE,
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env=own_environment(),
                **BEHIND,
            )  # fmt: skip
        told, said = self._process.stdin, self._process.stdout
        assert told is not None  # they are pipes
        assert said is not None
        told.write(packed(job))
        await told.drain()
        body = await said.readexactly(length_of(await said.readexactly(LENGTH_BYTES)))
        return await in_thread(_unpacked, body)

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def _unpacked(body: bytes) -> SideAnswer:
    return cast("SideAnswer", pickle.loads(body))
