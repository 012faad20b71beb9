"""What makes a game of two levels even, by the API."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from tengen import boards
from tengen.boards import Board, parsing


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


@pytest.mark.parametrize(
    ("query", "field", "text"),
    [
        ("variant=nothing", "variant", "nothing"),
        ("board=nonsense", "board", "nonsense"),
        ("board=", "board", "empty"),
        ("board=0x0", "board", "it must be 1 to 52"),
        ("board=graph:k991", "board", "490,545 lines; a board has at most 5,000"),
    ],
)
def test_what_is_no_game_is_refused_with_its_field(client: TestClient, query: str, field: str, text: str) -> None:
    answer = client.get(f"/api/even?one=3&other=2&{query}")
    assert answer.status_code == 422
    assert (answer.json()["error"]["code"], answer.json()["error"]["field"]) == ("wrong-choice", field)
    assert text in answer.json()["error"]["text"]


def test_levels_far_apart_are_told_the_most(client: TestClient) -> None:
    found = client.get("/api/even?one=10&other=2").json()
    assert (found["known"], found["enough"]) == (True, False)
    assert found["text"].startswith("Level 10 against level 2: levels so far apart were not played;")


def test_a_board_that_takes_long_is_not_built_for_it(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Complete graphs within the bounds of games, and those beyond them: neither was measured."""
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
        assert board not in built  # the server itself builds others meanwhile
