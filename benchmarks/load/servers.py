"""The servers under load, in separate processes: start, measurement and end; and other load on the machine."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO
from uuid import uuid4

import httpx2

LIMITS = """rate = 100000.0
burst = 1000000
new_games = 1000000
own_games = 1000000
sockets = 100000
most_sockets = 100000
connections = 100000
most_connections = 100000
new_visitors = 1000000
"""
"""Limits beyond any visitor."""
_START = 120.0
"""Seconds until a server must be ready, or must have ended."""
_BUSY = "while True: sum(range(10_000))"


@dataclass(frozen=True)
class Server:
    """A server process and its address."""

    process: subprocess.Popen[str]
    url: str

    @property
    def seconds(self) -> float:
        """The processor time of the server itself since its start, without its workers (Linux)."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def megabytes(self) -> float:
        """The peak memory of the server with its workers, in MiB (Linux)."""
        pids = [self.process.pid, *_children(self.process.pid)]
        peaks = [re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{each}/status").read_text("utf-8")) for each in pids]
        return sum(int(peak[1]) for peak in peaks if peak) / 1024


@contextmanager
def servers(number: int, database: str | None) -> Iterator[list[Server]]:
    """Run servers that share a new database: an SQLite file, or one on the server of a PostgreSQL ``database``."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (folder / "limits.toml").write_text(LIMITS)
        kept = stack.enter_context(_new_database(database)) if database else f"sqlite:///{folder / 'games.db'}"
        log = stack.enter_context((folder / "log").open("w"))
        yield [stack.enter_context(_server(kept, folder / "limits.toml", log)) for _ in range(number)]


@contextmanager
def busy(number: int, nice: int) -> Iterator[None]:
    """Keep a number of other processes busy, with ``nice`` more than this one's."""
    command = ["nice", "-n", str(nice), sys.executable, "-c", _BUSY]
    others = [subprocess.Popen(command) for _ in range(number)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


@contextmanager
def _new_database(beside: str) -> Iterator[str]:
    name = f"load_{uuid4().hex}"
    asyncio.run(_told(beside, f"create database {name}"))
    try:
        yield f"{beside.rpartition('/')[0]}/{name}"
    finally:
        asyncio.run(_told(beside, f"drop database {name} with (force)"))


async def _told(url: str, command: str) -> None:
    import asyncpg

    connection = await asyncpg.connect(url)
    await connection.execute(command)
    await connection.close()


@contextmanager
def _server(database: str, limits: Path, log: TextIO) -> Iterator[Server]:
    command = [sys.executable, "-m", "tengen.cli", "serve", "--port", "0", "--database", database]
    command += ["--workers", "1", "--limits", str(limits)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        yield Server(process, _ready(process))
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(_START)
        except subprocess.TimeoutExpired:
            process.kill()


def _ready(process: subprocess.Popen[str]) -> str:
    """Return the URL of a server once it can be played on."""
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"http://localhost:(\d+)/", line):
            break
    else:
        raise SystemExit("the server did not start; tengen serve says why")
    url, end = f"http://127.0.0.1:{found[1]}", time.monotonic() + _START
    while time.monotonic() < end:
        if httpx2.get(f"{url}/health/ready").status_code == 200:
            return url
        time.sleep(0.5)
    raise SystemExit("the server did not become ready")


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return [int(each) for task in tasks for each in (task / "children").read_text().split()]
