"""Live games by the thousand: how long a move takes to the opponent's page, from a process beside the server's.

Every game has two WebSockets. In each of them somebody moves every few seconds; the time runs from before the move is
sent until the opponent's socket has heard of it and the message has been read, this program's own delays included.
Everything stays on loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect

from tengen import Game
from tengen.records import Pass

LIMITS = """rate = 100000.0
burst = 1000000
new_games = 1000000
sockets = 100000
most_sockets = 100000
"""
START_SECONDS = 60.0
AT_ONCE = 50
"""How many games are begun, and pages opened, at a time."""
PATIENCE = 30.0
"""Seconds after which a move counts as lost."""
PLANS = 20
"""How many different games are played: the first moves of random ones."""


@dataclass
class Page:
    """An open page of one player: what it has heard of its game."""

    socket: ClientConnection
    number: int = -1
    refused: list[str] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    bytes: int = 0

    async def listen(self) -> None:
        """Hear messages until the connection is closed."""
        async for text in self.socket:
            message = json.loads(text)
            self.bytes += len(text)
            if message["type"] in ("state", "changes"):
                self.number = message.get("number", self.number)
                self.news.set()
            elif message["type"] == "refused":
                self.refused.append(message["text"])
                self.news.set()

    async def until(self, number: int) -> None:
        """Return when so many events are known, or something was refused."""
        while self.number < number and not self.refused:
            self.news.clear()
            await self.news.wait()


@dataclass
class Found:
    """What was measured: seconds per move, and what went wrong."""

    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    bytes: int = 0


def load(games: int, seconds: float, every: float, servers: int, database: str | None) -> str:
    """Measure, and return the report; ``servers`` more than one need a PostgreSQL URL."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (folder / "limits.toml").write_text(LIMITS)
        kept = database or f"sqlite:///{folder / 'games.db'}"
        running = [stack.enter_context(_server(kept, folder / "limits.toml")) for _ in range(servers)]
        found = asyncio.run(_play([url for _, url in running], games, seconds, every))
        memory = [_memory(process.pid) for process, _ in running]
        cpu = [_cpu_seconds(process.pid) for process, _ in running]
    return _report(found, games, seconds, every, kept, memory, cpu)


