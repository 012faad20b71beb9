"""The workbench for the formal rules as an API: answers and refusals (spec 1.25)."""

from collections.abc import Iterator
from typing import Any

import pytest
from data import cases
from starlette.testclient import TestClient
from web_engine import QuickEngine
from web_games import begin, play, state

from tengen.web.app import create_app
from tengen.web.settings import Settings


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A browser at one server for all tests: starting the process that checks records takes seconds."""
    folder = tmp_path_factory.mktemp("formal")
    app = create_app(Settings(database=f"sqlite:///{folder / 'games.db'}"), QuickEngine())
    with TestClient(app, base_url="http://localhost", headers={"origin": "http://localhost"}) as made:
        yield made


def ask(client: TestClient, **wanted: Any) -> Any:
    return client.post("/api/formal", json=wanted)


def test_a_record_is_checked(client: TestClient) -> None:
    found = ask(client, text="1 (1,0) 2 - 3 pass", board="3x1").json()
    assert (found["is_record"], found["broken"], found["at"], found["last"]) == (True, None, 3, 3)
    assert found["score"] == {"black": 3, "white": 0, "neutral": 0, "margin": 3}
    assert found["groups"][0]["name"] == "(1 0)"
    assert found["svg"].count('class="owner"') == 2
    assert 'class="tengen dark"' in ask(client, text="...", theme="dark").json()["svg"]


def test_the_first_postulate_broken_is_named(client: TestClient) -> None:
    found = ask(client, text="1 (0 0) 2 (1 0) 3 (0 0) 4 pass 5 pass", board="2x1", at=1).json()
    assert found["broken"] == {
        "postulate": 3, "where": 3, "what": "Equals configuration 1, which it does not directly follow",
    }  # fmt: skip
    assert found["at"] == 1
    moved = ask(client, text="X.O\n\nXX.", start="first", finished=False).json()
    assert moved["broken"] is None
    assert ask(client, text="XXXX.\n.X..X", family="(0 1) (4 0)").json()["family"]["safe"] is True


@pytest.mark.parametrize(("wanted", "code", "says"), cases("formal_page", "refusals_say_what_is_wrong"))
def test_refusals_say_what_is_wrong(client: TestClient, wanted: dict[str, Any], code: str, says: str) -> None:
    answer = ask(client, **wanted)
    assert answer.status_code == 422
    assert (answer.json()["error"]["code"], says in answer.json()["error"]["text"]) == (code, True), answer.text


def test_a_pair_is_a_move_in_the_api(client: TestClient) -> None:
    made = begin(client, variant="formal", board="5")
    play(client, made["id"], "(2 2)", "(1,1)")
    assert [move["text"] for move in state(client, made["id"])["moves"]] == ["C3", "B2"]
