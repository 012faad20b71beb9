"""Swaps of sides and bids for komi on the page: seats, clocks, sealed bids, and the computer's part (spec 6.6a)."""

import pytest
from starlette.testclient import TestClient
from web_games import between, code, intend, play, state
from web_rooms import BOTH, do, refusal, room_of
from web_rooms import play as move

from tengen import Game
from tengen.records import TengenError
from tengen.web.engine.engine_jobs import EngineJobs
from tengen.web.games import game_actions
from tengen.web.rooms import Seat, Timing


def test_a_swap_gives_each_player_the_colour_of_the_other() -> None:
    seats = {"black": Seat(name="Ada"), "white": Seat(name="Ben")}
    room = room_of("go-with-pie", timing=Timing("absolute", main=60.0), seats=seats)
    assert refusal(room, {"black"}, kind="sides", said="swap").code == "illegal"
    move(room, "C3")
    assert refusal(room, {"black"}, kind="sides", said="swap").code == "not-your-turn"
    assert "swap" in game_actions.actions(room, {"white"})
    assert "swap" not in game_actions.actions(room, {"black"})
    do(room, {"white"}, at=20.0, kind="sides", said="swap")
    assert (room.names, room.game.to_play) == ({"black": "Ben", "white": "Ada"}, "white")
    assert (room.reading("black", 20.0).main, room.reading("white", 25.0).main) == (40.0, 55.0)
    assert (room.undone({"white"}), room.undone({"black"})) == (0, None)
    do(room, {"white"}, at=30.0, kind="propose", what="undo")
    do(room, {"black"}, at=30.0, kind="accept", what="undo")
    assert (room.names, room.game.seats["black"]) == ({"black": "Ada", "white": "Ben"}, "first")


def test_sealed_bids_are_shown_when_both_are_there() -> None:
    room = room_of("komi-bidding", seats={"black": Seat(name="Ada"), "white": Seat(name="Ben")})
    assert room.awaited == BOTH
    assert refusal(room, {"black"}, kind="move", move="C3").reasons == ("bidding",)
    do(room, {"white"}, kind="sides", said="7.5")
    assert not room.game.bids
    assert room.awaited == {"black"}
    assert refusal(room, {"white"}, kind="sides", said="8").code == "not-your-turn"
    for said in ("none", "7.3", "much"):
        assert refusal(room, {"black"}, kind="sides", said=said).code == "illegal"
    do(room, {"black"}, kind="sides", said="6.5")
    assert (room.game.rules.komi, room.names["black"]) == (7.5, "Ben")
    assert room.awaited == {"black"}


def test_an_auction_goes_on_in_turn() -> None:
    room = room_of("komi-auction")
    do(room, {"black"}, kind="sides", said="5")
    assert game_actions.actions(room, {"white"})["bid"] == {"ok": True, "more": True}
    assert "higher than the last one" in str(refusal(room, {"white"}, kind="sides", said="5"))
    do(room, {"white"}, kind="sides", said="6")
    do(room, {"black"}, kind="sides", said="none")
    assert (room.game.rules.komi, room.game.seats["black"]) == (6, "second")


def test_with_an_odd_number_of_seats_a_player_has_both_colours() -> None:
    room = room_of("zengo", seats={"black": Seat(name="Ada"), "white": Seat(kind="computer", level=2)})
    movers = []
    for label in ("A1", "B2", "C3", "D4", "E5", "A5"):
        movers.append((room.game.to_play, room.terms.seats[room.game.to_play].name, room.computer_is_due))
        move(room, label)
    assert movers[:4] == [
        *(("black", "Ada", False), ("white", None, True), ("black", None, True)),
        ("white", "Ada", False),
    ]
    assert movers[4:] == [("black", None, True), ("white", None, True)]
    assert room.undone({"black"}) == 3
    assert room.game.players == ("first", "second", "second") * 2


def test_seats_are_swapped_for_both_browsers_and_back(client: TestClient, friend: TestClient) -> None:
    id = between(client, friend, variant="go-with-pie")
    with friend.websocket_connect(f"/api/games/{id}/live") as socket:
        assert socket.receive_json()["you"] == ["white"]
        play(client, id, "C3")
        assert intend(friend, id, kind="sides", said="swap").status_code == 200
        while (seen := socket.receive_json())["you"] != ["black"]:
            pass
        assert seen["said"] == "Black C3. White swaps sides"
    assert (state(client, id)["you"], state(friend, id)["you"]) == (["white"], ["black"])
    assert state(friend, id)["moves"] == [{"by": "black", "text": "C3", "swapped": "white"}]
    assert code(intend(friend, id, kind="move", move="D3")) == (409, "not-your-turn")
    play(client, id, "D3")
    play(friend, id, "B3")
    assert intend(friend, id, kind="resign").status_code == 200
    assert state(client, id)["outcome"]["winner"] == "white"


def test_such_games_are_not_rated(client: TestClient) -> None:
    wanted = {"variant": "go-with-pie", "board": "9", "opponent": {"kind": "friend"}, "rated": True}
    assert client.post("/api/games", json=wanted).status_code in (403, 422)
    held = {"variant": "komi-bidding", "board": "9", "kind": "round-robin"}
    assert client.post("/api/tournaments", json=held).status_code == 422


def test_the_computer_swaps_and_bids() -> None:
    jobs = EngineJobs()
    game = Game("go-with-pie", board="5x5")
    game.play("C3")
    assert jobs.move(game.to_json(), 1, "a") == "swap"
    game.swap()
    game.read_move(jobs.move(game.to_json(), 1, "a"))
    bidding = Game("komi-auction", board="3x3")
    for _count in range(40):
        if bidding.bidder is None:
            break
        word, said = jobs.move(bidding.to_json(), 1, "b").split()
        assert word == "bid"
        bidding.bid(None if said == "none" else float(said))
    assert bidding.bids[-1].komi is None
    assert 0 < bidding.rules.komi <= 9
    with pytest.raises(TengenError, match="bids come before"):
        bidding.bid(3)
