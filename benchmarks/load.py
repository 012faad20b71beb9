"""Thousands of live games: the time a move takes to the opponent's page, measured in a separate process.

Every game has two WebSockets and a move every few seconds. The time runs from before the move is sent until the
opponent's socket has received it and the message has been read, including this program's own delays.
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
"""The number of games started, and of pages opened, at a time."""
PATIENCE = 30.0
"""Seconds after which a move counts as lost."""
PLANS = 20
"""The number of different games: the first moves of random games."""


@dataclass
class Page:
    """An open page of one player, and what it has received of its game."""

    socket: ClientConnection
    number: int = -1
    refused: list[str] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    bytes: int = 0

    async def listen(self) -> None:
        """Receive messages until the connection is closed."""
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
        """Return when ``number`` events are known, or something was refused."""
        while self.number < number and not self.refused:
            self.news.clear()
            await self.news.wait()


@dataclass
class Found:
    """The results: seconds per move, and errors."""

    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    bytes: int = 0


def load(games: int, seconds: float, every: float, servers: int, database: str | None) -> str:
    """Measure, and return the report; more than one of ``servers`` need a PostgreSQL URL."""
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
            raise SystemExit("the server did not start; its message is above")
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
    print(f"starting {games} games ...", file=sys.stderr, flush=True)
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
    """Start a game that both players have joined; return its id."""
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
    """Play a plan, with a move every ``every`` seconds."""
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
    """Return the peak memory of a process and its workers, in MiB (Linux)."""
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
        f"| moves received | {len(ordered):,} |",
        f"| errors | {len(found.errors)} |",
        f"| to the opponent's socket: median, 95 %, 99 %, maximum | {', '.join(map(share, (0.5, 0.95, 0.99, 1)))} |",
        f"| bytes received for a move, both sockets | {found.bytes / max(1, len(ordered)):,.0f} |",
        f"| peak memory of each server with its worker | {', '.join(f'{each:,.0f} MiB' for each in memory)} |",
        f"| processor time of each server, from its start | {', '.join(f'{each:.0f} s' for each in cpu)} |",
    ]
    return "\n".join(lines + [f"- {error}" for error in found.errors[:5]])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measurement that the command line describes."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--live", type=int, default=1000, help="the number of games played at a time (1000)")
    parser.add_argument("--seconds", type=float, default=60, help="the duration in seconds (60)")
    parser.add_argument("--every", type=float, default=5, help="seconds between two moves of a game (5)")
    parser.add_argument("--servers", type=int, default=1, help="server processes; more than one need --database (1)")
    parser.add_argument("--database", help="the URL of an empty PostgreSQL database; by default an SQLite file is made")
    options = parser.parse_args(arguments)
    if options.servers > 1 and not (options.database or "").startswith("postgres"):
        parser.error("several servers need one PostgreSQL: --database postgresql://...")
    print(load(options.live, options.seconds, options.every, options.servers, options.database))
    return 0


if __name__ == "__main__":
    sys.exit(main())
