"""The faults of a soak: servers, workers and the database are killed, and the disk is full for a while."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol

from .load.servers import LIMITS

_DISK: Final = {"sqlite": 64, "postgres": 256}
"""The size of the database's disk, in MiB."""


def free_port() -> int:
    """Return a free loopback port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Disk:
    """A separate disk for the database, if one may be mounted; otherwise a folder that is never full."""

    def __init__(self, folder: Path, kind: str) -> None:
        self.folder = folder / "disk"
        self.folder.mkdir()
        size = f"size={_DISK[kind]}m"
        mount = ["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(self.folder)]
        self.is_small = os.getuid() == 0 and subprocess.run(mount, capture_output=True).returncode == 0

    async def full(self, seconds: float) -> None:
        """Fill the disk for some seconds."""
        ballast = self.folder / "ballast"
        try:
            with ballast.open("wb", buffering=0) as file, suppress(OSError):
                while file.write(bytes(1 << 16)):
                    pass
            with ballast.open("ab", buffering=0) as file, suppress(OSError):
                while file.write(bytes(4096)):
                    pass
            await asyncio.sleep(seconds)
        finally:
            ballast.unlink(missing_ok=True)

    def close(self) -> None:
        """Unmount it."""
        if self.is_small:
            subprocess.run(["umount", "-l", str(self.folder)], check=True)


class Process(Protocol):
    """A process that is restarted if it ends by itself."""

    async def keep(self) -> None:
        """Keep it running."""

    def close(self) -> None:
        """End it for good."""


class Database(Process, Protocol):
    """A database that can be killed, or not."""

    url: str

    def kill(self) -> None:
        """Kill it like a power cut."""


class SqliteFile:
    """A file, which dies with its server."""

    def __init__(self, disk: Disk) -> None:
        self.url = f"sqlite:///{disk.folder / 'games.db'}"

    async def keep(self) -> None:
        """Nothing runs."""

    def kill(self) -> None:
        """Nothing runs."""

    def close(self) -> None:
        """Nothing runs."""


class Postgres:
    """A PostgreSQL server on loopback, in its own folder, restarted whenever it ends."""

    def __init__(self, disk: Disk) -> None:
        self._data, self._port = disk.folder / "data", free_port()
        self.url = f"postgresql://tengen@127.0.0.1:{self._port}/postgres"
        self._user = "postgres" if os.getuid() == 0 else None
        if self._user:
            for folder in (disk.folder.parent, disk.folder):
                folder.chmod(0o755)
            shutil.chown(disk.folder, self._user, self._user)
        given = ["--auth=trust", "--username=tengen", "--encoding=UTF8", "--wal-segsize=1", "-D", str(self._data)]
        subprocess.run([self._program("initdb"), *given], check=True, capture_output=True, user=self._user, cwd="/")
        self._process: subprocess.Popen[bytes] | None = None

    async def keep(self) -> None:
        """Start it unless it runs."""
        if self._process is None or self._process.poll() is not None:
            given = [
                "-D",
                str(self._data),
                "-p",
                str(self._port),
                "-k",
                str(self._data),
                "-c",
                "log_min_messages=panic",
            ]
            given += ["-c", "listen_addresses=127.0.0.1", "-c", "max_wal_size=16MB", "-c", "min_wal_size=4MB"]
            self._process = subprocess.Popen(
                [self._program("postgres"), *given], stderr=subprocess.DEVNULL, user=self._user, cwd="/"
            )

    def kill(self) -> None:
        """Kill it, so that it must recover from its log."""
        self._end(signal.SIGQUIT)

    def close(self) -> None:
        """End it for good."""
        self._end(signal.SIGINT)
        if self._process is not None:
            self._process.wait(60)

    def _end(self, how: int) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(how)

    @staticmethod
    def _program(name: str) -> str:
        found = shutil.which(name)
        folders = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]))
        if found is None and not folders:
            raise SystemExit("PostgreSQL is not installed; --database sqlite does without")
        return str(folders[-1] if folders else found)


class ServerProcess:
    """`tengen serve` at a fixed port, restarted whenever it ends."""

    def __init__(self, folder: Path, number: int, database: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.logs = folder / f"server-{number}.log"
        limits = folder / "limits.toml"
        limits.write_text(LIMITS)
        self._command = [sys.executable, "-m", "tengen.cli", "serve", "--port", str(self.port), "--database", database]
        self._command += ["--workers", "1", "--logs", "json", "--limits", str(limits)]
        self._process: subprocess.Popen[bytes] | None = None
        self.starts = 0

    async def keep(self) -> None:
        """Start it unless it runs."""
        if self._process is None or self._process.poll() is not None:
            self.starts += 1
            with self.logs.open("ab") as logs:
                self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=logs)

    @property
    def runs(self) -> bool:
        """Whether the process has been started and has not ended."""
        return self._process is not None and self._process.poll() is None

    def end(self, how: int) -> None:
        """Send it a signal."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(how)

    def kill_worker(self, chance: random.Random) -> None:
        """Kill one of the worker processes."""
        if self._process is None or self._process.poll() is not None:
            return
        with suppress(OSError):
            tasks = Path(f"/proc/{self._process.pid}/task").iterdir()
            workers = [int(each) for task in tasks for each in (task / "children").read_text().split()]
            if workers:
                os.kill(chance.choice(workers), signal.SIGKILL)

    def close(self) -> None:
        """End it for good."""
        self.end(signal.SIGTERM)
        if self._process is not None:
            try:
                self._process.wait(30)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


@dataclass
class Faults:
    """Chooses the next fault; ``happened`` counts them."""

    servers: list[ServerProcess]
    database: Database
    disk: Disk
    chance: random.Random
    pause: float
    happened: dict[str, int] = field(default_factory=dict)

    async def run(self) -> None:
        """Cause a fault from time to time, for ever."""
        kinds: dict[str, Callable[[], Awaitable[None]]] = {
            "server killed": lambda: self._end(signal.SIGKILL),
            "server ended in order": lambda: self._end(signal.SIGTERM),
            "worker killed": self._worker,
        }
        if self.disk.is_small:
            kinds["disk full"] = lambda: self.disk.full(self.chance.uniform(1, 8))
        if isinstance(self.database, Postgres):
            kinds["database killed"] = self._database
        while True:
            await asyncio.sleep(self.chance.uniform(0.3, 1.7) * self.pause)
            kind = self.chance.choice(sorted(kinds))
            self.happened[kind] = self.happened.get(kind, 0) + 1
            await kinds[kind]()

    async def keep(self) -> None:
        """Restart whatever has ended, like a supervisor, for ever."""
        kept: tuple[Process, ...] = self.database, *self.servers
        while True:
            for each in kept:
                await each.keep()
            await asyncio.sleep(0.2)

    async def _end(self, how: int) -> None:
        self.chance.choice(self.servers).end(how)

    async def _worker(self) -> None:
        self.chance.choice(self.servers).kill_worker(self.chance)

    async def _database(self) -> None:
        self.database.kill()
