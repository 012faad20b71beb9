"""The next game against the computer: a level that follows its player, an easier game, and an even one."""

from typing import Any

import pytest
from data import cases
from starlette.testclient import TestClient
from web_games import begin, intend, play, rematch, state

from tengen import boards
from tengen.boards import Board, parsing

STONES = ("A1", "B1", "C1", "D1", "A3", "B3")


def ended(client: TestClient, level: int = 3, moves: int = 6, last: tuple[str, ...] = ("resign",), **more: Any) -> str:
    """Continue a game against the computer after a few moves, and end it; return its id."""
    axes = {"axes": more.pop("axes")} if "axes" in more else {}
    start = begin(client, **axes)["id"]
    play(client, start, *STONES[:moves])
    choice = {"from": {"game": start, "moves": moves}, "opponent": {"kind": "computer", "level": level}} | more
    id = str(begin(client, **choice)["id"])
    for move in last:
        assert answered(client, id, move).status_code == 200
    return id


def answered(client: TestClient, id: str, move: str) -> Any:
    """Play a move; if the computer moves first, it may move between reading the board and the answer."""
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


# -- an easier one -----------------------------------------------------------------------------------------------------


def lost(client: TestClient, level: int = 3, **more: object) -> str:
    """Begin a game against the computer and resign it; return its id."""
    id = str(begin(client, **{"board": "9", "opponent": {"kind": "computer", "level": level}} | more)["id"])
    assert intend(client, id, kind="resign").status_code == 200
    return id


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


def test_only_players_of_a_finished_game_start_an_easier_one(client: TestClient) -> None:
    going = client.post("/api/games", json={"board": "5"}).json()["id"]
    assert client.post(f"/api/games/{going}/easier", json={"by": "level"}).json()["error"]["code"] == "not-over"
    id = lost(client)
    client.cookies.clear()
    assert client.post(f"/api/games/{id}/easier", json={"by": "level"}).status_code == 403
    alone = client.post("/api/games", json={"board": "5", "opponent": {"kind": "self"}}).json()["id"]
    assert client.get(f"/api/games/{alone}/easier").json() == {"level": None, "handicap": None}


# -- even games --------------------------------------------------------------------------------------------------------


def test_the_stones_that_make_two_levels_even(client: TestClient) -> None:
    found = client.get("/api/even?one=4&other=2&variant=chinese&board=9").json()
    assert (found["known"], found["weaker"], found["handicap"], found["komi"]) == (True, 2, 3, None)
    assert found["text"] == "Level 4 against level 2: even at 3 stones, with Black for level 2."
    german = client.get("/api/even?one=2&other=4", headers={"accept-language": "de"}).json()
    assert german["text"] == "Stufe 4 gegen Stufe 2: ausgeglichen bei 3 Steinen, mit Schwarz für Stufe 2."


def test_what_was_not_measured_is_not_known(client: TestClient) -> None:
    for query in ("variant=korean", "board=5"):
        assert client.get(f"/api/even?one=3&other=2&{query}").json()["known"] is False, query
    assert client.get("/api/even?one=3&other=11").status_code == 422


@pytest.mark.parametrize(("query", "field", "text"), cases("next_game", "what_is_no_game_is_refused_with_its_field"))
def test_what_is_no_game_is_refused_with_its_field(client: TestClient, query: str, field: str, text: str) -> None:
    answer = client.get(f"/api/even?one=3&other=2&{query}")
    assert answer.status_code == 422
    assert (answer.json()["error"]["code"], answer.json()["error"]["field"]) == ("wrong-choice", field)
    assert text in answer.json()["error"]["text"]


def test_levels_far_apart_are_told_the_most(client: TestClient) -> None:
    found = client.get("/api/even?one=10&other=2").json()
    assert (found["known"], found["enough"]) == (True, False)
    assert found["text"].startswith("Level 10 against level 2: levels so far apart were not measured;")


def test_a_board_that_takes_long_is_not_built_for_it(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Complete graphs within the bounds of games, and larger ones: neither was measured."""
    built, build = list[str](), parsing._usual

    def noted(text: str, footprint: str | None) -> Board:
        board = build(text, footprint)  # or BoardError: it would be too large
        built.append(text)
        return board

    monkeypatch.setattr(parsing, "_usual", noted)
    boards.parse("graph:petersen")
    assert "graph:petersen" in built
    for board in ("graph:k991", "graph:k99", "graph:path-9999"):
        assert not client.get(f"/api/even?one=3&other=2&board={board}").json().get("known")
        assert board not in built  # the server itself builds others at the same time
