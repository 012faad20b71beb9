"""The story of a game: what the last turn did and what is due, in sentences of the pages."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient
from test_games_api import begin, play, state

from tengen import Game
from tengen.records import Colour
from tengen.web.games import turn_view

WALL = ["C3", "D3", "C4", "E3", "C5", "D2", "B3", "D1", "A3", "A5"]
BOTH: tuple[Colour, ...] = ("black", "white")


def played(variant: str, board: str, *moves: str, **axes: Any) -> Game:
    game = Game(variant, board=board, **axes)
    for move in moves:
        game.play(move)
    return game


@pytest.mark.parametrize(
    ("game", "happened", "due"),
    [
        (Game("chinese", board="5"), "", ""),
        (played("chinese", "5", "C3"), "Black plays C3.", ""),
        (
            played("chinese", "5", "A1", "pass"),
            "White passes.",
            "If you pass too, the game ends and is counted.",
        ),
        (played("gengo", "9", "E5", "pass"), "White passes.", "One pass alone does not end the game."),
        (
            played("tile", "5", *WALL),
            "White plays A5. White A5 is an incursion: its region touches only Black.",
            "A tile is due under your next stone.",
        ),
        (
            played("cushion", "5", *WALL),
            "White plays A5. White A5 is an incursion: its region touches only Black.",
            "Your next stone gets a tile if it is an incursion.",
        ),
        (
            played("tile", "5", *WALL, "B1"),
            "Black plays B1. A tile lies under B1: the placement before it was an incursion.",
            "",
        ),
        (played("tromp-taylor", "3", "A2", "A1", "B1"), "Black B1 takes A1.", ""),
        (
            played("tromp-taylor", "3", "A2", "A1", "B2", "C3", "C1", "B1"),
            "White plays B1. That takes White's own A1, B1 off (suicide).",
            "",
        ),
    ],
)
def test_the_story_of_a_turn(game: Game, happened: str, due: str) -> None:
    assert turn_view.happened(game) == happened
    assert turn_view.due(game, [game.to_play]) == due


def test_the_story_of_a_ko() -> None:
    game = Game.setup("chinese", [".XO.", "XO.O", ".XO.", "...."])
    game.play("C3")
    assert turn_view.happened(game) == "Black C3 takes B3."
    assert turn_view.due(game, BOTH) == "White may not retake at B3 at once (ko)."
    assert turn_view.gone(game) == {"black": [], "white": ["B3"]}


def test_the_story_of_tao_stones() -> None:
    game = Game.setup("tao", [".X.", "XO.", "..."], prisoners={"black": 3}, tao_price=(1, 2), to_play="black")
    game.play("tao C1")
    assert turn_view.happened(game) == "Black puts a Tao stone on C1 for 1 prisoner."
    assert turn_view.due(game, ["white"]) == "The next Tao stone costs you 1."
    game.play("A1")
    game.play("A3")
    assert (turn_view.happened(game), turn_view.due(game, BOTH)) == ("Black plays A3.", "")


def test_a_stone_that_takes_sends_the_tao_stone_below_it_home() -> None:
    game = Game.setup("tao", ["OT.", "X..", "..."], to_play="black")
    game.play("B3")
    assert turn_view.happened(game) == "Black B3 takes A3. The Tao stone from B3 goes back to the box."


def test_the_story_of_gengo_says_that_stones_take_from_afar() -> None:
    game = played("gengo", "15", *["H8", "K8", "H5", "L5", "E8", "H11"])
    taken = next(turn.number for turn in game.turns if turn.captured)
    told = turn_view.happened(game.at(taken))
    assert told.endswith("it covers the last liberty there, which need not be beside it.")


def test_the_moves_run_out_where_who_has_none_loses() -> None:
    game = played("tile", "3", *["B2", "A1", "A2", "C3", "C2", "A3", "B3"])
    left = len(game.legal_moves())
    assert turn_view.due(game.at(1), ["white"]) == ""
    assert f"You have {left} move" in turn_view.due(game, [game.to_play])


def test_the_page_is_told_the_story(client: TestClient) -> None:
    made = begin(client, variant="tile", board="5")
    play(client, made["id"], *WALL)
    seen = state(client, made["id"])
    assert seen["happened"].startswith("White plays A5.")
    assert seen["due"] == "A tile is due under Black's next stone."  # who plays both sides is no "you"
    play(client, made["id"], "B1")
    seen = state(client, made["id"])
    why = "A tile lies under B1: the placement before it was an incursion."
    assert seen["tiles"]["fallen"]["B1"] == {"why": why, "region": ["A5", "B5", "A4", "B4"], "number": 11}
    past = client.get(f"/api/games/{made['id']}?moves=10").json()
    assert past["happened"].startswith("White plays A5.")
    assert "due" not in past


def test_buttons_say_what_they_cost(client: TestClient) -> None:
    made = begin(client, variant="tao", board="5")
    play(client, made["id"], "A1", "pass")
    actions = state(client, made["id"])["actions"]
    assert actions["pass"]["cost"] == "ends the game"
    assert actions["tao"]["cost"] == "costs 1 prisoner, you hold 0"
    assert actions["undo"]["cost"] == "takes back 1 move"
    assert actions["resign"]["cost"] == "ends the game"
    friend = begin(client, variant="tile", board="5", opponent={"kind": "friend"})
    actions = state(client, friend["id"])["actions"]
    assert actions["return"]["cost"] == "costs 1 prisoner, you hold 0"
    assert actions["undo"]["cost"] == "asks White"
