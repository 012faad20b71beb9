"""How soon a server with a thousand timed games is back after a restart, and the cost (Linux)."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

import httpx2

from tengen import Game
from tengen.records import COLOURS
from tengen.web.rooms import Event, GameTerms, Room, Timing
from tengen.web.rooms.events import Moved
from tengen.web.store import EventAppend, Store
from tengen.web.store.seats import NewGameRow
from tengen.web.visitors import COOKIE, digest, new_id, new_token

from .load.servers import Server
from .measuring import Row
from .soak_players import plan

_GAMES: Final = 1_000
_PLANS: Final = 20
_MOVES: Final = 30
_PATIENCE: Final = 300.0
_POLL: Final = 0.02
_CLOCK: Final = Timing("fischer", main=1800.0, increment=10.0)


@dataclass(frozen=True)
class _Kept:
    """A database with games, their owner's cookie, one of them, and its next moves."""

    url: str
    cookie: str
    game: str
    moves: Sequence[str]


@dataclass(frozen=True)
class _Restart:
    """Seconds since the start of a process, and the processor time (s) that the server had used when it was ready."""

    ready: float
    spent: float
    moved: float
    thought: float


def restarting(pairs: int) -> Iterator[Row]:
    """Restart a server repeatedly on the same games; the first start, which may compile, does not count."""
    with tempfile.TemporaryDirectory() as folder:
        kept = asyncio.run(_fill(f"sqlite:///{Path(folder) / 'games.db'}"))
        found = [_restarted(kept, place) for place in range(pairs + 1)][1:]
    name = f"restart with {_GAMES:,} games under clocks"
    spent = median(each.spent for each in found)
    yield Row(f"{name}: ready", f"{_middle(found, 'ready')}, {spent:.2f} s of CPU", target="within 2 s")
    yield Row(f"{name}: a move in one of them", _middle(found, "moved"))
    yield Row(f"{name}: a new game's first move by the computer", _middle(found, "thought"))


def _middle(found: Sequence[_Restart], what: str) -> str:
    return f"{median(getattr(each, what) for each in found):.2f} s"


async def _fill(url: str) -> _Kept:
    """Create games with a running clock."""
    store, visitor, cookie = Store(url), new_id(), new_token()
    await store.open()
    await store.add_visitor(visitor, digest(cookie))
    terms = GameTerms(Game("chinese", board="9").to_json(), timing=_CLOCK, one_device=True)
    plans, ids = [plan(number) for number in range(_PLANS)], [new_id() for _ in range(_GAMES)]
    rooms = [_played(terms, each[:_MOVES]) for each in plans]
    for id in ids:
        await store.keep(NewGameRow(id, terms, {}, dict.fromkeys(COLOURS, visitor), "playing"))
    await asyncio.gather(*(store.writer.append(_append(id, *rooms[place % _PLANS])) for place, id in enumerate(ids)))
    await store.beat(time.time())
    await store.close()
    return _Kept(url, cookie, ids[0], plans[0][_MOVES:])


def _played(terms: GameTerms, moves: Sequence[str]) -> tuple[Room, list[Event]]:
    room, now = Room(terms), time.time()
    events: list[Event] = [Moved(now, COLOURS[place % 2], move) for place, move in enumerate(moves)]
    return room.after(events), events


def _append(id: str, room: Room, events: Sequence[Event]) -> EventAppend:
    return EventAppend(id, 0, events, None, room.phase, room.deadline)


def _restarted(kept: _Kept, place: int) -> _Restart:
    """Start the server, wait until all games go on, and end it in order."""
    command = [sys.executable, "-m", "tengen.cli", "serve", "--port", "0", "--workers", "1", "--database", kept.url]
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=_usual())
    try:
        server = Server(process, _announced(process))
        with httpx2.Client(base_url=server.url, timeout=_PATIENCE, cookies={COOKIE: kept.cookie}) as client:
            _until(lambda: client.get("/health/ready").status_code == 200)
            ready, spent = time.perf_counter() - began, server.seconds
            _move(client, kept, place)
            moved = time.perf_counter() - began
            _let_think(server.url)
            return _Restart(ready, spent, moved, time.perf_counter() - began)
    finally:
        process.terminate()
        process.wait(_PATIENCE)


def _usual() -> dict[str, str]:
    """Return the environment of a server, in which Python keeps its bytecode."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _announced(process: subprocess.Popen[str]) -> str:
    """Return the address reported by a server."""
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"http://localhost(:\d+)/", line):
            return f"http://127.0.0.1{found[1]}"
    raise SystemExit("the server did not start; its message is above")


def _until(reached: Callable[[], bool]) -> None:
    end = time.monotonic() + _PATIENCE
    while not reached():
        if time.monotonic() > end:
            raise SystemExit(f"the server did not get there within {_PATIENCE:.0f} s")
        time.sleep(_POLL)


def _move(client: httpx2.Client, kept: _Kept, place: int) -> None:
    """Make the next move of a game."""
    path = f"/api/games/{kept.game}"
    number = client.get(path).json()["number"]
    body = {"id": f"m{place}", "number": number, "intent": {"kind": "move", "move": kept.moves[place]}}
    client.post(f"{path}/intents", json=body).raise_for_status()


def _let_think(url: str) -> None:
    """Begin a game in which the computer moves first, and wait for its move."""
    wanted: dict[str, Any] = {"variant": "chinese", "board": "9", "colour": "white"}
    with httpx2.Client(base_url=url, timeout=_PATIENCE) as visitor:
        made = visitor.post("/api/games", json=wanted | {"opponent": {"kind": "computer", "level": 1}})
        path = f"/api/games/{made.raise_for_status().json()['id']}"
        _until(lambda: bool(visitor.get(path).json()["moves"]))
