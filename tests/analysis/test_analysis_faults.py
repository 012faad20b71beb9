"""Faults of the analysis protocol found by outside testing; the values are in `data/faults/protocols.toml`."""

import io
import json
from typing import Any

import pytest
from asking import ask, query, searching
from data import load_toml

from tengen.analysis import AnalysisSettings
from tengen.analysis.positions import Fields, games_at, read_course
from tengen.formats.foreign import katago_query
from tengen.gtp import Script
from tengen.records import FormatError

_TABLE: dict[str, list[dict[str, Any]]] = load_toml("faults/protocols")
_NAMES = [(name, row["says"]) for row in _TABLE["rules"] for name in row["names"]]


@pytest.mark.parametrize("case", _TABLE["analysis"], ids=lambda case: case["source"])
def test_a_query_that_went_wrong(case: dict[str, Any]) -> None:
    [found] = ask(query(**case["query"]), settings=AnalysisSettings(make=searching, visits=40))
    if "field" in case:
        assert "error" in found
        assert found["field"] == case["field"]
        return
    assert [each["move"] for each in found["moveInfos"]] == case["variation"][:1]
    assert found["moveInfos"][0]["pv"][: len(case["variation"])] == case["variation"]


@pytest.mark.parametrize("case", _TABLE["handicap"], ids=lambda case: case["moves"])
def test_white_has_points_for_handicap_stones(case: dict[str, Any]) -> None:
    points = iter("ABCDE")
    stones = [[colour[0].upper(), f"{next(points)}5"] for colour in case.get("start", ())]
    moves = [
        [word.upper(), "pass" if word.isupper() else f"{'ABCDE'[place % 5]}{1 + place // 5}"]
        for place, word in enumerate(case["moves"].split())
    ]
    course = read_course(Fields(query(initialStones=stones, moves=moves)))
    assert course.variant.rules.compensation == 7.5 + case["stones"]
    last = games_at(course, [course.turns])[course.turns]
    black = sum(colour == "black" for colour in last.stones.values())
    placed = sum(word == "b" for word in case["moves"].split())
    assert black == case.get("start", []).count("black") + placed


@pytest.mark.parametrize(("name", "says"), _NAMES, ids=[name for name, _ in _NAMES])
def test_rules_are_katagos(name: str, says: dict[str, Any]) -> None:
    named = read_course(Fields(query(rules=name))).variant.rules
    assert named.replace(komi=0) == read_course(Fields(query(rules=says))).variant.rules.replace(komi=0)


def test_what_has_no_effect_is_told_once() -> None:
    noisy = {"overrideSettings": {"wideRootNoise": 0.04}}
    told = ask(query(id="a", **noisy), query(id="b", **noisy), query(id="c", overrideSettings={"wide": 1}))
    assert [each["field"] for each in told if "warning" in each] == ["overrideSettings"] * 2
    assert {each["id"] for each in told if "rootInfo" in each} == {"a", "b", "c"}


def test_a_byte_order_mark_is_skipped() -> None:
    lines = Script(io.StringIO('\ufeff{"id":"b","action":"query_version"}\n'))
    assert json.loads(lines.next() or "")["id"] == "b"


def test_a_record_of_a_query_is_read_as_strictly() -> None:
    twice = query(id="a", initialStones=[["W", "A5"], ["B", "A5"]])
    with pytest.raises(FormatError, match=r"initialStones\[1\]"):
        katago_query.read(json.dumps(twice))
    record = katago_query.read(json.dumps(query(id="a", rules="koSITUATIONALscoreAREAtaxNONEsui0button1")))
    assert (record.variant, record.axes["coupons"], record.warnings) == ("aga", 0.5, [])
