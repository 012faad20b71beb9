"""A node of a review, under the record's own rules and under others."""

from typing import Any

import pytest
from data import cases

from tengen import TengenError
from tengen.formats import sgf
from tengen.rules import variant
from tengen.web.engine.messages import AnalysisResult
from tengen.web.games.game_view import BoardStyle
from tengen.web.reviews import node_view
from tengen.web.reviews.node_view import ForbiddenMove, address_in_line, describe_record, play, see
from tengen.web.reviews.record_tree import RecordTree

TEXT = "(;SZ[5]PB[Ann]BR[3k]PW[Bo]RE[B+R]C[Hello];B[cc]C[The middle]TE[1](;W[bb];B[dd])(;W[dd];B[bb](;W[db])(;W[bd])))"
KO = "(;SZ[5];B[bb];W[cb];B[ac];W[dc];B[bd];W[cd];B[cc];W[bc];B[cc])"
FOUND: AnalysisResult = {
    "to_play": "white",
    "black": 0.7,
    "win_rate": 0.3,
    "lead": -3.25,
    "visits": 900,
    "candidates": [
        {"move": move, "visits": 300, "win_rate": 0.3, "lead": 1.0, "variation": [move]} for move in ("D3", "pass")
    ],
    "ownership": {"C3": 0.9, "A1": -0.8, "E5": 0.1},
}


def view(*given: Any) -> Any:
    return node_view.view(*given)


@pytest.fixture
def study() -> RecordTree:
    return RecordTree.of(sgf.read(TEXT))


def test_a_node_tells_its_move_its_notes_and_where_one_can_go(study: RecordTree) -> None:
    seen = view(study, "1", study.own_rules)
    assert (seen["number"], seen["move"], seen["to_play"]) == (1, {"by": "black", "text": "C3"}, "white")
    assert (seen["comment"], seen["judgement"], seen["said"]) == ("The middle", "A good move.", "Move 1: Black C3")
    assert seen["path"] == {
        "previous": "0", "next": "2", "up": None, "down": None, "last": "3",
        "children": [{"node": "2", "text": "B4"}, {"node": "1.1.0", "text": "D2"}],
    }  # fmt: skip
    assert (seen["illegal"], seen["stopped"], seen["rules"]["own"]) == (None, False, True)
    assert set(seen["forbidden"]) == set()


def test_a_variation_shows_its_own_stones_and_siblings(study: RecordTree) -> None:
    seen = view(study, "1.1.1.1.0", study.own_rules)
    assert seen["number"] == 4
    assert seen["path"]["up"] == "1.1.2"
    assert see(study, "1.1.1.1.0", study.own_rules).game.stones == {
        "C3": "black", "D2": "white", "B4": "black", "B2": "white",
    }  # fmt: skip


def test_a_record_is_described_by_its_players_result_and_tree(study: RecordTree) -> None:
    told = describe_record(study)
    assert told["players"] == {"black": "Ann 3k", "white": "Bo"}
    assert (told["title"], told["result"]) == ("Ann 3k and Bo", "White resigns: Black wins.")
    assert told["lines"] == study.lines


def test_the_first_illegal_move_is_explained_and_linked() -> None:
    study = RecordTree.of(sgf.read(KO))
    rules = variant("japanese")
    early, late = view(study, "2", rules), view(study, "9", rules)
    assert early["illegal"] == late["illegal"]
    assert early["illegal"]["node"] == "9"
    assert early["illegal"]["reasons"] == ["ko"]
    assert (early["stopped"], late["stopped"]) == (False, True)
    assert (late["number"], late["said"]) == (8, "The game cannot go on after move 8.")
    assert late["forbidden"] == {}


def test_an_impossible_setup_stops_a_line() -> None:
    study = RecordTree.of(sgf.read("(;SZ[5];B[cc];W[bb];AB[ab][ba]AW[aa];B[dd])"))
    early, late = view(study, "1", study.own_rules), view(study, "4", study.own_rules)
    assert (early["illegal"]["node"], early["illegal"]["reasons"]) == ("3", [])
    assert (late["stopped"], late["number"], late["said"]) == (True, 2, "The game cannot go on after move 2.")


def test_an_analysis_is_drawn_and_told_where_there_is_one(study: RecordTree) -> None:
    plain = view(study, "1", study.own_rules)
    seen = view(study, "1", study.own_rules, BoardStyle(territory=True), FOUND)
    assert plain["analysis"] is None
    assert seen["analysis"]["lead"] == {"by": "white", "points": 3.25, "text": "White leads by 3.2"}
    assert [each["move"] for each in seen["analysis"]["candidates"]] == ["D3", "pass"]
    assert seen["svg"] != plain["svg"]
    assert view(study, "1", study.own_rules, BoardStyle(), FOUND)["svg"] == plain["svg"]


def test_a_trial_move_obeys_the_rules_and_is_not_added_twice(study: RecordTree) -> None:
    assert play(study, "1", "b4", study.own_rules) == "2"
    assert play(study, "1", "A1", study.own_rules) == "1.2.0"
    with pytest.raises(ForbiddenMove, match=r"A stone already stands there\."):
        play(study, "1", "C3", study.own_rules)
    with pytest.raises(ForbiddenMove, match="footprint"):
        play(study, "1", "C4", variant("gengo"))
    with pytest.raises(TengenError, match="choose an earlier position"):
        play(study, "3", "A1", variant("gengo"))
    assert study.size == 9


@pytest.mark.parametrize(("address", "place", "wanted", "found"), cases("node_view", "places_of_a_line_have_addresses"))
def test_places_of_a_line_have_addresses(address: str, place: int, wanted: int, found: str) -> None:
    assert address_in_line(address, place, wanted) == found
