"""Queries and their answers, including those of the documentation page."""

import re
from pathlib import Path
from typing import Any

import pytest
from asking import ask, query, searching
from data import cases, load

from tengen.analysis import AnalysisSettings

WRONG: list[tuple[dict[str, Any], str, str]] = [
    *load("refused/queries"),
    ({"priority": 1 << 62}, "priority", "Must be an integer"),
    ({"allowMoves": [{"player": "B", "moves": ["A1"], "untilDepth": 1}] * 2}, "allowMoves", "only entry for black"),
]

WARNED: list[tuple[dict[str, Any], str, str]] = cases("queries_to_the_engine", "warned")


@pytest.mark.parametrize(("fields", "field", "what"), WRONG)
def test_what_cannot_be_is_refused_by_its_field(fields: dict[str, Any], field: str, what: str) -> None:
    refused, *rest = ask(query(**fields), query(id="next"))
    assert (refused["id"], refused["field"]) == ("q", field)
    assert what in refused["error"]
    assert [said["id"] for said in rest] == ["next"]
    assert rest[0]["moveInfos"]


@pytest.mark.parametrize(("fields", "field", "what"), WARNED)
def test_what_has_no_effect_is_said(fields: dict[str, Any], field: str, what: str) -> None:
    warned, result = ask(query(**fields))
    assert (warned["id"], warned["field"]) == ("q", field)
    assert what in warned["warning"]
    assert result["moveInfos"]


@pytest.mark.parametrize(
    "fields",
    [
        {"rootPolicyTemperature": 1.0, "overrideSettings": {"wideRootNoise": 0.0, "reportAnalysisWinratesAs": "WHITE"}},
        {"rules": "new zealand"},
        {"rules": "stone_scoring", "komi": None},
        {"rules": '{"ko": "SIMPLE", "scoring": "TERRITORY", "friendlyPassOk": true}', "whiteHandicapBonus": "N-1"},
        {"rules": {"variant": "tile", "tiles": "cushion"}, "moves": [["b", "a2"], ["w", "A1"]], "komi": None},
        {"rules": "gengo", "board": "gengo 9", "boardXSize": None, "boardYSize": None, "komi": None},
        {"board": "graph:petersen", "boardXSize": None, "boardYSize": None, "moves": [["B", "3"]]},
        {"moves": [["B", "(0,0)"], ["B", "B1"], ["W", "pass"], ["W", "pass"], ["B", "pass"], ["W", "C3"]]},
    ],
)
def test_nothing_is_said_where_everything_is_served(fields: dict[str, Any]) -> None:
    [result] = ask(query(**fields))
    assert result["rootInfo"]["visits"] == 10


@pytest.mark.parametrize(
    ("line", "what"),
    [
        *cases("queries_to_the_engine", "a_line_that_makes_no_sense_is_answered_by_an_error"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_a_line_that_makes_no_sense_is_answered_by_an_error(line: str, what: str) -> None:
    refused, result = ask(line, "", query())
    assert what in refused["error"]
    assert result["id"] == "q"


def test_values_are_seen_from_the_side_that_is_asked_for() -> None:
    seen = {}
    for side in ("BLACK", "WHITE", "SIDETOMOVE"):
        override = {"reportAnalysisWinratesAs": side}
        [found] = ask(query(moves=[["B", "C3"]], overrideSettings=override, includeOwnership=True))
        [info] = found["moveInfos"]
        assert found["rootInfo"]["currentPlayer"] == "W"
        assert found["rootInfo"]["winrate"] == info["winrate"]
        seen[side] = (info["winrate"], info["scoreLead"], round(info["utility"], 6), found["ownership"][0])
    assert seen == {"BLACK": (0.25, 2.5, -0.5, 0.25), "WHITE": (0.75, -2.5, 0.5, -0.25), "SIDETOMOVE": seen["WHITE"]}


def test_variations_are_as_long_as_is_asked_for() -> None:
    [short] = ask(query(analysisPVLen=1, includePVVisits=True))
    [whole] = ask(query(maxVisits=40))
    assert short["moveInfos"][0]["pv"] == ["A1", "B2"]
    assert short["moveInfos"][0]["pvVisits"] == [10, 1]
    assert whole["moveInfos"][0]["pv"] == ["A1", "B2", "pass"]
    assert "pvVisits" not in whole["moveInfos"][0]
    assert whole["rootInfo"]["visits"] == 40


def test_every_turn_is_answered_once_with_its_own_position() -> None:
    moves = [["B", "C3"], ["W", "D3"], ["B", "C2"]]
    found = ask(query(moves=moves, analyzeTurns=[3, 0, 1, 2, 1]))
    assert [said["turnNumber"] for said in found] == [0, 1, 2, 3]
    assert [said["rootInfo"]["currentPlayer"] for said in found] == ["B", "W", "B", "W"]
    assert len({said["rootInfo"]["thisHash"] for said in found}) == 4


@pytest.mark.parametrize(("fields", "player"), cases("queries_to_the_engine", "the_side_to_move_is_the_one_meant"))
def test_the_side_to_move_is_the_one_meant(fields: dict[str, Any], player: str) -> None:
    [found] = ask(query(**fields))
    assert found["rootInfo"]["currentPlayer"] == player


def test_a_handicap_is_compensated_for_as_the_rules_say() -> None:
    stones = [["B", "C3"], ["B", "D4"]]

    def lead(**fields: Any) -> float:
        [found] = ask(query(initialStones=stones, maxVisits=200, **fields), settings=AnalysisSettings(searching))
        return float(found["rootInfo"]["scoreLead"])

    assert lead(whiteHandicapBonus="N") == pytest.approx(lead(whiteHandicapBonus="0", komi=9.5))
    assert lead(rules="chinese") == pytest.approx(lead(whiteHandicapBonus="N"))


def test_a_finished_game_is_reported_with_its_outcome() -> None:
    start = {"stones": dict.fromkeys(("A2", "C2", "A1", "B1"), "black"), "to_play": "white"}
    [found] = ask(query(rules="tile", boardXSize=3, boardYSize=2, start=start, komi=None))
    assert (found["moveInfos"], found["rootInfo"]["visits"], found["outcome"]) == ([], 0, "B+")
    assert found["rootInfo"]["winrate"] == 1


def test_the_examples_of_the_page_give_no_warning() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "analysis.md").read_text(encoding="utf-8")
    examples = re.findall(r'^\{"id".*\}$', page, re.MULTILINE)
    said = ask(*examples, settings=AnalysisSettings(searching, visits=20, most_visits=50))
    assert sorted((each["id"], each["turnNumber"]) for each in said) == [("a", 1), ("a", 2), ("b", 3), ("c", 0)]
