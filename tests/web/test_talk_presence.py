"""Who is at the table, as both players are told over their WebSockets, at one server and at two."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from test_web_two_servers import Server, with_two
from test_web_two_servers import begin as begin_at
from web_games import another

from tengen import Game
from tengen.web.api import game_socket
from tengen.web.rooms import GameTerms
from tengen.web.talk import talk_exchange
from tengen.web.talk.presence import Seating, Sitting


@contextmanager
def page(client: TestClient, id: str) -> Iterator[WebSocketTestSession]:
    with client.websocket_connect(f"/api/games/{id}/live", headers={"origin": "http://testserver"}) as socket:
        yield socket


def until(socket: WebSocketTestSession, colour: str, presence: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = socket.receive_json()
        if message["type"] == "state" and message["players"][colour]["presence"] == presence:
            return message


def test_both_are_told_who_comes_goes_away_and_comes_back(client: TestClient, friend: TestClient, table: str) -> None:
    with page(client, table) as black:
        seen = until(black, "black", "here")
        assert (seen["players"]["white"]["presence"], seen["players"]["white"]["here"]) == ("offline", False)
        with page(friend, table) as white:
            until(black, "white", "here")
            until(white, "black", "here")
            white.send_json({"type": "presence", "away": True})
            assert until(black, "white", "away")["players"]["white"]["here"] is True
            until(white, "white", "away")
            white.send_json({"type": "presence", "away": False})
            until(black, "white", "here")
        until(black, "white", "offline")


def test_a_silent_page_is_offline(
    client: TestClient, friend: TestClient, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_socket, "SILENT", 0.05)
    with page(client, table) as black, page(friend, table) as white:
        until(black, "white", "here")
        white.send_json({"type": "presence"})
        until(black, "white", "offline")
        white.send_json({"type": "presence", "away": True})
        until(black, "white", "away")


def test_of_two_pages_the_nearer_one_counts() -> None:
    seating = Seating()
    near, far = Sitting(frozenset(["white"])), Sitting(frozenset(["white"]), away=True)
    seating.sittings |= {near, far}
    assert seating.of("white") == "here"
    near.silent = True
    assert (seating.of("white"), seating.seats_here()) == ("away", {"white": "away"})
    far.silent = True
    assert (seating.of("white"), seating.seats_here()) == ("offline", {})


def test_those_who_watch_are_told_and_are_nobody_at_the_table(client: TestClient, table: str) -> None:
    watcher = another(client)
    with page(watcher, table) as watching, page(client, table):
        until(watching, "black", "here")
        watching.send_json({"type": "presence", "away": False})
        while watching.receive_json()["type"] != "pong":
            pass


TERMS = GameTerms(Game("chinese", board="5").to_json())


async def told(server: Server, id: str, presence: str) -> None:
    """Wait until a server knows how near White is."""
    live = await server.room(id)
    async with asyncio.timeout(60):
        while live.seating.of("white") != presence:
            await asyncio.sleep(0.01)


async def test_a_player_at_another_server_is_seen(empty_postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with with_two(empty_postgres) as (one, other, _clock):
        id = await begin_at(one, TERMS)
        here = (await one.room(id)).seating
        white = Sitting(frozenset(["white"]))
        here.sittings.add(white)
        one.games.exchange.seated(await one.room(id))
        await told(other, id, "here")  # a game that comes into memory there only now
        white.away = True
        one.games.exchange.seated(await one.room(id))
        await told(other, id, "away")
        other.games.exchange.greet()  # as after a lost connection: everything is told anew
        assert (await other.room(id)).seating.of("white") == "offline"
        await told(other, id, "away")
        await one.die()
        monkeypatch.setattr(talk_exchange, "SILENT", -1.0)
        other.games.exchange.beat()
        await told(other, id, "offline")
