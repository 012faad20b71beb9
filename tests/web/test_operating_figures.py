"""Readiness, metrics, and the log line of every request."""

import logging
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient
from web_accounts import at_server
from web_engine import QuickEngine
from web_games import code

from tengen.web.app import create_app
from tengen.web.operating.readiness import Readiness
from tengen.web.services import Services
from tengen.web.settings import Settings
from tengen.web.store import Store
from tengen.web.store.notifications import NotificationListener
from tengen.web.store.sqlite import DatabaseDisk

TOKEN = "a token that nobody guesses"
HERE = ("127.0.0.1", 50_000)
BASIC = {"authorization": "Basic " + b64encode(f"ann:{TOKEN}".encode()).decode()}
BEARER = {"authorization": f"Bearer {TOKEN}"}


@contextmanager
def serving(
    database: str, *, token: str | None = None, client: tuple[str, int] = HERE, raises: bool = True
) -> Iterator[tuple[TestClient, Services]]:
    app = create_app(Settings(database=database, operator_token=token), QuickEngine())
    with TestClient(app, client=client, raise_server_exceptions=raises) as made:
        at_server(made, app.state.services.prepared.wait)
        yield made, app.state.services


# -- readiness -----------------------------------------------------------------------------------------------------


def test_a_server_is_ready_and_says_which_parts_are(database: str) -> None:
    with serving(database) as (client, _):
        answer = client.get("/health/ready")
        assert (answer.status_code, answer.json()["status"]) == (200, "ready")
        assert answer.json()["parts"] == {"database": True, "engine": True, "disk": True}


async def fails(*_: object) -> None:
    raise OSError("gone")


@pytest.mark.parametrize(
    ("part", "owner", "name", "value"),
    [
        ("engine", QuickEngine, "alive", False),
        ("database", Store, "check", fails),
        ("disk", DatabaseDisk, "is_writable", lambda _: False),
    ],
)
def test_a_server_a_part_of_which_fails_is_not_ready(
    database: str, monkeypatch: pytest.MonkeyPatch, part: str, owner: type, name: str, value: object
) -> None:
    with serving(database) as (client, _):
        monkeypatch.setattr(owner, name, value)
        answer = client.get("/health/ready")
    assert code(answer) == (503, f"no-{part}")


