"""A server's stronger engine as an opponent: offered for games that it supports, with Tengen's own as a stand-in."""

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from data import cases
from fake_katago import FakeKataGo
from fastapi.testclient import TestClient
from web_engine import QuickEngine
from web_games import play, state

from tengen.engines import KataGo
from tengen.web.app import create_app
from tengen.web.engine import OutsideEngine
from tengen.web.settings import Settings

GAME = {"variant": "chinese", "board": "5", "opponent": {"kind": "computer", "bot": "katago-8"}}

OPERATOR = {"authorization": "Basic " + b64encode(b"ann:word").decode()}


@pytest.fixture
def fake(tmp_path: Path) -> FakeKataGo:
    return FakeKataGo(tmp_path)


@pytest.fixture
def visitor(fake: FakeKataGo, tmp_path: Path) -> Iterator[TestClient]:
    engine = QuickEngine()
    engine.outside = OutsideEngine(KataGo(fake.installation()))
    settings = Settings(database=f"sqlite:///{tmp_path}/games.db", outside="katago", operator_token="word")
    app = create_app(settings, engine)
    with TestClient(app, base_url="http://testserver", headers={"origin": "http://testserver"}) as made:
        yield made
    engine.outside.close()


def after_two_moves(visitor: TestClient, game: dict[str, Any]) -> dict[str, Any]:
    made = visitor.post("/api/games", json=game).json()
    play(visitor, made["id"], "C3")
    until = monotonic() + 60
    while len((seen := state(visitor, made["id"]))["moves"]) < 2 and monotonic() < until:
        sleep(0.02)
    return seen


def test_it_is_offered_and_plays_with_its_visits(visitor: TestClient, fake: FakeKataGo) -> None:
    offered = [each for each in visitor.get("/api/lobby").json()["bots"] if each["visits"]]
    assert [(each["bot"], each["name"], each["level"]) for each in offered] == [
        (f"katago-{visits}", "KataGo", None) for visits in (1, 8, 64)
    ]
    for page in ("/lobby", "/new"):
        assert visitor.get(page).text.count("visits per move") >= 2
    game = after_two_moves(visitor, GAME)
    white = game["players"]["white"]
    assert (white["name"], white["level"], white["visits"], white["stand_in"]) == ("KataGo", None, 8, None)
    assert [each["maxVisits"] for each in fake.questions] == [8]
    figures = visitor.get("/metrics", headers=OPERATOR).text
    assert 'tengen_outside_jobs_total{end="answered",kind="move"} 1.0' in figures
    assert 'tengen_outside_waiting{kind="move"} 0.0' in figures


def test_tengen_stands_in_where_it_fails(tmp_path: Path, visitor: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    services: Any = visitor.app.state.services  # type: ignore[attr-defined]
    dying = OutsideEngine(KataGo(FakeKataGo(tmp_path / "2", ["die"] * 9, every_life=True).installation()))
    monkeypatch.setattr(services.engine, "outside", dying)
    game = after_two_moves(visitor, GAME)
    dying.close()
    assert game["players"]["white"]["stand_in"] == 7
    assert services.engine.asked[-1] == (game["id"], 7)
    assert 'tengen_outside_jobs_total{end="failed",kind="move"} 1.0' in visitor.get("/metrics", headers=OPERATOR).text


@pytest.mark.parametrize(("more", "says"), cases("guest_program", "what_it_does_not_play_is_refused"))
def test_what_it_does_not_play_is_refused(visitor: TestClient, more: dict[str, Any], says: str) -> None:
    answer = visitor.post("/api/games", json=GAME | more)
    assert answer.status_code == 422
    assert says in answer.text


def test_the_operator_sees_that_it_does_not_run(
    tmp_path: Path, visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    services: Any = visitor.app.state.services  # type: ignore[attr-defined]

    assert visitor.portal is not None
    visitor.portal.call(services.prepared.wait)

    def found() -> tuple[str, bool, list[str], dict[str, str]]:
        answer = visitor.get("/health/ready")
        assert answer.status_code == 200
        said = answer.json()
        return said["status"], said["parts"]["outside"], said["starting"], said["degraded"]

    assert found() == ("ready", False, ["outside"], {})
    after_two_moves(visitor, GAME)
    assert found() == ("ready", True, [], {})
    assert "tengen_outside_runs 1.0" in visitor.get("/metrics", headers=OPERATOR).text
    failing = OutsideEngine(KataGo(FakeKataGo(tmp_path / "2", flags="--no-network").installation()))
    monkeypatch.setattr(services.engine, "outside", failing)
    after_two_moves(visitor, GAME)
    status, runs, starting, words = found()
    failing.close()
    assert (status, runs, starting, [*words]) == ("degraded", False, [], ["outside"])
    assert words["outside"].startswith("The stronger engine does not run.")
