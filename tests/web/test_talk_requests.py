"""Requests between two players over the API: a declined rematch is reported on both pages."""

import pytest
from starlette.testclient import TestClient
from web_games import between, code, intend, play, rematch, state

from tengen.web.games import game_server


def test_a_rematch_is_declined_in_words_to_both(client: TestClient, friend: TestClient) -> None:
    id = between(client, friend)
    play(client, id, "C3")
    play(friend, id, "resign")
    assert intend(client, id, kind="decline", what="rematch").json()["error"]["code"] == "no-offer"
    again = rematch(client, id).json()["id"]
    assert state(friend, id)["rematch"]["text"] == "Black plays again, with colours changed."
    assert intend(friend, id, kind="decline", what="rematch").status_code == 200
    for each in (client, friend):
        seen = state(each, id)
        assert (seen["answered"]["text"], seen["rematch"]["declined"]) == ("White declined to play again.", True)
    told = state(client, again)["answered"]
    assert (told["what"], told["how"], told["by"]) == ("rematch", "declined", "black"), "the colours are changed there"
    assert told["text"] == "Black declined to play again."
    assert intend(friend, id, kind="decline", what="rematch").json()["error"]["code"] == "no-offer"


def test_after_too_many_requests_a_game_is_only_played(
    client: TestClient, friend: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Endless requests and withdrawals would make the game ever slower to open."""
    monkeypatch.setattr(game_server, "_MOST_BESIDE", 5)
    id = between(client, friend)
    play(client, id, "C3")
    while state(client, id)["number"] < 8:
        assert intend(client, id, kind="propose", what="undo").status_code == 200
        assert intend(client, id, kind="withdraw", what="undo").status_code == 200
    for kind, what in (("propose", "undo"), ("withdraw", "undo"), ("propose", "no-result"), ("propose", "hints")):
        assert code(intend(client, id, kind=kind, what=what)) == (409, "no-end")
    client.put("/api/me", json={"name": "Somebody else"})
    assert client.post(f"/api/games/{id}/name").status_code == 200
    assert state(client, id)["number"] == 8
    play(friend, id, "D3")
    play(client, id, "resign")
    assert state(client, id)["phase"] == "over"


def test_after_too_many_marks_a_count_can_be_left(
    client: TestClient, friend: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a player could hold the opponent in the count for ever by marking living stones as dead."""
    monkeypatch.setattr(game_server, "_MOST_BESIDE", 5)
    id = between(client, friend)
    for who, move in ((client, "C3"), (friend, "D3"), (client, "pass"), (friend, "pass")):
        play(who, id, move)
    dead = True
    while (answer := intend(friend, id, kind="dead", stones=["C3"], dead=dead)).status_code == 200:
        dead = not dead
    assert answer.json()["error"]["code"] == "no-end"
    assert intend(client, id, kind="resume").status_code == 200
    play(client, id, "E5")
    play(friend, id, "resign")
    assert state(client, id)["outcome"]["winner"] == "black"