def test_a_computer_that_is_getting_ready_is_no_failure(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(database, token=TOKEN) as (client, _):
        monkeypatch.setattr(QuickEngine, "alive", False)
        monkeypatch.setattr(QuickEngine, "starting", True)
        answer = client.get("/health/ready")
        assert (answer.status_code, answer.json()["starting"]) == (200, ["engine"])
        assert "tengen_engine_starting 1.0" in client.get("/metrics").text


async def test_a_server_that_does_not_hear_the_others_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    async def well(_: Store) -> None:
        pass

    monkeypatch.setattr(Store, "check", well)
    store = Store("postgresql://nobody@127.0.0.1:1/none")
    listener = NotificationListener(store, None)  # type: ignore[arg-type]
    readiness = Readiness(store, QuickEngine(), listener)
    before = await readiness.parts()
    listener.connected.set()
    assert (before["servers"], (await readiness.parts())["servers"]) == (False, True)


def test_a_full_or_missing_disk_is_not_writable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.db"
    file.touch()
    disk = DatabaseDisk(file)
    assert disk.is_writable()
    monkeypatch.setattr(DatabaseDisk, "room", lambda _: 1_000)
    assert not disk.is_writable()
    assert not DatabaseDisk(tmp_path / "nowhere" / "games.db").is_writable()


# -- figures -------------------------------------------------------------------------------------------------------


def test_figures_tell_of_engine_disk_database_and_loop(database: str) -> None:
    with serving(database) as (client, _):
        client.get("/api/games/nothing")
        text = client.get("/metrics").text
    for name in (
        "tengen_engine_workers_wanted 1.0",
        'tengen_engine_workers_lost_total{why="silent"} 0.0',
        'tengen_engine_waiting{kind="move"} 0.0',
        "tengen_disk_free_bytes",
        "tengen_database_waiting 0.0",
        "tengen_rooms 0.0",
        "tengen_loop_lag_seconds_count",
        'tengen_requests_total{route="/api/games/{id}",status="404"} 1.0',
    ):
        assert name in text


def test_the_database_size_includes_its_log(database: str, empty_postgres: str) -> None:
    def shown(client: TestClient) -> float:
        line = next(line for line in client.get("/metrics").text.splitlines() if line.startswith("tengen_database_b"))
        return float(line.split()[1])

    file = Path(database.removeprefix("sqlite:///"))
    with serving(database) as (client, _):
        client.put("/api/me", json={"name": "Ada"})
        log = file.with_name(file.name + "-wal").stat().st_size
        assert shown(client) == file.stat().st_size + log > log > 0
    with serving(empty_postgres) as (client, services):
        at_server(client, services.housekeeping.tidy)
        assert shown(client) > 1_000_000
        assert "tengen_disk_free_bytes" not in client.get("/metrics").text


def test_refusals_and_failures_are_counted(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(database, raises=False) as (client, services):
        monkeypatch.setattr(services.games, "find", fails)
        failed = client.get("/api/games/nothing")
        with monkeypatch.context() as poor:
            poor.setattr(services.limits.requests, "take", lambda *_: False)
            refused = client.get("/api/games/nothing")
        text = client.get("/metrics").text
    assert (failed.status_code, refused.status_code) == (500, 429)
    assert 'status="500"} 1.0' in text
    assert 'status="429"} 1.0' in text
    assert failed.json()["request"] == failed.headers["x-request-id"] != refused.headers["x-request-id"]


def test_errors_of_the_database_are_counted_by_kind(database: str) -> None:
    with serving(database) as (client, services):
        with pytest.raises(OperationalError, match="nowhere"):
            at_server(client, services.store._rows, text("select nothing from nowhere"))
        assert 'tengen_database_errors_total{error="OperationalError"} 1.0' in client.get("/metrics").text


@pytest.mark.parametrize(
    ("client", "headers", "status"),
    [
        (HERE, {}, 200),
        (("::1", 1), {}, 200),
        (("192.0.2.7", 1), {}, 404),
        (("192.0.2.7", 1), BEARER, 200),
        (("192.0.2.7", 1), {"authorization": "Bearer no"}, 404),
        (HERE, {"x-forwarded-for": "192.0.2.7"}, 404),
        (HERE, {"x-forwarded-for": "192.0.2.7"} | BASIC, 200),
    ],
)
def test_figures_are_for_this_machine_and_the_operator(
    database: str, client: tuple[str, int], headers: dict[str, str], status: int
) -> None:
    with serving(database, token=TOKEN, client=client) as (made, _):
        assert made.get("/metrics", headers=headers).status_code == status


# -- what is logged ------------------------------------------------------------------------------------------------


def test_a_request_is_one_line_with_its_id_and_no_address(database: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="tengen.requests")
    with serving(database, client=("192.0.2.7", 1)) as (client, _):
        answer = client.get("/api/games/abc123?secret=1")
        page = client.get("/nowhere")
        client.get("/health/live")
    lines = [vars(record) for record in caplog.records if record.name == "tengen.requests"]
    assert [(line["method"], line["route"], line["status"]) for line in lines] == [
        ("GET", "/api/games/{id}", 404),
        ("GET", "none", 404),
    ]
    assert lines[0]["visitor"] == lines[1]["visitor"]
    assert "192.0.2" not in str(lines)
    assert "secret" not in str(lines)
    assert answer.json()["request"] == answer.headers["x-request-id"]
    assert page.headers["x-request-id"] in page.text


def test_a_websocket_is_one_line_when_it_ends(database: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="tengen.requests")
    with serving(database) as (client, _):
        with client.websocket_connect("/api/games/nothing/live") as socket:
            assert socket.receive()["code"] == 4404
        assert 'tengen_sockets_closed_total{code="4404"} 1.0' in client.get("/metrics").text
    lines = [vars(record) for record in caplog.records if record.name == "tengen.requests"]
    assert [(line["method"], line["route"], line["status"]) for line in lines][:1] == [
        ("SOCKET", "/api/games/{id}/live", 4404)
    ]
