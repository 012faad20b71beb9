"""Faults of GTP found by outside testing, with the correct values in `data/faults/protocols.toml`."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from data import load_toml
from talking import engine, talk

from tengen import Game
from tengen.formats import sgf
from tengen.players.resigning import Resigning
from tengen.records import Colour, Move, Pass, Place
from tengen.rules.katago import handicap_played

_TABLE: dict[str, list[dict[str, Any]]] = load_toml("faults/protocols")
_REPORTED = re.compile(r"info move (\S+) .*?pv (.*?)(?= info| rootInfo|$)")
_NAMES = [(name, row["says"]) for row in _TABLE["rules"] for name in row["names"]]
_DEAD = "w B5 b C5 b E5 b A4 b B4 b C4 b D4 b E4 w A2 w B2 w C2 w D2 w E2 w B1 w D1"


def answers(lines: list[str], words: str) -> list[str]:
    return talk("\n".join([*lines, ""]), engine(words)).removesuffix("\n\n").split("\n\n")


@pytest.mark.parametrize("case", _TABLE["gtp"], ids=lambda case: case["say"][-1])
def test_a_session_that_went_wrong(case: dict[str, Any]) -> None:
    last = answers(case["say"], case["engine"])[-1]
    reported = {move: line.split() for move, line in _REPORTED.findall(last)}
    if "answer" in case:
        assert last.rstrip() == case["answer"]
        return
    assert reported
    assert set(reported) == set(case.get("moves", reported))
    if "reply" in case:
        assert {line[1] for line in reported.values() if len(line) > 1} == {case["reply"]}


@pytest.mark.parametrize("case", _TABLE["handicap"], ids=lambda case: case["moves"])
def test_stones_count_as_handicap(case: dict[str, Any]) -> None:
    colours: dict[str, Colour] = {"b": "black", "w": "white"}
    moves: list[tuple[Colour, Move]] = [
        (colours[word.lower()], Pass if word.isupper() else Place(place))
        for place, word in enumerate(case["moves"].split())
    ]
    assert handicap_played(case.get("start", ()), moves) == case["stones"]
    if "start" not in case:
        labels = Game(board="5").board.labels
        said = [f"play {mover} {labels[move.point] if isinstance(move, Place) else 'pass'}" for mover, move in moves]
        assert answers([*said, "get_handicap"], "--board 5")[-1] == f"= {case['stones']}"


def test_a_handicap_that_was_played_is_taken_back() -> None:
    made = engine("--board 5")
    assert talk("play b A1\nplay b C3\nplay b E5\nundo\nget_handicap\n", made).endswith("= 2\n\n")
    assert talk("undo\nget_handicap\ntengen-variant\n", made).endswith("= 0\n\n= chinese komi=7.5\n\n")


@pytest.mark.parametrize(("name", "says"), _NAMES, ids=[name for name, _ in _NAMES])
def test_katagos_rules_mean_what_they_mean_there(name: str, says: dict[str, Any]) -> None:
    told = answers([f"kata-set-rules {name}", "kata-get-rules"], "--board 5 --variant japanese")[-1]
    assert json.loads(told.removeprefix("= ")) == says


def test_a_button_is_read_and_told() -> None:
    for name in ("koSIMPLEscoreAREAbutton1", "aga-button"):
        told = answers([f"kata-set-rules {name}", "kata-get-rules"], "--board 5")[-1]
        assert json.loads(told.removeprefix("= "))["hasButton"] is True
    said = "--board 5 --variant japanese"
    assert answers(["kata-set-rule hasButton true"], said) == ["? hasButton needs area scoring"]
    passes = ["komi 0", "play b pass", "play w pass", "play b pass", "final_score"]
    assert answers(["kata-set-rules aga-button", *passes], "--board 5")[-1] == "= B+0.5"


def test_all_commands_tell_one_result() -> None:
    ended = ["set_position " + _DEAD, "play b pass", "play w pass"]
    asked = ["final_score", "gogui-rules_final_result", "printsgf", "showboard"]
    score, outcome, text, shown = answers([*ended, *asked], "--board 5")[-4:]
    assert score == outcome == "= W+7.5"
    assert sgf.read(text.removeprefix("= ")).info["RE"] == "W+7.5"
    assert "W+7.5;" in shown


def test_play_ends_at_a_goal() -> None:
    said = ["set_position b B3 w A3", "play b A2", "final_score", "genmove w"]
    assert answers(said, "--board 3 --variant atari-go")[2:] == ["= B+0", "= resign"]
    assert Resigning().is_hopeless(Game.setup("atari-go", ["OX.", "...", "..."]), 0, 999, [1.0])


def test_a_button_in_a_record_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "button.sgf"
    path.write_text("(;GM[1]FF[4]SZ[5]KM[0]RU[koPOSITIONALscoreAREAtaxNONEsui0button1whbN];B[cc])", encoding="utf-8")
    passes = ["play w pass", "play b pass", "play w pass", "final_score"]
    assert answers([f"loadsgf {path}", *passes], "--board 5")[-1] == "= B+24.5"
    assert not capsys.readouterr().err


def test_a_quoted_name_of_a_record_may_hold_blanks(tmp_path: Path) -> None:
    path = tmp_path / "two words.sgf"
    path.write_text("(;GM[1]FF[4]SZ[5];B[cc];W[dd])", encoding="utf-8")
    said = [f'loadsgf "{path}" 2', "move_history", f'loadsgf "{path}"', "last_move", f"loadsgf {path}", "last_move"]
    assert answers(said, "--board 9") == ["= ", "= black C3", "= ", "= white D2", "= ", "= white D2"]


def test_a_superko_move_is_made_with_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    [case] = [each for each in _TABLE["gtp"] if each["item"] == 18 and each.get("answer") == "= black A5"]
    made = engine(case["engine"])
    talk("\n".join(case["say"]), made)
    assert capsys.readouterr().err.startswith("warning: played A5")
    assert made.game.turns[-1].against
