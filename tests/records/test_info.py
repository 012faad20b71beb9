"""Game information understood; the text itself stays in the record."""

from datetime import date

import pytest
from data import load
from hypothesis import given
from hypothesis import strategies as st

from tengen.records import GameInfo, Node, PartialDate, PlayerInfo, Record, Result
from tengen.records.info import read_dates, read_result, read_time


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("B+3.5", Result("black", 3.5, "score")),
        ("W+2,5", Result("white", -2.5, "score")),
        ("W+368.5", Result("white", -368.5, "score")),
        ("b + 12 points", Result("black", 12, "score")),
        ("W+R", Result("white", None, "resignation")),
        ("White+Resign", Result("white", None, "resignation")),
        ("Black wins by resignation", Result("black", None, "resignation")),
        ("White won by 0.5", Result("white", -0.5, "score")),
        ("B+T", Result("black", None, "time")),
        ("B+Time", Result("black", None, "time")),
        ("W+Forfeit", Result("white", None, "forfeit")),
        ("B+", Result("black", None, "unknown")),
        ("W+adjourned", Result("white", None, "unknown")),
        ("0", Result(None, 0, "score")),
        ("Draw", Result(None, 0, "score")),
        ("draw", Result(None, 0, "score")),
        ("Jigo", Result(None, 0, "score")),
        ("持碁", Result(None, 0, "score")),
        ("Void", Result(None, None, "no_result")),
        ("257手完 白番中押し勝ち", Result("white", None, "resignation")),
        ("白中盘胜", Result("white", None, "resignation")),
        ("黑中盤勝", Result("black", None, "resignation")),
        ("흑 불계승", Result("black", None, "resignation")),
        ("黒2目半勝ち", Result("black", 2.5, "score")),
        ("백 3집반승", Result("white", -3.5, "score")),
        ("黑胜3又3/4子", Result("black", 7.5, "score")),
        ("?", None),
        ("", None),
        ("unfinished", None),
    ],
)
def test_results(text: str, result: Result | None) -> None:
    assert read_result(text) == result


@pytest.mark.parametrize(
    ("text", "dates"),
    load("dates"),
)
def test_dates(text: str, dates: list[str]) -> None:
    assert [str(day) for day in read_dates(text)] == dates


def test_whole_dates_are_dates_and_others_say_what_they_know() -> None:
    assert read_dates("1996-05-06,1997,1998-03") == (date(1996, 5, 6), PartialDate(1997), PartialDate(1998, 3))


@pytest.mark.parametrize(
    ("text", "seconds"),
    load("time_limits"),
)
def test_time_limits(text: str, seconds: float | None) -> None:
    assert read_time(text) == seconds


def test_the_whole_of_it() -> None:
    info = {
        "PB": " Honinbo Shusaku",
        "BR": "4d",
        "BT": "Honinbo",
        "PW": "Gennan Inseki",
        "WR": "8d",
        "GN": "Ear-reddening",
        "EV": "Castle",
        "RO": "1 (final)",
        "PC": "Osaka",
        "ON": "taisha",
        "GC": "famous",
        "AN": "me",
        "SO": "a book",
        "US": "you",
        "CP": "nobody",
        "OT": "none",
        "TM": "2h",
        "DT": "1846-09-11,14",
        "RE": "B+2",
        "RU": "Japanese",
    }
    record = Record("19", "japanese", {"komi": 0, "handicap": 2}, info=dict(info))
    record.root = Node(properties={"AP": ["Go\\:Writer:3.0"]})
    assert record.game_info() == GameInfo(
        black=PlayerInfo("Honinbo Shusaku", "4d", "Honinbo"),
        white=PlayerInfo("Gennan Inseki", "8d"),
        result=Result("black", 2, "score"),
        dates=(date(1846, 9, 11), date(1846, 9, 14)),
        time_limit=7200,
        overtime="none",
        rules="Japanese",
        komi=0,
        handicap=2,
        name="Ear-reddening",
        event="Castle",
        round="1 (final)",
        place="Osaka",
        opening="taisha",
        comment="famous",
        annotator="me",
        source="a book",
        recorder="you",
        copyright="nobody",
        application=("Go:Writer", "3.0"),
    )
    assert record.info == info


def test_a_record_may_say_nothing() -> None:
    info = Record("19").game_info()
    assert (info.black, info.result, info.dates, info.komi, info.application) == (PlayerInfo(), None, (), None, None)
    assert Record("19", info={"HA": "13"}).game_info().handicap == 13


@given(st.text(st.sampled_from("BW+0123456789.,-:/年月 hms各R目半黑胜")))
def test_whatever_it_says_is_no_error(text: str) -> None:
    info = dict.fromkeys(("RE", "DT", "TM", "HA", "PB"), text)
    assert Record("19", info=info).game_info().black.name == text.strip()
