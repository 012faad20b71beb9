"""A rolling restart: two servers on one PostgreSQL are stopped in order and restarted, while games go on.

``python -m benchmarks handover [--games N] [--rounds N]`` measures how long players, whose pages switch to the other
server, wait for a move to be acknowledged, and what is lost. Everything stays on loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path

import httpx2

from .soak_faults import Disk, Postgres, ServerProcess
from .soak_players import Counted, Player, plan

_PATIENCE = 120.0
_SETTLED = 3.0
"""Seconds of play between two restarts."""


async def _restart(servers: Sequence[ServerProcess], client: httpx2.AsyncClient, rounds: int) -> list[float]:
    """Restart one server after the other; return the seconds until each was ready again."""
    found = []
    for server in [*servers] * rounds:
        began = time.monotonic()
        server.end(signal.SIGTERM)
        while server.runs:
            await asyncio.sleep(0.05)
        await server.keep()
        await _ready(server, client)
        found.append(time.monotonic() - began)
        await asyncio.sleep(_SETTLED)
    return found


async def _ready(server: ServerProcess, client: httpx2.AsyncClient) -> None:
    async with asyncio.timeout(_PATIENCE):
        while True:
            with suppress(httpx2.HTTPError):
                if (await client.get(f"{server.url}/health/ready")).status_code == 200:
                    return
            await asyncio.sleep(0.1)


async def _play(folder: Path, disk: Disk, games: int, rounds: int, every: float) -> tuple[Counted, list[float]]:
    """Play while the servers are restarted."""
    database = Postgres(disk)
    servers = [ServerProcess(folder, number, database.url) for number in range(2)]
    counted, plans = Counted(), [plan(number) for number in range(20)]
    nobodys = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # every player has a cookie of their own
    try:
        await database.keep()
        await asyncio.sleep(2)
        async with httpx2.AsyncClient(timeout=10, trust_env=False, cookies=nobodys) as client:
            for server in servers:
                await server.keep()
                await _ready(server, client)
            urls = [each.url for each in servers]
            players = [Player(urls[n % 2 :] + urls[: n % 2], client, plans, n) for n in range(games)]
            playing = [asyncio.create_task(each.play(every, True, counted)) for each in players]
            await asyncio.sleep(2 * _SETTLED)
            counted.silences.clear()
            took = await _restart(servers, client, rounds)
            for task in playing:
                task.cancel()
            ended = await asyncio.gather(*playing, return_exceptions=True)
        counted.refused += [repr(each) for each in ended if isinstance(each, Exception)]
    finally:
        for server in servers:
            server.close()
        database.close()
    return counted, took


def main(arguments: Sequence[str]) -> int:
    """Restart and report; the exit code is 1 if a move was lost or doubled, or a clock fell."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks handover", description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="the number of games at a time (40)")
    parser.add_argument("--rounds", type=int, default=2, help="how often each server is restarted (2)")
    parser.add_argument("--every", type=float, default=0.5, help="seconds between two moves of a game (0.5)")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="tengen-handover-") as name:
        disk = Disk(Path(name), "postgres")
        try:
            counted, took = asyncio.run(_play(Path(name), disk, options.games, options.rounds, options.every))
        finally:
            disk.close()
    silences = sorted(counted.silences) or [0.0]
    parts = (silences[min(len(silences) - 1, int(part * len(silences)))] for part in (0.5, 0.99, 1))
    print(f"{len(took)} restarts, each ready again after {min(took):.1f} to {max(took):.1f} s")
    print(f"{counted.games:,} games, {counted.acknowledged:,} moves; lost {counted.lost}, doubled {counted.doubled}, "
          f"clocks fallen {counted.fallen}, troubles {len(counted.refused)}")  # fmt: skip
    print("silence: median, 99 %, longest: " + ", ".join(f"{each:.2f} s" for each in parts))
    return int(bool(counted.lost or counted.doubled or counted.fallen or counted.refused))
