"""A full disk, a damaged or missing database: reported in words, logged once at the beginning, nothing lost."""

import asyncio
import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from example_counts import first
from sqlalchemy import Connection, insert
from sqlalchemy.event import listen, remove
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect
from web_accounts import services_of
from web_engine import QuickEngine
from web_server import refused

from tengen.web.app import create_app
from tengen.web.scheduler.tasks import TaskSet, log_failure
from tengen.web.services import Services
from tengen.web.settings import Settings
from tengen.web.store import Store
from tengen.web.store.schema import visitors
from tengen.web.store.trouble import StoreTrouble, trouble_of

MOVES = [f"{column}{row}" for row in range(1, 20, 2) for column in "ABCDEFGHJKLMNOPQRST"]
IN_TIME = 60.0


@contextmanager
def full(services: Services) -> Iterator[None]:
    """Let the database take no further page, as on a full disk."""

    def limit(connection: Any) -> None:
        connection.exec_driver_sql("pragma max_page_count = 1")  # SQLite limits it to the existing pages

    engines = services.store.engine.sync_engine, services.store.writer.committing
    for engine in engines:
        listen(engine, "begin", limit)
    try:
        yield
    finally:
        for engine in engines:
            remove(engine, "begin", limit)
            listen(engine, "begin", lambda connection: connection.exec_driver_sql("pragma max_page_count = 1000000"))


@pytest.fixture
def playing(database: str) -> Iterator[tuple[TestClient, str]]:
    settings = Settings(database=database, rate=1e6, burst=10**6)
    with TestClient(create_app(settings, QuickEngine()), headers={"origin": "http://testserver"}) as client:
        clock = {"kind": "absolute", "main": 3600}
        made = client.post("/api/games", json={"board": "19", "opponent": {"kind": "self"}, "clock": clock}).json()
        yield client, made["id"]


def move(client: TestClient, id: str, place: int) -> Any:
    wish = {"id": f"m{place}", "number": place, "intent": {"kind": "move", "move": MOVES[place]}}
    return client.post(f"/api/games/{id}/intents", json=wish)


def made(client: TestClient, id: str) -> list[str]:
    return [each["text"] for each in client.get(f"/api/games/{id}").json()["moves"]]


def until_full(client: TestClient, id: str) -> tuple[int, Any]:
    """Play until a move is not stored; return the number of stored moves, and the answer."""
    for place in range(len(MOVES)):
        answer = move(client, id, place)
        if answer.status_code != 200:
            return place, answer
    raise AssertionError("the disk never was full")


def goes_on(send: Any, asked: float = 0.05) -> Any:
    end = time.monotonic() + IN_TIME
    while (answer := send()).status_code != 200:
        assert answer.status_code == 507, answer.text
        assert time.monotonic() < end
        time.sleep(asked)
    return answer


def test_a_full_disk_is_reported_and_loses_nothing_acknowledged(playing: tuple[TestClient, str]) -> None:
    client, id = playing
    with full(services_of(client)):
        acknowledged, answer = until_full(client, id)
        assert (answer.status_code, answer.headers["retry-after"]) == (507, "2")
        assert answer.json()["error"]["code"] == "disk-full"
        assert "disk is full" in answer.json()["error"]["text"]
        assert made(client, id) == MOVES[:acknowledged]
        assert move(client, id, acknowledged).status_code == 507
        assert client.get(f"/g/{id}").status_code == 200
    goes_on(lambda: move(client, id, acknowledged))
    assert made(client, id) == MOVES[: acknowledged + 1]


def test_a_page_is_sent_away_with_words_while_the_disk_is_full(playing: tuple[TestClient, str]) -> None:
    client, id = playing
    with full(services_of(client)):
        acknowledged, _ = until_full(client, id)
        with client.websocket_connect(f"/api/games/{id}/live") as socket:
            assert socket.receive_json()["type"] == "state"
            wish = {"kind": "move", "move": MOVES[acknowledged]}
            socket.send_json({"type": "intent", "id": "socket", "number": acknowledged, "intent": wish})
            with pytest.raises(WebSocketDisconnect) as closed:
                _listen(socket)
    assert (closed.value.code, "disk is full" in closed.value.reason) == (1011, True)
    assert made(client, id) == MOVES[:acknowledged]


def test_no_clock_falls_while_nothing_can_be_stored(database: str) -> None:
    now = [1_000_000.0]
    app = create_app(Settings(database=database, rate=1e6, burst=10**6), QuickEngine())
    services: Services = app.state.services
    games = services.games
    games.clock = games.loaded._clock = games.downtime._clock = lambda: now[0]
    with TestClient(app, headers={"origin": "http://testserver"}) as client:
        clock = {"kind": "absolute", "main": 60}
        wanted = {"board": "19", "opponent": {"kind": "self"}, "clock": clock}
        id = client.post("/api/games", json=wanted).json()["id"]
        with full(services):
            acknowledged, _ = until_full(client, id)
            now[0] += 3600
            assert move(client, id, acknowledged).status_code == 507
        goes_on(lambda: move(client, id, acknowledged))
        state = client.get(f"/api/games/{id}").json()
    assert (state["phase"], [each["text"] for each in state["moves"]]) == ("playing", MOVES[: acknowledged + 1])
    assert all(player["clock"]["main"] > 50 for player in state["players"].values())


