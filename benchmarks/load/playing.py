"""Games played through WebSockets, two open pages each, and the time until the opponent's page gets a move.

The time runs from before the move is sent until the opponent's socket has received it and the message has been read,
including this program's own delays. Everything stays on loopback.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect

from tengen import Game
from tengen.records import Pass

_AT_ONCE = 50
"""The number of games started, and of pages opened, at a time."""
_PATIENCE = 30.0
"""Seconds after which a move counts as lost."""
_PLANS = 20
"""The number of different games: the first moves of random games."""


@dataclass(frozen=True)
class Load:
    """The number of games, their duration in ``seconds``, and the seconds between moves (``every``)."""

    games: int
    seconds: float
    every: float
    board: str = "9"
    themes: tuple[str, str] = ("light", "light")
    """How Black and White see the board: a picture is drawn once for all with the same view."""
    together: bool = False
    """Whether both pages of a game are at one server, as a proxy can arrange; otherwise they are at two."""


@dataclass
class Found:
    """The results: seconds per move, errors, bytes received, and ``used`` before and after."""

    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    bytes: int = 0
    used: list[float] = field(default_factory=list)


@dataclass
class Page:
    """An open page of one player, with the events received."""

    socket: ClientConnection
    number: int = -1
    refused: list[str] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    bytes: int = 0
    hearing: asyncio.Future[None] = field(init=False)

    def __post_init__(self) -> None:
        self.hearing = asyncio.ensure_future(self.listen())

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
        """Return when ``number`` events have arrived, or something was refused."""
        while self.number < number and not self.refused:
            self.news.clear()
            await self.news.wait()


Table = tuple[Page, Page]


async def play(urls: Sequence[str], load: Load, used: Callable[[], float]) -> Found:
    """Begin games, open their pages, and play; ``used`` is called just before the first move and after the last."""
    plans = [_plan(seed, load) for seed in range(_PLANS)]
    tables = await _seated(urls, load)
    pages = [page for table in tables for page in table]
    hearing = [page.hearing for page in pages]
    gc.collect()
    gc.freeze()  # otherwise garbage collection among thousands of pages counts as the server's delay
    _say(f"playing for {load.seconds:g} s ...")
    received, found = sum(page.bytes for page in pages), Found(used=[used()])
    start = time.monotonic() + 1
    begins = [start + load.every * random.random() for _ in tables]
    playing = zip(tables, begins, (plans[place % _PLANS] for place in range(load.games)), strict=True)
    await asyncio.gather(*(_game(table, plan, (begin, start + load.seconds), load.every, found)
                           for table, begin, plan in playing))  # fmt: skip
    found.used.append(used())
    found.bytes = sum(page.bytes for page in pages) - received
    found.errors += [f"a connection ended: {task.exception()}" for task in hearing if task.done()]
    for task in hearing:
        task.cancel()
    await asyncio.gather(*(page.socket.close() for page in pages), return_exceptions=True)
    return found


def _plan(seed: int, load: Load) -> list[str]:
    """Return the first moves of a random game."""
    draw, game = random.Random(seed), Game("chinese", board=load.board)
    for _ in range(2 + int(load.seconds / load.every)):
        game.play(draw.choice([move for move in game.legal_moves() if move is not Pass]))
    return [game.write_move(move) for move in game.moves]


async def _seated(urls: Sequence[str], load: Load) -> list[Table]:
    """Return the open pages of new games."""
    gate = asyncio.Semaphore(_AT_ONCE)
    people = [await _visitor(urls[0], name) for name in ("Ada", "Bo")]
    _say(f"starting {load.games} games ...")
    async with AsyncExitStack() as stack:
        make = [httpx2.AsyncClient(base_url=url, headers={"origin": url}, timeout=60) for url in urls]
        clients = [await stack.enter_async_context(each) for each in make]
        begun = await asyncio.gather(
            *(_begin(clients[place % len(urls)], load, people, gate) for place in range(load.games))
        )
    _say("opening their pages ...")
    return await asyncio.gather(*(_sit(urls, place, id, (people, load, gate)) for place, id in enumerate(begun)))


async def _visitor(url: str, name: str) -> str:
    """Return the cookie of a new visitor."""
    async with httpx2.AsyncClient(base_url=url, headers={"origin": url}) as client:
        (await client.put("/api/me", json={"name": name})).raise_for_status()
        return "; ".join(f"{key}={value}" for key, value in client.cookies.items())


async def _begin(client: httpx2.AsyncClient, load: Load, people: Sequence[str], gate: asyncio.Semaphore) -> str:
    """Start a game that both players have joined; return its id."""
    wanted = {"variant": "chinese", "board": load.board, "opponent": {"kind": "friend"}}
    async with gate:
        answer = await client.post("/api/games", json=wanted, headers={"cookie": people[0]})
        made: dict[str, Any] = answer.raise_for_status().json()
        token = made["invite"].partition("#seat=")[2]
        seat = f"/api/games/{made['id']}/seat"
        (await client.post(seat, json={"token": token}, headers={"cookie": people[1]})).raise_for_status()
    return str(made["id"])


async def _sit(urls: Sequence[str], place: int, id: str, with_: tuple[Sequence[str], Load, asyncio.Semaphore]) -> Table:
    """Open the pages of Black and White, at one server or at neighbouring ones."""
    people, load, gate = with_
    pages = []
    async with gate:
        for side, (cookie, theme) in enumerate(zip(people, load.themes, strict=True)):
            url = urls[(place + (0 if load.together else side)) % len(urls)]
            address = f"ws{url.removeprefix('http')}/api/games/{id}/live?changes=1&theme={theme}"
            headers = {"cookie": cookie, "origin": url}
            page = Page(await connect(address, additional_headers=headers, compression=None, ping_interval=None))
            pages.append(page)
            # Opening thousands at once would measure the server's time for all of them.
            async with asyncio.timeout(_PATIENCE):
                await page.until(1)
    return pages[0], pages[1]


async def _game(pages: Table, plan: Sequence[str], times: tuple[float, float], every: float, found: Found) -> None:
    """Play a plan between two times, with a move every ``every`` seconds."""
    before, (start, end) = pages[0].number, times
    for place, move in enumerate(plan):
        due = start + place * every
        if due >= end:
            return
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        mover, opponent = pages[place % 2], pages[1 - place % 2]
        intent = {
            "type": "intent",
            "id": str(place),
            "number": before + place,
            "intent": {"kind": "move", "move": move},
        }
        sent = time.perf_counter()
        try:
            async with asyncio.timeout(_PATIENCE):
                await mover.socket.send(json.dumps(intent))
                await opponent.until(before + place + 1)
                found.seconds.append(time.perf_counter() - sent)
                await mover.until(before + place + 1)
        except Exception as error:
            found.errors.append(f"move {place + 1}: {error!r}")
            return
        if mover.refused or opponent.refused:
            found.errors += mover.refused + opponent.refused
            return


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
