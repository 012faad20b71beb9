"""A server in its own process, for tests that kill it, and its clients."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Any
from uuid import uuid4

import httpx2

_STARTS = 300.0
"""Seconds until a server reports its address; busy machines are slow."""


class Server:
    """A process that serves; ``engine`` "quick" answers at once, "slow" never does, and "real" thinks."""

    def __init__(self, database: str, engine: str = "quick", *options: str, logs: Path | None = None) -> None:
        run = ["-m", "tengen.cli", "serve"] if engine == "real" else [str(Path(__file__)), engine]
        given = ["--port", "0", "--database", database, "--workers", "1", *options]
        self._logs = None if logs is None else logs.open("ab")
        self.process = subprocess.Popen(
            [sys.executable, *run, *given],
            stdout=subprocess.PIPE,
            stderr=self._logs,
            text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        self.url = self._address()

    def _address(self) -> str:
        """Return its address: it reports it, and answers once it is ready."""
        assert self.process.stdout is not None
        limit = Timer(_STARTS, self.process.kill)
        limit.start()
        try:
            for line in self.process.stdout:
                if found := re.search(r"http://localhost:(\d+)/", line):
                    return f"http://127.0.0.1:{found[1]}"
        finally:
            limit.cancel()
        raise AssertionError(f"the server did not start; it ended with {self.process.wait()}")

    def kill(self) -> None:
        """Kill it like a power cut."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        return self._end(signal.SIGTERM)

    def _end(self, how: int) -> int:
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(_STARTS)
        if self.process.stdout is not None:
            self.process.stdout.close()
        if self._logs is not None:
            self._logs.close()
        return code


@contextmanager
def serving(database: str, engine: str = "quick", *options: str, logs: Path | None = None) -> Iterator[Server]:
    """Run a server for the duration of the block."""
    server = Server(database, engine, *options, logs=logs)
    try:
        yield server
    finally:
        server.kill()


def refused(*options: str) -> str:
    """Run `tengen serve` with settings that prevent its start; return its single line of output."""
    run = [sys.executable, "-m", "tengen.cli", "serve", *options]
    paths = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    found = subprocess.run(run, capture_output=True, text=True, timeout=_STARTS, env=paths)
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.count("\n") == 1, found.stderr
    return found.stderr


class Client:
    """A program that plays over HTTP; it keeps its cookie from one server process to the next."""

    def __init__(self, url: str) -> None:
        self._http = httpx2.Client(timeout=60)
        self.url = url

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def at(self, url: str) -> Client:
        """Continue at another address."""
        self.url = url
        return self

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())

    def begin(self, **wanted: Any) -> dict[str, Any]:
        """Begin a game, by default with both sides."""
        wanted = {"variant": "chinese", "board": "9", "opponent": {"kind": "self"}} | wanted
        answer = self.post("/api/games", wanted)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def state(self, id: str) -> dict[str, Any]:
        found: dict[str, Any] = self._http.get(f"{self.url}/api/games/{id}").json()
        return found

    def post(self, path: str, body: Any) -> httpx2.Response:
        return self._http.post(self.url + path, json=body, headers={"origin": self.url})

    def intend(self, id: str, number: int, *, as_id: str | None = None, **wish: Any) -> httpx2.Response:
        """Send an intent; return the server's answer."""
        body = {"id": as_id or str(uuid4()), "number": number, "intent": wish}
        return self.post(f"/api/games/{id}/intents", body)


def main() -> None:
    """Serve like `tengen serve`, with an engine for tests."""
    import asyncio
    from dataclasses import replace

    from web_engine import QuickEngine

    from tengen.cli import main as tengen
    from tengen.web import app as module
    from tengen.web.engine import Question

    made, kind = module.create_app, sys.argv[1]

    class ForTests(QuickEngine):
        async def move(self, question: Question, level: int) -> str:
            if kind == "slow":
                self.waits = asyncio.Event()
            return await super().move(question, level)

    def create_app(settings: Any) -> Any:
        return made(replace(settings, rate=1e6, burst=10**6, new_games=10**6, new_visitors=10**6), ForTests())

    module.create_app = create_app  # type: ignore[assignment]
    sys.argv = ["tengen", "serve", *sys.argv[2:]]
    tengen()


if __name__ == "__main__":
    main()
