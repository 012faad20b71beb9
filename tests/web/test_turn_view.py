"""The turns of a game on its page: events in sentences, pending events, tiles, and the list of moves."""

from typing import Any

import pytest
from starlette.testclient import TestClient
from web_games import begin, play, state

from tengen import Game
from tengen.formats import sgf
from tengen.records import Colour
from tengen.rules import variant
from tengen.web.games import turn_view
from tengen.web.games.game_actions import closed
from tengen.web.games.turn_view import MoveList, happened, last_turn, moves_view
from tengen.web.languages.reader_language import speaking
from tengen.web.reviews import node_view
from tengen.web.reviews.record_tree import RecordTree

WALL = ["C3", "D3", "C4", "E3", "C5", "D2", "B3", "D1", "A3"]
"""On 5x5: Black walls off the four points around A5, White the two around E1."""

INCURSION = [*WALL, "A5"]
BOTH: tuple[Colour, ...] = ("black", "white")


def continued(game: Game, *moves: str) -> Game:
    for move in moves:
        game.play(move)
    return game


def played(variant: str, board: str, *moves: str, **axes: Any) -> Game:
    return continued(Game(variant, board=board, **axes), *moves)


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
            played("tile", "5", *INCURSION),
            "White plays A5. White A5 is an incursion: its region touches only Black.",
            "A tile is due under your next stone.",
        ),
        (
            played("cushion", "5", *INCURSION),
            "White plays A5. White A5 is an incursion: its region touches only Black.",
            "Your next stone gets a tile if it is an incursion.",
        ),
        (
            played("tile", "5", *INCURSION, "B1"),
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
    assert told.endswith("it covers their last liberty, which need not be adjacent.")


def test_the_story_of_a_coupon() -> None:
    game = played("environmental-go", "5", "C3", "pass")
    assert turn_view.happened(game) == "White passes and takes a coupon worth 20."
    assert turn_view.due(game, ["black"]) == "The next coupon is worth 19.5."


def test_the_story_of_a_swap() -> None:
    game = played("gonnect", "5", "C3")
    game.swap()
    assert turn_view.happened(game) == "Black plays C3. White swaps sides."


def test_the_story_of_bids() -> None:
    game = Game("komi-bidding", board="5")
    game.bid(6.5)
    assert turn_view.happened(game) == "The first player bids 6.5."
    game.bid(7)
    bids = "The first player bids 6.5. The second player bids 7."
    assert turn_view.happened(game) == f"{bids} The second player takes Black and gives 7 komi."


def test_the_moves_run_out_where_who_has_none_loses() -> None:
    game = played("tile", "3", *["B2", "A1", "A2", "C3", "C2", "A3", "B3"])
    left = len(game.legal_moves())
    assert turn_view.due(game.at(1), ["white"]) == ""
    assert f"You have {left} move" in turn_view.due(game, [game.to_play])


def test_buttons_say_what_they_cost(client: TestClient) -> None:
    made = begin(client, variant="tao", board="5")
    play(client, made["id"], "A1", "pass")
    actions = state(client, made["id"])["actions"]
    assert actions["pass"]["cost"] == "ends the game"
    assert actions["tao"]["cost"] == "1 prisoner"
    assert actions["undo"]["cost"] == "takes back 1 move"
    assert actions["resign"]["cost"] == "ends the game"
    friend = begin(client, variant="tile", board="5", opponent={"kind": "friend"})
    actions = state(client, friend["id"])["actions"]
    assert "cost" not in actions["return"]
    assert actions["undo"]["cost"] == "asks White"


# -- tiles -------------------------------------------------------------------------------------------------------------


def test_the_state_says_that_the_last_placement_was_an_incursion(client: TestClient) -> None:
    made = begin(client, variant="cushion", board="5")
    assert state(client, made["id"])["tiles"] == {
        "last_incursion": False, "region": [], "due": None, "incursions": [], "text": "", "fallen": {},
    }  # fmt: skip
    play(client, made["id"], "C3", "D3")
    seen = state(client, made["id"])
    tiles = seen["tiles"]
    assert (tiles["last_incursion"], tiles["due"], len(tiles["region"])) == (True, "incursion", 24)
    assert tiles["text"] == "The last placement, D3, was an incursion: another incursion gets a tile."
    why = "White D3 is an incursion: its region touches only Black."
    assert seen["moves"][1] == {"by": "white", "text": "D3", "why": why, "tile": False}
    assert seen["moves"][0] == {"by": "black", "text": "C3"}
    assert (seen["why"], seen["tile_due"]) == (why, False)
    assert client.get(f"/api/games/{made['id']}?moves=2").json()["why"] == why
    assert 'class="shaded"' in seen["svg"]
    play(client, made["id"], "B3")
    assert state(client, made["id"])["tiles"]["due"] is None
    assert state(client, begin(client)["id"])["tiles"] is None


def test_the_state_says_where_a_stone_would_be_an_incursion(client: TestClient) -> None:
    made = begin(client, variant="tile", board="5")
    play(client, made["id"], *WALL)
    tiles = state(client, made["id"])["tiles"]
    assert tiles["incursions"] == [["A5", "B5", "A4", "B4"]]
    play(client, made["id"], "A5")
    seen = state(client, made["id"])
    assert (seen["tiles"]["due"], seen["tile_due"]) == ("any", True)
    assert seen["tiles"]["region"] == ["A5", "B5", "A4", "B4"]
    assert seen["due"] == "A tile is due under Black's next stone."  # a person with both sides is not "you"
    play(client, made["id"], "B1")
    why = "A tile lies under B1: the placement before it was an incursion."
    fallen = {"why": why, "region": ["A5", "B5", "A4", "B4"], "number": 11}
    assert state(client, made["id"])["tiles"]["fallen"]["B1"] == fallen


def test_territory_is_marked_on_request(client: TestClient) -> None:
    made = begin(client, variant="tile", board="5")
    play(client, made["id"], *WALL)
    address = f"/api/games/{made['id']}"
    assert client.get(address).json()["svg"].count('class="owner"') == 0
    assert client.get(f"{address}?territory=1").json()["svg"].count('class="owner"') == 6
    assert client.get(f"{address}?territory=1&moves=9").json()["svg"].count('class="owner"') == 6
    with client.websocket_connect(f"{address}/live?territory=1") as socket:
        assert socket.receive_json()["svg"].count('class="owner"') == 6
        socket.send_json({"type": "look", "territory": False})
        assert socket.receive_json()["svg"].count('class="owner"') == 0


def test_a_review_says_why() -> None:
    tree = RecordTree(sgf.read("(;SZ[5];B[cc];W[dc];B[bc])"))
    seen = node_view.view(tree, "2", variant("cushion"))
    assert seen["why"] == "White D3 is an incursion: its region touches only Black."
    assert 'class="shaded"' in str(seen["svg"])
    assert node_view.view(tree, "2", variant("chinese"))["why"] == ""
    assert node_view.view(tree, "3", variant("tile"))["why"].startswith("A tile lies under B3:")  # type: ignore[attr-defined]
    assert Game("tile", board="5").svg().count("shaded") == 0


# -- the list of moves -------------------------------------------------------------------------------------------------


def test_every_language_has_its_own() -> None:
    known, game = MoveList(), Game.setup("tile", ["..X..", "XXX..", ".....", ".....", "....."], to_play="white")
    game.play("A5")
    told = {}
    for chosen in ("en", "de"):
        with speaking(chosen):
            told[chosen] = known.view(game)
            assert told[chosen] == moves_view(game)
    assert told["en"] != told["de"]


def test_after_an_undo_only_what_is_new_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    known, told = MoveList(), list[int]()
    game = played("chinese", "9", "C3", "D4", "pass", "E5", "pass", "pass")

    def noted(game: Game, first: int = 0) -> list[dict[str, object]]:
        told.append(first)
        return moves_view(game, first)

    monkeypatch.setattr(turn_view, "moves_view", noted)
    known.view(game)
    for other, kept in ((game.at(4), 4), (continued(game.at(4), "F6", "G7"), 4), (continued(game.at(3), "F6"), 3)):
        assert known.untold(other) == len(other.moves) - kept
        assert known.view(other) == moves_view(other)
        assert told[-1] == kept
    ended = continued(game.at(4), "pass", "pass")
    known.view(ended)
    ended.resume("white")
    assert known.view(ended) == moves_view(ended)


def test_what_other_rules_draw_and_say() -> None:
    walled, turned = (Game(name, board="5x5") for name in ("paper-and-pencil-go", "reversi-go"))
    for game in (walled, turned):
        for label in ("A1", "A2", "E5", "B1"):
            game.play(label)
    assert "1  ▓─○─┴─┴─┘  1" in str(walled)
    assert "Walls: A1." in walled.svg()
    assert (happened(turned), last_turn(turned)["said"]) == ("White B1 turns A1.", "White B1, turns A1")
    pyramid = Game("pyramid-go", board="5x5")
    assert [">3<" in pyramid.svg(coordinates=named) for named in (None, False)] == [True, False]
    tenuki = Game("tenuki-go", board="9x9")
    tenuki.play("E5")
    assert len(closed(tenuki)) == 24
