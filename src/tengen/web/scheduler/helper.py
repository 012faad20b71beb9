"""The server's side of the helper process, which is started for its first job and replaced if lost.

A thread would not do: while it computes, the event loop waits five milliseconds for every step of its own. Messages
are pickles.
"""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast

from ...records import TengenError
from ...systems.processes import BEHIND
from ...workers import own_environment
from .threads import in_thread

_WORKER: Final = f"{__package__}.helper_worker"
_LENGTH_BYTES: Final = 4


class TooCostly(TengenError):
    """Work took longer than the server allows."""


@dataclass(frozen=True)
class HelperJob:
    """A job: a function of a module, its arguments, and the reader's language; ``limit`` is its processor time (s)."""

    work: Callable[..., object]
    given: tuple[object, ...]
    language: str
    limit: float


@dataclass(frozen=True)
class HelperAnswer:
    """The answer to a job: a result, or an error of Tengen's; ``failed``: neither. ``seconds`` of processor time."""

    result: object = None
    error: Exception | None = None
    failed: bool = False
    seconds: float = 0.0

    def packed(self) -> bytes:
        """Return its message: a pickle after its length."""
        body = pickle.dumps(self, pickle.HIGHEST_PROTOCOL)
        return len(body).to_bytes(_LENGTH_BYTES) + body


class Helper:
    """Runs one job at a time in another process."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def do(self, job: HelperJob) -> HelperAnswer:
        """Send a job to the process, started if necessary, and return its answer.

        Raises:
            OSError, EOFError: the process was lost.
        """
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", _WORKER,
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env=own_environment(),
                **BEHIND,
            )  # fmt: skip
        told, said = self._process.stdin, self._process.stdout
        assert told is not None  # pipes
        assert said is not None
        told.write(pickle.dumps(job, pickle.HIGHEST_PROTOCOL))
        await told.drain()
        body = await said.readexactly(int.from_bytes(await said.readexactly(_LENGTH_BYTES)))
        return cast("HelperAnswer", await in_thread(pickle.loads, body))

    async def end(self) -> None:
        """End the process; the next job starts another one."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