def _listen(socket: WebSocketTestSession) -> None:
    while True:
        socket.receive_json()


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (sqlite3.SQLITE_FULL, "disk-full"),
        (sqlite3.SQLITE_IOERR_SHMSIZE, "disk-full"),
        (sqlite3.SQLITE_NOTADB, "damaged"),
        (sqlite3.SQLITE_CONSTRAINT, None),
    ],
)
def test_what_sqlite_means(code: int, kind: str | None) -> None:
    """A full disk gives two kinds of errors: the second one when writing the log's index."""
    error = sqlite3.OperationalError("what it says")
    error.sqlite_errorcode = code
    found = trouble_of(error)
    assert (None if found is None else found.kind) == kind


# -- the file of a database --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("played") / "games.db"
    with _server(file) as client:
        id = client.post("/api/games", json={"board": "19", "opponent": {"kind": "self"}}).json()["id"]
        for place in range(40):
            assert move(client, id, place).status_code == 200
    return file


@contextmanager
def _server(file: Path) -> Iterator[TestClient]:
    settings = Settings(database=f"sqlite:///{file}", rate=1e6, burst=10**6)
    here = "http://localhost"
    with TestClient(create_app(settings, QuickEngine()), base_url=here, headers={"origin": here}) as client:
        yield client


@pytest.mark.parametrize(("first", "many"), first(1, [(1, 5), (0, 1), (10, 10_000)]))
def test_a_server_does_not_start_on_a_damaged_file(played: Path, tmp_path: Path, first: int, many: int) -> None:
    file = Path(shutil.copyfile(played, tmp_path / "games.db"))
    pages = file.stat().st_size // 4096
    with file.open("r+b") as data:
        for page in range(first, min(first + many, pages)):
            data.seek(page * 4096)
            data.write(os.urandom(4096))
    before = file.read_bytes()
    said = refused("--port", "0", "--database", f"sqlite:///{file}")
    assert f"the database {file} is damaged" in said
    assert "`tengen restore`" in said
    assert file.read_bytes() == before


@pytest.mark.slow
def test_a_second_server_on_a_file_is_refused(tmp_path: Path) -> None:
    file, link = tmp_path / "games.db", tmp_path / "link.db"
    link.symlink_to(file)
    with _server(file) as client:
        id = client.post("/api/games", json={"board": "9", "opponent": {"kind": "self"}}).json()["id"]
        assert "another server has" in refused("--port", "0", "--database", f"sqlite:///{link}")
        assert client.get(f"/api/games/{id}").json()["phase"] == "playing"
    with _server(link) as client:
        assert client.get(f"/api/games/{id}").json()["phase"] == "playing"


# -- what the log says -------------------------------------------------------------------------------------------------

LOG = logging.getLogger("tengen.web")


def logged(was_logged: bool) -> StoreTrouble:
    found = StoreTrouble("collision", "two at once")
    found.was_logged = was_logged
    return found


def test_only_a_mistake_of_ours_is_logged_whole(caplog: pytest.LogCaptureFixture) -> None:
    old, new, ours = logged(True), logged(False), KeyError("ours")
    cases = [
        old,
        new,
        ours,
        ExceptionGroup("", [old, old]),
        ExceptionGroup("", [old, new]),
        ExceptionGroup("", [old, ours]),
    ]
    said = []
    for error in cases:
        caplog.clear()
        log_failure(LOG, "it failed", error, game="g")
        said.append([(record.exc_info is not None, vars(record).get("why")) for record in caplog.records])
        assert all(vars(record)["game"] == "g" for record in caplog.records)
    whole, line = [(True, None)], [(False, "two at once")]
    assert said == [[], line, whole, [], line, whole]


async def test_a_database_that_is_away_is_two_lines(database: str, caplog: pytest.LogCaptureFixture) -> None:
    """However many tasks fail: one line at the beginning, and one at the end."""

    async def write(store: Store, number: int) -> None:
        async with store.engine.begin() as connection:
            row = {"id": str(number), "token": str(number), "created": 0.0, "seen": 0.0}
            await connection.execute(insert(visitors).values(row))

    def deny(connection: Connection) -> None:
        connection.exec_driver_sql("pragma query_only = 1")

    store, tasks = Store(database), TaskSet()
    await store.open()
    listen(store.engine.sync_engine, "begin", deny)
    failing = [tasks.start(write(store, number)) for number in range(3)]
    await asyncio.gather(*failing, return_exceptions=True)
    assert [type(task.exception()) for task in failing] == [StoreTrouble] * 3
    remove(store.engine.sync_engine, "begin", deny)
    async with store.engine.connect() as connection:
        await connection.exec_driver_sql("pragma query_only = 0")
    await store.beat(0.0)
    await tasks.start(write(store, 9))
    await store.close()
    assert [record.message for record in caplog.records] == [
        "nothing can be stored",
        "the database stores what comes in again",
    ]
