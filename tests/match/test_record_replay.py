"""Replays of tiny hand-made records: every figure, and every way in which a replay stops."""

from typing import Any

import pytest

from tengen.formats import sgf
from tengen.game import Illegal
from tengen.match.record_replay import ReplayReport, replay, white_begins_alone
from tengen.records import Node, Position, Reason, Record
from tengen.rules import variant

KO = "(;SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb]"
"""White's eighth move takes one stone in a ko: C4."""


def replayed(text: str, rules: str = "chinese", **axes: Any) -> ReplayReport:
    return replay(sgf.read(text), variant(rules, **axes))


def test_score_is_area_without_komi_under_any_rules() -> None:
    text = "(;SZ[5]KM[6.5];B[cc])"
    assert [replayed(text, rules).score for rules in ("chinese", "japanese", "gengo", "tile")] == [25, 25, 25, 25]


def test_a_ko_capture_and_its_retake() -> None:
    report = replayed(KO + ";B[cb])")
    assert (report.moves, report.captures, report.ko_captures) == (8, 1, 1)
    assert report.illegal == Illegal(9, "C4", (Reason.REPETITION,))


@pytest.mark.parametrize(
    ("text", "axes", "counts"),
    [
        ("(;SZ[5])", {}, (0, 0, 0)),
        (KO + ";B[cb];W[bb])", {"repetition": "none"}, (10, 3, 3)),
        ("(;SZ[5];B[aa];W[ba];B[ee];W[ab])", {}, (4, 1, 0)),  # the capturing stone has other liberties
        (KO.replace("B[cb]", "B[ee]") + ";B[];W[])", {}, (10, 0, 0)),
        ("(;SZ[5];B[ab];W[ee];B[ba];W[aa])", {"suicide": "allowed", "repetition": "none"}, (4, 1, 0)),
        ("(;SZ[5];B[aa];W[ac];B[ab];W[ba];B[ee];W[bb])", {}, (6, 2, 0)),
        ("(;SZ[5]AB[bb][dd]AW[cc];W[ee])", {}, (1, 0, 0)),
    ],
)
def test_moves_captures_and_those_of_ko(text: str, axes: dict[str, Any], counts: tuple[int, int, int]) -> None:
    report = replayed(text, **axes)
    assert report.illegal is None
    assert (report.moves, report.captures, report.ko_captures) == counts


@pytest.mark.parametrize(
    ("text", "rules", "moves", "illegal"),
    [
        ("(;SZ[5];B[cc];W[cc];B[dd])", "chinese", 1, {"move": 2, "reasons": ["occupied"]}),
        (KO + ";B[cb])", "japanese", 8, {"move": 9, "reasons": ["ko"]}),
        (KO + ";B[];W[])", "tile", 8, {"move": 9, "reasons": ["no_passing"]}),
    ],
)
def test_an_illegal_move_stops_the_game_and_is_left_out(text: str, rules: str, moves: int, illegal: object) -> None:
    report = replayed(text, rules)
    assert (report.moves, report.as_dict()["illegal"]) == (moves, illegal)


def test_a_second_tile_on_one_point() -> None:
    start = Position({"A1": "white"}, tiles={"D4": 1}, last_incursion=True)
    record = Record(board="5", start=start, root=Node(children=[Node("D4", "black")]))
    report = replay(record, variant("tile"))
    assert report.illegal == Illegal(1, "D4", (Reason.TILE_LIMIT,))
    assert (report.moves, report.tiled_points, report.highest_stack, report.first_tile) == (0, 1, 1, None)
    second = replay(record, variant("tile", tile_stack=2))
    assert (second.highest_stack, second.first_tile) == (2, 1)


def test_stones_set_up_in_mid_game_begin_the_history_anew() -> None:
    report = replayed(KO + ";AE[bb]AB[cb];W[bb];AE[bb]AB[cb];W[bb]AB[ee])")
    assert (report.moves, report.captures, report.ko_captures, report.beginnings) == (10, 3, 3, 3)
    assert report.illegal is None


def test_lessons_move_out_of_turn_and_after_the_end() -> None:
    report = replayed("(;SZ[5];B[aa];AW[ba];W[ab];W[ee];B[];W[];W[dd];AE[dd])")
    assert (report.moves, report.captures, report.beginnings, report.illegal) == (6, 1, 4, None)
    game = replayed("(;SZ[5];B[aa];W[ab];W[ee])").illegal
    assert game is not None
    assert game.reasons == (Reason.NOT_YOUR_TURN,)


def test_the_record_is_left_as_it_was() -> None:
    record = sgf.read(KO + ")")
    before = sgf.write(record)
    replay(record, variant("cushion"))
    assert sgf.write(record) == before


@pytest.mark.parametrize(
    ("text", "alone"),
    [("(;SZ[5];W[cc])", True), ("(;SZ[5];B[cc])", False), ("(;SZ[5]AB[cc];W[dd])", False), ("(;SZ[5])", False)],
)
def test_white_first_without_stones_is_told(text: str, alone: bool) -> None:
    assert white_begins_alone(sgf.read(text)) is alone
