"""Conditional moves of correspondence games: private, answered at once, dropped with a note, and kept on restart."""

from __future__ import annotations

import time
from typing import Any

import pytest
from starlette.testclient import TestClient
from web_engine import QuickEngine
from web_games import between, code, intend, play, state, without_clocks
from web_rooms import do, room_of
from web_rooms import play as make_moves
from web_stored import begin_at

from tengen import Game
from tengen.web.games import game_server
from tengen.web.games.game_server import GameServer
from tengen.web.rooms import GameTerms, Timing
from tengen.web.rooms.conditional_moves import kept, reply
from tengen.web.rooms.events import Moved
from tengen.web.store import EventAppend, Store

DAYS = Timing("correspondence", period=86_400)
CLOCK = {"kind": "correspondence", "period": 86_400}


def keep(client: TestClient, id: str, *lines: str) -> Any:
    return client.put(f"/api/games/{id}/conditional", json={"lines": [line.split() for line in lines]})


def conditional(client: TestClient, id: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/games/{id}/conditional").json()
    return found


def until(client: TestClient, id: str, moves: str) -> None:
    """Wait until a game has had these moves."""
    for _ in range(500):
        if [each["text"] for each in state(client, id)["moves"]] == moves.split():
            return
        time.sleep(0.02)
    raise AssertionError(state(client, id)["moves"])


def test_conditional_moves_are_private_and_played_at_once(client: TestClient, friend: TestClient) -> None:
    id = between(client, friend, clock=CLOCK)
    play(client, id, "C3")
    before = without_clocks(friend, id)
    assert keep(client, id, "D3 D4 D2 C2", "B3 B4").json() == {
        "lines": [["D3", "D4", "D2", "C2"], ["B3", "B4"]],
        "note": "",
    }
    assert conditional(friend, id) == {"lines": [], "note": ""}
    assert without_clocks(friend, id) == before, "not even the number of events has changed"
    play(friend, id, "D3")
    until(friend, id, "C3 D3 D4")
    assert state(friend, id)["players"]["white"]["clock"]["running"]
    assert conditional(client, id) == {
        "lines": [["D2", "C2"]],
        "note": "You answered D3 with your conditional move D4.",
    }
    play(friend, id, "B1")
    assert conditional(client, id) == {"lines": [], "note": "None of your conditional moves answers B1."}
    assert code(keep(client, id, "D2 C2")) == (409, "no-conditions"), "it is Black's turn"
    play(client, id, "B2")
    assert conditional(client, id) == {"lines": [], "note": ""}


def test_two_players_plans_answer_each_other(client: TestClient, friend: TestClient) -> None:
    id = between(client, friend, clock=CLOCK)
    play(client, id, "C3")
    keep(client, id, "D3 D4 D2 C2")
    play(friend, id, "pass")
    play(client, id, "B2")
    keep(client, id, "D3 D4 D2 C2")
    intend(friend, id, kind="move", move="D3")
    until(client, id, "C3 pass B2 D3 D4")
    keep(friend, id, "A1 A2")
    assert conditional(client, id)["lines"] == [["D2", "C2"]]
    play(friend, id, "D2")
    until(client, id, "C3 pass B2 D3 D4 D2 C2")
    assert conditional(friend, id)["lines"] == [], "White has moved otherwise"


def test_lines_that_cannot_be_played_are_refused(client: TestClient, friend: TestClient) -> None:
    id = between(client, friend, clock=CLOCK)
    assert code(keep(client, id, "C3 D3")) == (409, "no-conditions"), "it is Black's turn"
    play(client, id, "C3")
    assert code(keep(client, id, "C3 D3")) == (409, "illegal")
    assert code(keep(client, id, "D3 D4 D2")) == (409, "no-conditions"), "a line ends with an answer"
    assert code(keep(client, id, "D3 Z9")) == (409, "illegal")
    assert code(keep(client, id, *["D3 D4"] * 21)) == (422, "invalid")
    found = keep(client, id, "D3 D4", "D3 C4", "D3 C4 A1 A2", "B3 B4").json()["lines"]
    assert found == [["D3", "C4", "A1", "A2"], ["B3", "B4"]], "a later answer replaces an earlier one"
    assert keep(client, id).json()["lines"] == []
    play(friend, id, "D3")
    assert len(state(client, id)["moves"]) == 2
    stranger = between(client, friend)
    play(client, stranger, "C3")
    assert code(keep(client, stranger, "D3 D4")) == (409, "no-conditions"), "no correspondence game"
    assert code(client.get(f"/api/games/{id}/conditional", headers={"cookie": "tengen="})) == (403, "not-your-seat")


def test_an_answer_follows_a_move_and_nothing_else() -> None:
    room = room_of(timing=DAYS)
    make_moves(room, "C3")
    lines = kept(room, "black", [["D3", "D4"]])
    assert reply(room, "black", lines, 1.0) == []
    make_moves(room, "D3")
    assert reply(room, "black", lines, 1.0) == [Moved(1.0, "black", "D4")]
    make_moves(room, "D4")
    do(room, {"black"}, kind="propose", what="undo")
    do(room, {"white"}, kind="accept", what="undo")
    assert (len(room.game.moves), reply(room, "black", lines, 2.0)) == (2, []), "Black has just taken it back"
    do(room, {"white"}, kind="propose", what="undo")
    do(room, {"black"}, kind="accept", what="undo")
    make_moves(room, "B2")
    assert reply(room, "black", lines, 3.0) == []


async def test_a_move_stored_before_a_crash_is_answered_on_restart(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_server, "_SWEEP", 3600.0)
    terms = GameTerms(Game("chinese", board="5").to_json(), timing=DAYS)
    store = Store(database)
    await store.open()
    id = await begin_at(GameServer(store, QuickEngine()), terms)
    room = room_of(timing=DAYS)
    make_moves(room, "C3")
    await store.writer.append(EventAppend(id, 0, [Moved(1.0, "black", "C3")], None, "playing", None))
    await store.conditional.keep(id, "black", kept(room, "black", [["D3", "D4"]]))
    await store.writer.append(EventAppend(id, 1, [Moved(store.clock(), "white", "D3")], None, "playing", None))
    await store.close()
    store = Store(database)
    await store.open()
    games = GameServer(store, QuickEngine())
    await games.open()
    await games.sweep()
    found = await games.find(id)
    assert found is not None
    assert [found.room.game.write_move(each) for each in found.room.game.moves] == ["C3", "D3", "D4"]
    await games.close()
    await store.close()
