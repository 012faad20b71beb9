"""A module of Tengen as a process on a machine of a cluster: the actor there, which speaks with it."""

from __future__ import annotations

import asyncio
import hashlib
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from ..records import TengenError
from ..systems.processes import GROUP, end_all
from . import own_environment


@cache
def source_here() -> str:
    """Return a digest of Tengen's source on this machine."""
    digest, root = hashlib.sha256(), Path(__file__).parents[1]
    for path in sorted(root.rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def strange_source() -> str:
    """Say that this machine has another Tengen than the one that asks."""
    return f"{socket.gethostname()} has another Tengen than this machine: install the same on each"


_LONGEST: Final = 1 << 24
"""Bytes of the longest line."""


class ModuleProcess:
    """Runs ``python -m module arguments``; lines go in by `tell`, and come out of `lines`, the last with its exit code.

    ``source`` is that of who asks for it: another Tengen might take the lines for something else.
    """

    def __init__(self, source: str, module: str, arguments: list[str]) -> None:
        self._strange = "" if source == source_here() else strange_source()
        self._words = [sys.executable, "-m", module, *arguments]
        self._process: asyncio.subprocess.Process | None = None

    async def lines(self) -> AsyncIterator[bytes | int]:
        """Start the program and yield what it says, line by line, and then its exit code.

        Raises:
            TengenError: this machine has another Tengen.
        """
        if self._strange:
            raise TengenError(self._strange)
        process = self._process = await asyncio.create_subprocess_exec(
            *self._words,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_LONGEST,
            env=own_environment(),
            **GROUP,
        )
        assert process.stdout is not None  # it is a pipe
        async for line in process.stdout:
            yield line
        yield await process.wait()

    async def tell(self, line: bytes) -> None:
        """Pass a line on to the program."""
        if self._process is not None and self._process.stdin is not None:
            with suppress(ConnectionError):
                self._process.stdin.write(line)

    async def end(self) -> None:
        """End the program with all that it has started."""
        if self._process is not None:
            end_all(self._process.pid)
