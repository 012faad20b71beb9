"""Errors for labels that a board does not have, wherever labels are read (issue 44, item 21)."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from tengen import Game, boards, draw
from tengen.analysis.positions import FieldError, Fields, read_course
from tengen.cli.options import read_points
from tengen.cli.records.positions import stones_named
from tengen.formats import json, read_any
from tengen.game.formal import one_point_eyes
from tengen.game.refusal import refusals
from tengen.records import (
    BoardError,
    FormatError,
    IllegalMove,
    Place,
    Position,
    PositionError,
    Reason,
    RulesConflict,
    TengenError,
)

CASES: Final = tomllib.loads((Path(__file__).parents[1] / "data" / "faults" / "library.toml").read_text("utf-8"))
MEANT: Final = "I5 is not on 9x9: columns skip I. Did you mean J5?"
GAME: Final = Game("chinese", board="9")
RECORD: Final = '{"tengen": 1, "kind": "record", "board": "9", "nodes": [{"move": "I5", "colour": "black"}]}'
QUERY: Final = {"id": "1", "rules": "chinese", "boardXSize": 9, "boardYSize": 9}


@pytest.mark.parametrize("case", CASES["label"], ids=lambda case: case["label"])
def test_a_board_says_which_point_was_meant(case: dict[str, str]) -> None:
    board = boards.parse(case["board"])
    with pytest.raises(BoardError) as caught:
        board.point(case["label"])
    assert str(caught.value) == case["says"]


@pytest.mark.parametrize(
    ("read", "error"),
    [
        (lambda: Game.setup("chinese", {"I5": "black"}, board="9"), PositionError),
        (lambda: Game.setup("tile", {}, board="9", tiles=["I5"]), PositionError),
        (lambda: Game("tao", board="9", tao_start=("I5",)), RulesConflict),
        (lambda: GAME.score(dead=["I5"]), TengenError),
        (lambda: Game("japanese", board="9").score(seki=["I5"]), TengenError),
        (lambda: GAME.content("I5"), BoardError),
        (lambda: GAME.svg(view=["I5"]), BoardError),
        (lambda: draw.svg(GAME.board, Position(stones={"I5": "black"})), BoardError),
        (lambda: json.loads(RECORD), FormatError),
        (lambda: read_any("boardsize 9\nplay b I5"), FormatError),
        (lambda: stones_named(GAME, "I5"), TengenError),
        (lambda: read_points(GAME.board, "A1 I5"), TengenError),
        (lambda: one_point_eyes(GAME.board, {"I5": "black"}, "black"), PositionError),
        (lambda: read_course(Fields({**QUERY, "moves": [["B", "I5"]]})), FieldError),
        (lambda: read_course(Fields({**QUERY, "moves": [], "initialStones": [["B", "I5"]]})), FieldError),
    ],
)
def test_every_reader_of_labels_reports_it(read: Callable[[], Any], error: type[TengenError]) -> None:
    with pytest.raises(error) as caught:
        read()
    assert MEANT in str(caught.value)


@pytest.mark.parametrize("make", [GAME.play, GAME.push, GAME.force])
@pytest.mark.parametrize(("move", "named"), [("I5", "I5"), (" i5 ", "i5"), ("tao I5", "tao I5")])
def test_an_illegal_move_names_its_point(make: Callable[[str], Any], move: str, named: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        make(move)
    error = caught.value
    assert (error.move, error.reasons, error.number) == (named, (Reason.OFF_BOARD,), None)
    assert error.why == MEANT.replace("I5", named.removeprefix("tao "), 1)
    assert not GAME.moves


def test_a_sentence_for_people_says_it_too() -> None:
    reasons = GAME.why_not("I5")
    assert reasons == (Reason.OFF_BOARD,)
    assert refusals(GAME, "I5", reasons) == refusals(GAME, GAME.read_move("I5"), reasons) == [MEANT]
    assert refusals(GAME, Place(-1), reasons) == ["This board has no such point."]
    assert refusals(GAME, "K5", reasons) == [f"{GAME.board.missing('K5')}."]


@pytest.mark.parametrize("case", CASES["record"], ids=lambda case: case["reasons"][0])
def test_an_illegal_move_of_a_record_has_its_number(case: dict[str, Any]) -> None:
    with pytest.raises(IllegalMove) as caught:
        Game.from_record(read_any(case["text"]))
    error = caught.value
    assert (error.number, error.move, [str(each) for each in error.reasons]) == (
        case["number"],
        case["move"],
        case["reasons"],
    )
