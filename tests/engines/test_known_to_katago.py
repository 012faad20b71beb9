"""Which games KataGo supports, and how they are sent to it."""

from typing import Any

import pytest
from data import cases

from tengen import Game
from tengen.engines.katago.katago import query, why_not
from tengen.records import Colour
from tengen.rules import variants
from tengen.rules.repetition import REPETITIONS


@pytest.mark.parametrize(("game", "board", "axes", "words"), cases("known_to_katago", "what_it_does_not_know_is_named"))
def test_what_it_does_not_know_is_named(game: str, board: str, axes: dict[str, Any], words: str) -> None:
    assert why_not(Game(game, board=board, **axes)) == words


def test_a_larger_board_may_have_been_compiled() -> None:
    assert why_not(Game("chinese", board="21"), largest=25) == ""


def test_presets_of_ordinary_go_are_known_and_no_others() -> None:
    known = {each.name for each in variants() if not why_not(Game(each, board=None if each.footprint else "9"))}
    assert known == {"aga", "chinese", "formal", "japanese", "korean", "new-zealand", "tromp-taylor"}


def test_rules_of_repetition_are_sent_or_refused() -> None:
    told = {}
    names: list[Any] = list(REPETITIONS)
    for name in names:
        game = Game("chinese", board="9", repetition=name)
        told[name] = "" if why_not(game) else query(game)["rules"]["ko"]
    expected = {
        "ko": "SIMPLE", "no-result": "SIMPLE", "positional": "POSITIONAL", "formal": "POSITIONAL",
        "situational": "SITUATIONAL", "none": "", "natural": "", "ing": "", "singleton": "",
    }  # fmt: skip
    assert told | expected == told


def test_a_game_is_sent_with_its_moves() -> None:
    game = Game("japanese", board="9x13")
    for move in ("E5", "pass", "C3"):
        game.play(move)
    assert query(game) == {
        "rules": {
            "hasButton": False, "ko": "SIMPLE", "scoring": "TERRITORY", "suicide": False, "tax": "SEKI",
            "whiteHandicapBonus": "0", "friendlyPassOk": True,
        },
        "komi": 6.5, "boardXSize": 9, "boardYSize": 13, "initialStones": [], "initialPlayer": "B",
        "moves": [["B", "E5"], ["W", "pass"], ["B", "C3"]],
    }  # fmt: skip


def test_a_button_is_sent_until_it_is_taken() -> None:
    game = Game("button-go", board="5x5")
    told = []
    for move in ("C3", "pass", "pass", "B2"):
        game.play(move)
        at = Game.from_position(game.variant, game.board, game.position)
        told.append([(found["rules"]["hasButton"], found["komi"]) for found in map(query, (game, at))])
    assert len(query(game)["moves"]) == 4
    assert told == [[(True, 7), (True, 7)], *[[(True, 7), (False, 7.5)]] * 3]


def test_points_for_a_handicap_and_prisoners_are_komi() -> None:
    handicap = query(Game("chinese", board="9", handicap=3, komi=0.5))
    assert handicap["komi"] == 3.5
    assert (len(handicap["initialStones"]), handicap["initialPlayer"]) == (3, "W")
    prisoners: dict[Colour, int] = {"black": 2, "white": 5}
    rows = ["..X..", ".....", ".....", ".....", "..O.."]
    assert query(Game.setup("japanese", rows, prisoners=prisoners))["komi"] == 9.5
    assert query(Game.setup("chinese", rows, prisoners=prisoners))["komi"] == 7.5


def test_dead_stones_must_be_captured_if_all_stones_count() -> None:
    assert not query(Game("tromp-taylor", board="9"))["rules"]["friendlyPassOk"]


def test_history_begins_anew_where_a_side_moves_twice() -> None:
    game = Game("chinese", board="9", handicap=2, handicap_kind="turns")
    game.play("E5")
    said = query(game)  # Black again, which KataGo would not expect
    assert (said["moves"], said["initialStones"], said["initialPlayer"]) == ([], [["B", "E5"]], "B")
    game.play("C3")
    game.play("G7")
    said = query(game)
    assert said["moves"] == [["B", "C3"], ["W", "G7"]]
    assert said["initialStones"] == [["B", "E5"]]


def test_history_restarts_after_ends_and_illegal_moves() -> None:
    game = Game("chinese", board="9")
    for move in ("E5", "pass", "pass"):
        game.play(move)
    game.resume("black")
    game.play("C3")
    said = query(game)
    assert said["initialStones"] == [["B", "E5"]]
    assert [move for _, move in said["moves"]] == ["C3"]
    ko = Game.setup("chinese", [".XO.", "XO.O", ".XO.", "...."])
    ko.play("C3")
    ko.force("B3")
    assert query(ko)["moves"] == []


def test_the_suicide_of_one_stone_is_no_move_of_katagos() -> None:
    game = Game.setup("new-zealand", [".O...", "O....", ".....", ".....", "...XX"])
    game.play("A5")
    assert query(game)["moves"] == []
    game.play("C3")
    assert query(game)["moves"] == [["W", "C3"]]
