"""The server in its own process, as run by `tengen serve`, and the watch over its event loop."""

from __future__ import annotations

import asyncio
import math
import multiprocessing
import os
import socket
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx2

BEAT: Final = 0.005
"""Seconds between two heartbeats of the loop."""
_LATE: Final = 0.04
"""Seconds without a heartbeat after which the stacks of all threads are recorded."""
_START_SECONDS: Final = 120.0
_LIMITS: Final = {
    "rate": 100_000.0,
    "burst": 1_000_000,
    "new_games": 1_000_000,
    "new_visitors": 1_000_000,
    "review_bytes": 10**12,
}


@dataclass(frozen=True)
class Pauses:
    """Data shared with the server's process: its port, its longest pause (s), and its own CPU time in one.

    On a busy machine some pauses are not the server's own: it had no processor. ``stacks`` is the file with the stacks
    of its threads whenever the loop was late.
    """

    port: Any
    longest: Any
    own: Any
    stacks: Path

    def forget(self) -> None:
        """Reset the pauses."""
        self.longest.value = self.own.value = 0.0
        os.truncate(self.stacks, 0)

    def where(self) -> str:
        """Return the stacks of the server's threads while its loop was late."""
        return self.stacks.read_text()


@dataclass
class Beat:
    """The time of the loop's last heartbeat."""

    at: float

    def look(self, stacks: Path) -> None:
        """Record for ever the stacks of all threads, once for each late heartbeat."""
        noted = 0.0
        while True:
            time.sleep(BEAT)
            if time.perf_counter() - self.at > _LATE and self.at != noted:
                noted = self.at
                with stacks.open("a", encoding="utf-8") as file:
                    for thread, frame in sys._current_frames().items():
                        file.write(f"Thread {thread}:\n{''.join(traceback.format_stack(frame))}\n")


async def _watch(pauses: Pauses, where: bool) -> None:
    """Record for ever the delay of each beat of the loop, and with ``where`` the stacks of all threads."""
    beat = Beat(time.perf_counter())
    if where:
        threading.Thread(target=beat.look, args=(pauses.stacks,), daemon=True).start()
    while True:
        before, used = time.perf_counter(), time.process_time()
        beat.at = before
        await asyncio.sleep(BEAT)
        late = time.perf_counter() - before - BEAT
        own = min(late, time.process_time() - used)
        pauses.longest.value, pauses.own.value = max(pauses.longest.value, late), max(pauses.own.value, own)


def _serve(database: str, pauses: Pauses, where: bool) -> None:
    """Run the server."""
    import uvicorn

    from tengen.web.app import create_app
    from tengen.web.gate.connections import BoundedWebSocket, ConnectionBounds, bounded_http
    from tengen.web.scheduler.limit_table import ConcurrencyLimit
    from tengen.web.scheduler.pauses import keep_short
    from tengen.web.settings import Settings

    async def run() -> None:
        listening = socket.create_server(("127.0.0.1", 0))
        app = create_app(Settings(database=database, workers=1, **_LIMITS))  # type: ignore[arg-type]
        server = uvicorn.Server(config(app))
        watching = asyncio.create_task(_watch(pauses, where))
        keep_short()
        pauses.port.value = listening.getsockname()[1]
        await server.serve(sockets=[listening])
        watching.cancel()

    def config(app: Any) -> Any:
        http = bounded_http(ConnectionBounds(ConcurrencyLimit(math.inf, math.inf)))
        return uvicorn.Config(app, http=http, ws=BoundedWebSocket, log_level="critical", access_log=False)

    with asyncio.Runner(loop_factory=config(None).get_loop_factory()) as runner:
        runner.run(run())


@contextmanager
def serving(where: bool) -> Iterator[tuple[str, Pauses]]:
    """Run a server during the block: its address, and its pauses, with stacks if ``where``."""
    spawn = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        stacks = Path(folder) / "stacks"
        stacks.touch()
        pauses = Pauses(spawn.Value("i", 0), spawn.Value("d", 0.0), spawn.Value("d", 0.0), stacks)
        process = spawn.Process(target=_serve, args=(f"sqlite:///{folder}/games.db", pauses, where))
        process.start()
        try:
            until = time.monotonic() + _START_SECONDS
            while not _is_ready(pauses.port.value):
                if time.monotonic() > until or not process.is_alive():
                    raise SystemExit(f"the server did not start (exit code {process.exitcode})")
                time.sleep(0.1)
            yield f"http://127.0.0.1:{pauses.port.value}", pauses
        finally:
            process.terminate()
            process.join(30)
            process.kill()


def _is_ready(port: int) -> bool:
    try:
        return bool(port) and httpx2.get(f"http://127.0.0.1:{port}/health/ready").status_code == 200
    except httpx2.TransportError:
        return False
