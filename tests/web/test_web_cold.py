"""A starting server: pages are sent at once with a notice, games once they can be shown, whatever is compiling."""

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from threading import Event
from typing import Any, ClassVar

import pytest
from starlette.datastructures import Headers
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from web_engine import QuickEngine
from web_games import begin, play

from tengen.web import lifecycle
from tengen.web.app import create_app
from tengen.web.gate import sockets
from tengen.web.rooms import Event as RoomEvent
from tengen.web.scheduler.limit_table import ConcurrencyLimit
from tengen.web.services import Services
from tengen.web.settings import Settings

SAYS_SO = "The server is starting"


class ColdEngine(QuickEngine):
    async def start(self) -> None:
        """Start nothing, and be not ready."""

    @property
    def alive(self) -> bool:
        return False


@pytest.fixture
def may_start(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """The event, set by the test, that servers wait for before they resume unfinished games."""
    event = Event()

    def wait(wide: bool) -> bool:
        return event.wait(60)

    event.set()
    monkeypatch.setattr(lifecycle, "load_rules", wait)
    yield event
    event.set()


@contextmanager
def serving(database: str, engine: QuickEngine) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(database=database), engine)) as client:
        yield client


@pytest.fixture
def paths(database: str) -> list[str]:
    with serving(database, QuickEngine()) as client:
        game = begin(client)
        review = client.post("/api/reviews", json={"text": "(;SZ[5];B[cc])"}).json()
        return [game["url"], review["url"]]


def test_a_stone_is_put_while_the_engine_is_being_compiled(database: str) -> None:
    with serving(database, ColdEngine()) as client:
        wanted = {"board": "9", "opponent": {"kind": "computer", "level": 1}, "colour": "black"}
        made = client.post("/api/games", json=wanted).json()
        play(client, made["id"], "C3")
        assert client.get(f"/api/games/{made['id']}").json()["moves"][0]["by"] == "black"
        ready = client.get("/health/ready")
        assert (ready.status_code, ready.json()["starting"]) == (200, ["engine"])
        assert ready.json()["parts"]["engine"] is False


def test_pages_come_at_once_and_say_that_the_server_starts(database: str, paths: list[str], may_start: Event) -> None:
    may_start.clear()
    with serving(database, QuickEngine()) as client:
        for path in paths:
            answer = client.get(path)
            assert answer.status_code == 200
            assert SAYS_SO in answer.text
        assert client.get("/").status_code == client.get("/games").status_code == 200
        assert client.get("/g/nothing").status_code == client.get("/r/nothing").status_code == 404
        may_start.set()
        client.get("/api/games/nothing")  # waits until all is prepared
        assert not [path for path in paths if SAYS_SO in client.get(path).text]


@pytest.mark.parametrize("address", ["/api/lobby", "/api/lobby/games/{}.svg", "/g/{}/rules"])
def test_no_clock_falls_for_who_comes_before_all_is_prepared(database: str, address: str, may_start: Event) -> None:
    """The time without a server has not been given back yet."""
    wanted = {"board": "5", "opponent": {"kind": "self"}, "listed": True, "clock": {"kind": "absolute", "main": 60}}
    with serving(database, QuickEngine()) as client:
        made = client.post("/api/games", json=wanted).json()
        play(client, made["id"], "C3")
    _age(database, 1000.0)
    may_start.clear()
    with serving(database, QuickEngine()) as client, ThreadPoolExecutor() as pool:
        early = pool.submit(client.get, address.format(made["id"]))
        time.sleep(0.3)  # long enough for a flag to fall, if the game had been loaded
        assert not early.done()
        may_start.set()
        assert early.result(60).status_code == 200
        state = client.get(f"/api/games/{made['id']}").json()
        assert (state["phase"], state["outcome"]) == ("playing", None)
        assert state["players"]["white"]["clock"]["main"] > 50


@pytest.mark.parametrize("told", [1, 3])
def test_sockets_wait_until_games_are_ready(
    database: str, paths: list[str], told: int, may_start: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "_TELL_AGAIN", 0.01 if told > 1 else 3600.0)
    may_start.clear()
    with serving(database, QuickEngine()) as client, client.websocket_connect(f"/api{_live(paths[0])}") as socket:
        for _ in range(told):
            assert socket.receive_json() == {"type": "preparing"}
        may_start.set()
        while (message := socket.receive_json())["type"] == "preparing":
            pass
        assert message["type"] == "state"


async def test_a_client_that_leaves_during_startup_frees_its_slot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "_TELL_AGAIN", 0.01)
    told = []

    class Socket:
        headers = Headers({"host": "localhost"})
        scope: ClassVar = {"http_version": "1.1"}
        client = None

        async def accept(self) -> None:
            """Accept the connection."""

        async def send_json(self, message: object) -> None:
            told.append(message)
            if len(told) == 2:
                raise WebSocketDisconnect(1006)

    places = ConcurrencyLimit(each=1, all=1)
    services = Services(Settings(database="sqlite://"))
    services.limits.sockets = places
    socket: Any = Socket()
    async with asyncio.timeout(60), sockets.admitted(socket, services) as welcome:
        assert not places.take("nobody")
    assert places.take("nobody")
    assert welcome is False
    assert told == [{"type": "preparing"}] * 2


def _live(path: str) -> str:
    return f"/games/{path.rpartition('/')[2]}/live"


def _age(database: str, seconds: float) -> None:
    """Make all stored data, and the server's last heartbeat, older by this time."""
    with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as tables:
        tables.execute("update beats set at = at - ?", (seconds,))
        tables.execute("update games set deadline = deadline - ?", (seconds,))
        for row, body in tables.execute("select rowid, body from events").fetchall():
            event = RoomEvent.load(body)
            aged = replace(event, at=event.at - seconds).dump()
            tables.execute("update events set body = ? where rowid = ?", (aged, row))
        tables.commit()
