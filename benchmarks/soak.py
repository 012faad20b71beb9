"""Hours of play while everything goes wrong: ``python -m benchmarks soak [--minutes N] [--games N] [--seed N]``.

Servers, their workers and the database are killed at random, and the disk is full for a while, while timed games are
played by HTTP and by WebSocket. Every move belongs to a plan, so that a game shows whether an acknowledged move is
lost, or a repeated one doubled. Half of the time the games are in an SQLite file with one server, half in PostgreSQL
with two. Everything stays on loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path

import httpx2

from .soak_faults import Disk, Faults, Postgres, ServerProcess, SqliteFile
from .soak_players import Counted, Player, plan

_TOLD = 30.0
"""Seconds between two progress lines."""
_PLANS = 20
"""The number of different games."""
_SETTLED = 300.0
"""Seconds within which everything must answer after the faults have stopped."""
_COMPUTERS = 25
"""One of this many games is against the computer."""


def soak(minutes: float, games: int, seed: int, every: float, pause: float, kinds: Sequence[str]) -> tuple[str, bool]:
    """Play and break things; return the report, and whether nothing was lost."""
    lines, fine = [], True
    for kind in kinds:
        with tempfile.TemporaryDirectory(prefix="tengen-soak-") as name:
            folder = Path(name)
            disk = Disk(folder, kind)
            try:
                counted, faults = asyncio.run(
                    _phase(folder, disk, kind, 60 * minutes / len(kinds), games, seed, every, pause)
                )
            finally:
                disk.close()
            lines += _report(kind, counted, faults, [each.logs for each in faults.servers])
            fine = fine and not (counted.lost or counted.doubled or counted.fallen or counted.refused)
    return "\n".join(lines), fine


async def _phase(
    folder: Path, disk: Disk, kind: str, seconds: float, games: int, seed: int, every: float, pause: float
) -> tuple[Counted, Faults]:
    """Play on one kind of database for some seconds."""
    database = SqliteFile(disk) if kind == "sqlite" else Postgres(disk)
    servers = [ServerProcess(folder, number, database.url) for number in range(1 if kind == "sqlite" else 2)]
    faults = Faults(servers, database, disk, random.Random(seed), pause)
    counted, plans = Counted(), [plan(number) for number in range(_PLANS)]
    keeping = asyncio.create_task(faults.keep())
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=games)
    try:
        nobodys = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # every player has a cookie of their own
        async with httpx2.AsyncClient(timeout=10, limits=limits, trust_env=False, cookies=nobodys) as client:
            playing = _start(client, servers, plans, games, seed, every, counted)
            async with asyncio.timeout(_SETTLED):
                while not counted.acknowledged:
                    await asyncio.sleep(0.5)
            breaking = asyncio.create_task(faults.run())
            await _watch(kind, seconds, playing, counted, faults)
            breaking.cancel()
            with suppress(asyncio.CancelledError):
                await breaking
            for task in playing:
                task.cancel()
            async with asyncio.timeout(_SETTLED):
                ended = await asyncio.gather(*playing, return_exceptions=True)
        counted.refused += [repr(each) for each in ended if isinstance(each, Exception)]
    finally:
        keeping.cancel()
        for each in (*servers, database):
            each.close()
    return counted, faults


def _start(
    client: httpx2.AsyncClient, servers: Sequence[ServerProcess], plans: Sequence[Sequence[str]], games: int,
    seed: int, every: float, counted: Counted,
) -> list[asyncio.Task[None]]:  # fmt: skip
    """Begin every game: by turns by HTTP and by WebSocket, and some against the computer."""
    tasks = []
    for number in range(games):
        urls = [each.url for each in servers]
        player = Player(urls[number % len(urls) :] + urls[: number % len(urls)], client, plans, 1000 * seed + number)
        against = number % _COMPUTERS == 0
        work = player.play_computer(counted) if against else player.play(every, number % 2 == 1, counted)
        tasks.append(asyncio.create_task(work))
    return tasks


async def _watch(
    kind: str, seconds: float, playing: Sequence[asyncio.Task[None]], counted: Counted, faults: Faults
) -> None:
    """Report progress from time to time, until the time is over."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        await asyncio.sleep(min(_TOLD, left))
        broken = sum(task.done() for task in playing)
        print(
            f"{kind}, {max(0.0, end - time.monotonic()):.0f} s left: {counted.acknowledged:,} moves in"
            f" {counted.games:,} games, {counted.lost} lost, {counted.doubled} doubled, {counted.fallen} clocks fallen,"
            f" {broken} players gone,"
            f" longest silence {max(counted.silences, default=0):.1f} s; {faults.happened}",
            file=sys.stderr,
            flush=True,
        )


def _report(kind: str, counted: Counted, faults: Faults, logs: Sequence[Path]) -> list[str]:
    silences = sorted(counted.silences) or [0.0]
    logged = _logged(logs)
    happened = ", ".join(f"{name} {times}" for name, times in sorted(faults.happened.items()))
    rows = {
        "went wrong": happened or "nothing",
        "games, moves acknowledged": f"{counted.games:,}, {counted.acknowledged:,}",
        "moves lost, doubled": f"{counted.lost}, {counted.doubled}",
        "clocks fallen": str(counted.fallen),
        "sent again": f"{counted.repeated:,}",
        "silence: median, 99 %, longest": ", ".join(
            f"{silences[min(len(silences) - 1, int(part * len(silences)))]:.2f} s" for part in (0.5, 0.99, 1)
        ),
        "the computer's moves, longest wait": f"{counted.computer:,}, {max(counted.waits, default=0):.1f} s",
        "errors in the logs": f"{sum(logged.values()):,}",
        "troubles of players": str(len(counted.refused)),
    }
    servers = len(faults.servers)
    head = ["", f"{kind}, {servers} server{'s' if servers > 1 else ''}", "", "| | |", "|---|---|"]
    table = [f"| {name} | {said} |" for name, said in rows.items()]
    errors = [f"- {times} times: {message}" for message, times in logged.most_common(8)]
    return [*head, *table, *(f"- {each}" for each in counted.refused[:5]), *errors]


def _logged(logs: Sequence[Path]) -> Counter[str]:
    """Return how often each error occurs in the servers' logs: its message, and the last line of its traceback."""
    found: Counter[str] = Counter()
    for path in logs:
        for line in path.read_text(errors="replace").splitlines() if path.exists() else ():
            try:
                entry = json.loads(line)
            except ValueError:
                entry = {"level": "error", "message": line[:200]}
            if entry["level"] == "error":
                found["; ".join((entry["message"], *entry.get("traceback", "").strip().splitlines()[-1:]))[:300]] += 1
    return found


def main(arguments: Sequence[str]) -> int:
    """Run the soak of the command line; the exit code is 1 if a move was lost or doubled."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="how long (10)")
    parser.add_argument("--games", type=int, default=200, help="the number of games at a time (200)")
    parser.add_argument("--every", type=float, default=5, help="seconds between two moves of a game (5)")
    parser.add_argument("--pause", type=float, default=10, help="seconds between two faults, on an average (10)")
    parser.add_argument("--seed", type=int, default=1, help="which faults and moves (1)")
    parser.add_argument("--database", choices=("both", "sqlite", "postgres"), default="both")
    options = parser.parse_args(arguments)
    kinds = ("sqlite", "postgres") if options.database == "both" else (options.database,)
    report, fine = soak(options.minutes, options.games, options.seed, options.every, options.pause, kinds)
    print(report)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
