"""An easier game is offered to whoever has lost to the computer: a lower level, or a handicap."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient


def lost(client: TestClient, level: int = 3, **more: object) -> str:
    """Begin a game against the computer and resign it; return its id."""
    choice = {"variant": "chinese", "board": "9", "opponent": {"kind": "computer", "level": level}} | more
    made = client.post("/api/games", json=choice).json()
    number = client.get(f"/api/games/{made['id']}").json()["number"]
    wish = {"id": "1", "number": number, "intent": {"kind": "resign"}}
    assert client.post(f"/api/games/{made['id']}/intents", json=wish).status_code == 200
    return str(made["id"])


def state(client: TestClient, id: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/games/{id}").json()
    return found


def test_the_level_falls_by_one_and_the_rest_stays(client: TestClient) -> None:
    id = lost(client)
    assert client.get(f"/api/games/{id}/easier").json() == {"level": 2, "handicap": 2}
    answer = client.post(f"/api/games/{id}/easier", json={"by": "level"})
    assert answer.status_code == 201
    made = state(client, answer.json()["id"])
    assert (made["you"], made["players"]["white"]["level"]) == (["black"], 2)
    assert made["board"]["text"] == "9"


def test_ahead_by_a_handicap_the_person_has_black(client: TestClient) -> None:
    id = lost(client, colour="white", level=1)
    assert client.get(f"/api/games/{id}/easier").json() == {"level": None, "handicap": 2}
    made = state(client, client.post(f"/api/games/{id}/easier", json={"by": "handicap"}).json()["id"])
    assert made["you"] == ["black"]
    assert made["players"]["white"]["level"] == 1
    assert "2 stones ahead" in made["terms"]
    assert client.post(f"/api/games/{id}/easier", json={"by": "level"}).json()["error"]["code"] == "not-easier"


@pytest.mark.parametrize(
    ("choice", "handicap"),
    [
        ({"axes": {"handicap": 4}}, 5),
        ({"board": "9x9 torus"}, 2),
        ({"variant": "tile", "board": "7"}, 2),
        ({"board": "graph:petersen"}, None),
        ({"axes": {"handicap": 9}}, None),
    ],
)
def test_the_handicap_that_a_board_bears(client: TestClient, choice: dict[str, Any], handicap: int | None) -> None:
    id = lost(client, **choice)
    assert client.get(f"/api/games/{id}/easier").json()["handicap"] == handicap


def test_only_a_player_of_a_game_that_is_over_begins_an_easier_one(client: TestClient) -> None:
    going = client.post("/api/games", json={"board": "5"}).json()["id"]
    assert client.post(f"/api/games/{going}/easier", json={"by": "level"}).json()["error"]["code"] == "not-over"
    id = lost(client)
    client.cookies.clear()
    assert client.post(f"/api/games/{id}/easier", json={"by": "level"}).status_code == 403
    alone = client.post("/api/games", json={"board": "5", "opponent": {"kind": "self"}}).json()["id"]
    assert client.get(f"/api/games/{alone}/easier").json() == {"level": None, "handicap": None}
