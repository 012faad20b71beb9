"""A server that is still compiling: its pages come at once and say so, and games when they can be shown."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from starlette.datastructures import Headers
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from web_engine import QuickEngine

from tengen.web import admission
from tengen.web.app import create_app
from tengen.web.rate_limits import ConcurrencyLimit
from tengen.web.services import make_services
from tengen.web.settings import Settings

SAYS_SO = "The server is compiling the rules"


class ColdEngine(QuickEngine):
    """An engine whose worker compiles for as long as the test likes."""

    async def start(self) -> None:
        """Start nothing, and be not ready."""

    async def warm(self) -> None:
        self._is_warm.set()


@contextmanager
def serving(database: str, engine: QuickEngine) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(database=database), engine)) as client:
        yield client


@pytest.fixture
def paths(database: str) -> list[str]:
    """The addresses of a game and of a review that a server has kept."""
    with serving(database, QuickEngine()) as client:
        game = client.post("/api/games", json={"board": "5", "opponent": {"kind": "self"}}).json()
        review = client.post("/api/reviews", json={"text": "(;SZ[5];B[cc])"}).json()
        return [game["url"], review["url"]]


def test_pages_come_at_once_and_say_that_the_server_compiles(database: str, paths: list[str]) -> None:
    engine = ColdEngine()
    with serving(database, engine) as client:
        for path in paths:
            answer = client.get(path)
            assert answer.status_code == 200
            assert SAYS_SO in answer.text
        assert client.get("/").status_code == client.get("/games").status_code == 200
        assert client.get("/g/nothing").status_code == client.get("/r/nothing").status_code == 404
        assert client.portal is not None
        client.portal.call(engine.warm)
        client.get("/api/games/nothing")  # waits until all is prepared
        assert not [path for path in paths if SAYS_SO in client.get(path).text]


@pytest.mark.parametrize("told", [1, 3])
def test_a_connection_waits_until_games_can_be_shown(
    database: str, paths: list[str], told: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "_TELL_AGAIN", 0.01 if told > 1 else 3600.0)
    engine = ColdEngine()
    with serving(database, engine) as client, client.websocket_connect(f"/api{_live(paths[0])}") as socket:
        for _ in range(told):
            assert socket.receive_json() == {"type": "preparing"}
        assert client.portal is not None
        client.portal.call(engine.warm)
        while (message := socket.receive_json())["type"] == "preparing":
            pass
        assert message["type"] == "state"


def test_who_goes_away_while_the_server_compiles_leaves_their_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "_TELL_AGAIN", 0.01)
    told = []

    class Socket:
        headers = Headers()
        client = None

        async def accept(self) -> None:
            """Let it in."""

        async def send_json(self, message: object) -> None:
            told.append(message)
            if len(told) == 2:
                raise WebSocketDisconnect(1006)

    async def come() -> bool:
        places = ConcurrencyLimit(each=1, all=1)
        services = make_services(Settings(database="sqlite://"))
        services.limits.sockets = places
        socket: Any = Socket()
        async with asyncio.timeout(60), admission.admitted(socket, services) as welcome:
            assert not places.take("nobody")
        assert places.take("nobody")
        return welcome

    assert asyncio.run(come()) is False
    assert told == [{"type": "preparing"}] * 2


def _live(path: str) -> str:
    return f"/games/{path.rpartition('/')[2]}/live"
