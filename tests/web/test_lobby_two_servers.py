"""Two servers on one PostgreSQL show one lobby: what is offered at one is accepted, once, through the other."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from web_engine import QuickEngine

from tengen.web.games.game_request import chosen_game
from tengen.web.games.game_server import GameServer
from tengen.web.lobby.challenges import OfferedGame
from tengen.web.lobby.lobby_server import LobbyServer
from tengen.web.rooms import Room
from tengen.web.store import Store
from tengen.web.store.lobby_store import LOBBY_CHANNEL
from tengen.web.store.notifications import NotificationListener
from tengen.web.store.seats import NewGameRow

IN_TIME = 60.0
OFFERED = OfferedGame.model_validate({"board": "5", "colour": "black", "clock": {"kind": "absolute", "main": 600}})


@dataclass
class Server:
    store: Store
    games: GameServer
    lobby: LobbyServer

    async def until(self, section: str, fits: Callable[[Any], bool]) -> Any:
        changed = asyncio.Event()
        await self.lobby.arrive(changed.set, None)
        async with asyncio.timeout(IN_TIME):
            while not fits(found := json.loads(self.lobby.text(section))):
                changed.clear()
                await changed.wait()
        self.lobby.depart(changed.set, None)
        return found

    async def accept(self, id: str, taker: str, game: str) -> bool:
        terms, colour = OFFERED.terms(chosen_game(OFFERED.choice), "Ada", taker)
        holders = {colour: "ada", next(each for each in terms.seats if each != colour): taker}
        row = NewGameRow(game, terms, {}, holders, Room(terms).phase, listed=True)
        return await self.store.lobby.accept(id, taker, row)


@asynccontextmanager
async def serving(url: str) -> AsyncIterator[Server]:
    store = Store(url)
    games = GameServer(store, QuickEngine())
    lobby = LobbyServer(store, games)
    listening = NotificationListener(store, games, {LOBBY_CHANNEL: lambda _: lobby.wake()})
    await store.open()
    await listening.open()
    async with asyncio.timeout(IN_TIME):
        await listening.connected.wait()
    await lobby.open()
    try:
        yield Server(store, games, lobby)
    finally:
        await listening.close()
        await lobby.close()
        await games.close()
        await store.close()


async def test_two_servers_show_one_lobby(empty_postgres: str) -> None:
    async with serving(empty_postgres) as one, serving(empty_postgres) as other:
        for name in ("ada", "ben", "cyn"):
            await one.store.add_visitor(name, name)
            await one.store.rename(name, name.title())
        hers = asyncio.Event()
        await one.lobby.arrive(hers.set, "ada")
        assert (await other.until("people", lambda people: bool(people["names"])))["names"] == ["Ada"]
        kept = OFFERED.model_dump_json()
        assert await one.store.lobby.offer("c", "ada", kept, one.store.clock() + 60, each=3, all=500)
        (offered,) = await other.until("challenges", bool)
        assert (offered["id"], offered["name"], offered["here"]) == ("c", "Ada", True)
        done = await asyncio.gather(one.accept("c", "ben", "game1"), other.accept("c", "cyn", "game2"))
        assert sorted(done) == [False, True]
        assert await other.until("challenges", lambda challenges: not challenges) == []
        async with asyncio.timeout(IN_TIME):
            while not one.lobby.begun_by("ada"):
                hers.clear()
                await hers.wait()
        assert one.lobby.begun_by("ada")[0].stored.game == f"game{1 + done.index(True)}"
        (game,) = await other.until("games", bool)
        live = await one.games.find(game["id"])
        assert live is not None
        live.watching = 3
        one.lobby.attended(live)
        assert (await other.until("games", lambda games: games[0]["watchers"] == 3))[0]["id"] == game["id"]


async def test_nobody_has_more_challenges_open_by_making_them_at_both_servers_at_once(empty_postgres: str) -> None:
    stores = [Store(empty_postgres) for _ in range(2)]
    await stores[0].open()
    await stores[0].add_visitor("ada", "token")

    async def offered(number: int) -> bool:
        store = stores[number % 2]
        return await store.lobby.offer(f"c{number}", "ada", OFFERED.model_dump_json(), store.clock() + 60, 3, 500)

    found = await asyncio.gather(*(offered(number) for number in range(12)))
    for store in stores:
        await store.close()
    assert found.count(True) == 3
