"""The computer's level follows its player: the next one after a game, and a rematch at it."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient
from test_games_api import begin, intend, play, rematch, state

STONES = ("A1", "B1", "C1", "D1", "A3", "B3")


def ended(client: TestClient, level: int = 3, moves: int = 6, last: tuple[str, ...] = ("resign",), **more: Any) -> str:
    """Go on from a few moves against the computer, and end the game; return its id."""
    axes = {"axes": more.pop("axes")} if "axes" in more else {}
    start = begin(client, **axes)["id"]
    play(client, start, *STONES[:moves])
    choice = {"from": {"game": start, "moves": moves}, "opponent": {"kind": "computer", "level": level}} | more
    id = str(begin(client, **choice)["id"])
    for move in last:
        assert answered(client, id, move).status_code == 200
    return id


def answered(client: TestClient, id: str, move: str) -> Any:
    """Play a move; where the computer has the first turn, it may move between a look at the board and the answer."""
    for _ in range(20):
        answer = intend(client, id, kind="move", move=move)
        if answer.status_code != 409 or answer.json()["error"]["code"] != "stale":
            break
    return answer


def after(client: TestClient, id: str, run: int = 0) -> Any:
    return client.get(f"/api/games/{id}/next-level?run={run}").json()


def test_two_lost_games_lower_the_level(client: TestClient) -> None:
    first, second = ended(client), ended(client)
    assert after(client, first) == {"counts": True, "level": 3, "run": -1}
    assert after(client, second, run=-1) == {"counts": True, "level": 2, "run": 0}
    assert after(client, ended(client, level=1), run=-1) == {"counts": True, "level": 1, "run": 0}


def test_a_rematch_is_played_at_the_level_that_follows(client: TestClient) -> None:
    id = ended(client)
    answer = rematch(client, id, level=2)
    assert answer.status_code == 201, answer.text
    players = state(client, answer.json()["id"])["players"]
    assert [players[colour]["level"] for colour in ("black", "white")] == [2, None]
    assert rematch(client, ended(client), level=11).status_code == 422


@pytest.mark.parametrize(
    "game",
    [{"moves": 4}, {"opponent": {"kind": "self"}}, {"axes": {"handicap": 2, "handicap_kind": "turns"}}],
    ids=["broken off", "nobody opposite", "handicap"],
)
def test_other_games_do_not_count(client: TestClient, game: dict[str, Any]) -> None:
    assert after(client, ended(client, **game), run=1) == {"counts": False, "level": None, "run": 1}


def test_what_cannot_be_is_refused(client: TestClient) -> None:
    going = begin(client)["id"]
    assert after(client, going)["error"]["code"] == "not-over"
    assert client.get(f"/api/games/{ended(client)}/next-level?run=2").status_code == 422
    alone = ended(client, opponent={"kind": "self"})
    assert rematch(client, alone, level=2).json()["error"]["code"] == "no-level"
