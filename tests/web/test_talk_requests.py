"""Requests between two players over the API: a rematch that is declined is declined in words on both tables."""

from __future__ import annotations

from starlette.testclient import TestClient
from test_games_api import begin, friend, intend, play, rematch, seat_of, state

__all__ = ["friend"]


def test_a_rematch_is_declined_in_words_to_both(client: TestClient, friend: TestClient) -> None:
    made = begin(client, opponent={"kind": "friend"})
    id = made["id"]
    friend.post(f"/api/games/{id}/seat", json={"token": seat_of(made["invite"])})
    play(client, id, "C3")
    play(friend, id, "resign")
    assert intend(client, id, kind="rematch-answer", granted=False).json()["error"]["code"] == "no-offer"
    again = rematch(client, id).json()["id"]
    assert state(friend, id)["rematch"]["text"] == "Black plays again, with colours changed."
    assert intend(friend, id, kind="rematch-answer", granted=False).status_code == 200
    for each in (client, friend):
        seen = state(each, id)
        assert (seen["answered"]["text"], seen["rematch"]["declined"]) == ("White declined to play again.", True)
    told = state(client, again)["answered"]
    assert (told["what"], told["how"], told["by"]) == ("rematch", "declined", "black"), "the colours are changed there"
    assert told["text"] == "Black declined to play again."
    assert intend(friend, id, kind="rematch-answer", granted=False).json()["error"]["code"] == "no-offer"
