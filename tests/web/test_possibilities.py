"""The possible moves, kind by kind, and the rules of a game as a part of its page."""

import pytest
from data import cases
from starlette.testclient import TestClient
from web_games import begin, play

from tengen import Game
from tengen.web.games.possibilities import board_notes, possibilities


def kinds(game: Game) -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = {}
    for each in possibilities(game):
        found.setdefault(str(each["kind"]), []).append(each)
    return found


def test_captures_and_forbidden_points_have_their_reasons() -> None:
    game = Game.setup("chinese", [".XO.", "X.XO", ".XO.", "...."], to_play="white")
    found = kinds(game)
    assert found["capture"] == [
        {
            "kind": "capture",
            "ok": True,
            "text": "A stone on B3 takes C3: it fills the last liberty there.",
            "points": ("B3",),
        }
    ]
    (forbidden,) = found["forbidden"]
    assert forbidden["points"] == ("A4",)
    assert "(suicide)" in str(forbidden["text"])
    assert found["pass"][0]["text"] == "Passing gives the turn away; 2 passes in a row end the game."
    game.play("B3")
    forbidden = kinds(game)["forbidden"][-1]
    assert (forbidden["points"], "(ko)" in str(forbidden["text"])) == (("C3",), True)
    game.play("pass")
    assert kinds(game)["pass"][0]["text"] == "Passing now ends the game, and it is counted."


def test_tiles_are_told_while_one_is_due_and_before() -> None:
    wall = ["C3", "D3", "C4", "E3", "C5", "D2", "B3", "D1", "A3"]
    tile, cushion = (Game(variant, board="5") for variant in ("tile", "cushion"))
    for move in wall:
        tile.play(move)
        cushion.play(move)
    (incursion,) = kinds(tile)["incursion"]
    assert incursion["points"] == ("A5", "B5", "A4", "B4")
    assert "the next stone, of either player, then gets a tile" in str(incursion["text"])
    assert kinds(tile)["return"][0]["text"] == "No prisoner can be returned. White has no prisoner to give."
    assert kinds(tile)["end"]
    tile.play("A5")
    assert "A tile is due" in str(kinds(tile)["tile"][0]["text"])
    cushion.play("A5")
    assert str(kinds(cushion)["incursion"][0]["text"]).endswith("it gets a tile.")


@pytest.mark.parametrize(("price", "text"), [(0, "for nothing"), (1, "for 1 prisoner."), (2, "for 2 prisoners.")])
def test_a_tao_stone_is_told_with_its_price(price: int, text: str) -> None:
    game = Game.setup("tao", ["...", ".X.", "..."], prisoners={"white": 2}, tao_price=price, to_play="white")
    (tao,) = kinds(game)["tao"]
    assert (tao["ok"], text in str(tao["text"])) == (True, True)
    poor = Game.setup("tao", ["...", ".X.", "..."], tao_price=2, to_play="white")
    assert kinds(poor)["tao"][0]["text"] == (
        "No Tao stone now. White cannot pay for a Tao stone: it costs 2; White holds 0."
    )


def test_nothing_can_be_done_when_the_game_is_over() -> None:
    game = Game("chinese", board="3")
    game.play("pass")
    game.play("pass")
    assert possibilities(game) == []


@pytest.mark.parametrize(("variant", "board", "words"), cases("possibilities", "a_board_has_notes_of_its_own"))
def test_a_board_has_notes_of_its_own(variant: str, board: str, words: list[str]) -> None:
    notes = board_notes(Game(variant, board=board))
    assert len(notes) == len(words)
    assert all(word in note for word, note in zip(words, notes))


def test_the_page_is_told_by_address(client: TestClient) -> None:
    made = begin(client, variant="tao", board="5x5 torus", axes={"komi": 0.5})
    play(client, made["id"], "A1")
    found = client.get(f"/api/games/{made['id']}/possible").json()
    assert (found["to_play"], found["number"]) == ("white", 1)
    assert [each["kind"] for each in found["kinds"]][:2] == ["stone", "tao"]
    sheet = client.get(f"/g/{made['id']}/rules")
    assert sheet.status_code == 200
    for words in (
        "A Tao stone is a liberty",
        "no edge and no corner",
        "0.5 points of komi",
        f'href="/g/{made["id"]}/variant"',
    ):
        assert words in sheet.text
    assert "<html" not in sheet.text
    assert client.get("/g/nothing-here/rules").status_code == 404
    assert client.get("/api/games/nothing-here/possible").status_code == 404