@contextmanager
def _server(database: str, limits: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    command = [sys.executable, "-m", "tengen.cli", "serve", "--port", "0", "--database", database]
    process = subprocess.Popen([*command, "--workers", "1", "--limits", str(limits)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if found := re.search(r"http://localhost:(\d+)/", line):
                url = f"http://127.0.0.1:{found[1]}"
                break
        else:
            raise SystemExit("the server did not start; it says why above")
        _await_ready(url)
        yield process, url
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(START_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()


def _await_ready(url: str) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if httpx2.get(f"{url}/health/ready").status_code == 200:
            return
        time.sleep(0.5)
    raise SystemExit("the server did not become ready")


async def _play(urls: Sequence[str], games: int, seconds: float, every: float) -> Found:
    plans = [_plan(seed, 2 + int(seconds / every)) for seed in range(PLANS)]
    found = Found()
    gate = asyncio.Semaphore(AT_ONCE)
    people = [await _visitor(urls[0], name) for name in ("Ada", "Bo")]
    print(f"beginning {games} games ...", file=sys.stderr, flush=True)
    async with httpx2.AsyncClient(base_url=urls[0], headers={"origin": urls[0]}, timeout=60) as client:
        begun = await asyncio.gather(*(_begin(client, people, gate) for _ in range(games)))
    print("opening their pages ...", file=sys.stderr, flush=True)
    tables = await asyncio.gather(*(_sit(urls, id, people, gate) for id in begun))
    print(f"playing for {seconds:g} s ...", file=sys.stderr, flush=True)
    hearing = [asyncio.ensure_future(page.listen()) for pages in tables for page in pages]
    for pages in tables:
        for page in pages:
            await asyncio.wait_for(page.until(1), PATIENCE)
    received = sum(page.bytes for pages in tables for page in pages)
    start = time.monotonic() + 1
    await asyncio.gather(
        *(
            _game(pages, plans[place % PLANS], start + every * random.random(), start + seconds, every, found)
            for place, pages in enumerate(tables)
        )
    )
    found.bytes = sum(page.bytes for pages in tables for page in pages) - received
    found.errors += [f"a connection ended: {task.exception()}" for task in hearing if task.done()]
    for task in hearing:
        task.cancel()
    await asyncio.gather(*(page.socket.close() for pages in tables for page in pages), return_exceptions=True)
    return found


def _plan(seed: int, moves: int) -> list[str]:
    """Return the first moves of a random game on 9x9."""
    draw = random.Random(seed)
    game = Game("chinese", board="9")
    for _ in range(moves):
        game.play(draw.choice([move for move in game.legal_moves() if move is not Pass]))
    return [game.write_move(move) for move in game.moves]


async def _visitor(url: str, name: str) -> str:
    """Return the cookie of a new visitor."""
    async with httpx2.AsyncClient(base_url=url, headers={"origin": url}) as client:
        (await client.put("/api/me", json={"name": name})).raise_for_status()
        return "; ".join(f"{key}={value}" for key, value in client.cookies.items())


async def _begin(client: httpx2.AsyncClient, people: Sequence[str], gate: asyncio.Semaphore) -> str:
    """Begin a game that both have come to."""
    wanted = {"variant": "chinese", "board": "9", "opponent": {"kind": "friend"}}
    async with gate:
        answer = await client.post("/api/games", json=wanted, headers={"cookie": people[0]})
        made: dict[str, Any] = answer.raise_for_status().json()
        token = made["invite"].partition("#seat=")[2]
        seat = f"/api/games/{made['id']}/seat"
        (await client.post(seat, json={"token": token}, headers={"cookie": people[1]})).raise_for_status()
    return str(made["id"])


async def _sit(urls: Sequence[str], id: str, people: Sequence[str], gate: asyncio.Semaphore) -> tuple[Page, Page]:
    """Open the pages of Black and White; White's is at the last server."""
    pages = []
    async with gate:
        for url, cookie in zip((urls[0], urls[-1]), people, strict=True):
            address = f"ws{url.removeprefix('http')}/api/games/{id}/live?changes=1"
            headers = {"cookie": cookie, "origin": url}
            pages.append(Page(await connect(address, additional_headers=headers, compression=None, ping_interval=None)))
    return pages[0], pages[1]


async def _game(
    pages: tuple[Page, Page], plan: Sequence[str], start: float, end: float, every: float, found: Found
) -> None:
    """Play a plan, a move every so many seconds."""
    before = pages[0].number
    for place, move in enumerate(plan):
        due = start + place * every
        if due >= end:
            return
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        mover, opponent = pages[place % 2], pages[1 - place % 2]
        wish = {"kind": "move", "move": move}
        sent = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                await mover.socket.send(
                    json.dumps({"type": "intent", "id": str(place), "number": before + place, "intent": wish})
                )
                await opponent.until(before + place + 1)
                found.seconds.append(time.perf_counter() - sent)
                await mover.until(before + place + 1)
        except Exception as error:
            found.errors.append(f"move {place + 1}: {error!r}")
            return
        if mover.refused or opponent.refused:
            found.errors += mover.refused + opponent.refused
            return


def _memory(pid: int) -> float:
    """Return the most memory a process and its workers have held at a time, in MiB (Linux)."""
    pids = [pid, *_children(pid)]
    peaks = [re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{each}/status").read_text()) for each in pids]
    return sum(int(peak[1]) for peak in peaks if peak) / 1024


def _children(pid: int) -> list[int]:
    return [
        int(each) for task in Path(f"/proc/{pid}/task").iterdir() for each in (task / "children").read_text().split()
    ]


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _report(
    found: Found, games: int, seconds: float, every: float, database: str, memory: list[float], cpu: list[float]
) -> str:
    ordered = sorted(found.seconds)

    def share(part: float) -> str:
        return f"{1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]:.0f} ms" if ordered else "-"

    lines = [
        f"{games:,} games on 9x9 ({2 * games:,} WebSockets), a move in each every {every:g} s for {seconds:g} s,",
        f"{len(memory)} server process{'es' if len(memory) > 1 else ''} on {database.partition(':')[0]}",
        "",
        "| | |",
        "|---|---|",
        f"| moves heard of | {len(ordered):,} |",
        f"| errors | {len(found.errors)} |",
        f"| until the opponent's socket: median, 95 %, 99 %, most | {', '.join(map(share, (0.5, 0.95, 0.99, 1)))} |",
        f"| bytes received for a move, both sockets | {found.bytes / max(1, len(ordered)):,.0f} |",
        f"| most memory of each server with its worker | {', '.join(f'{each:,.0f} MiB' for each in memory)} |",
        f"| processor time of each server, from its start | {', '.join(f'{each:.0f} s' for each in cpu)} |",
    ]
    return "\n".join(lines + [f"- {error}" for error in found.errors[:5]])


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--live", type=int, default=1000, help="how many games are played at a time (1000)")
    parser.add_argument("--seconds", type=float, default=60, help="for how long (60)")
    parser.add_argument("--every", type=float, default=5, help="seconds between two moves of a game (5)")
    parser.add_argument("--servers", type=int, default=1, help="server processes; more than one need --database (1)")
    parser.add_argument("--database", help="the URL of an empty PostgreSQL database; without it an SQLite file is made")
    options = parser.parse_args(arguments)
    if options.servers > 1 and not (options.database or "").startswith("postgres"):
        parser.error("several servers need one PostgreSQL: --database postgresql://...")
    print(load(options.live, options.seconds, options.every, options.servers, options.database))
    return 0


if __name__ == "__main__":
    sys.exit(main())
