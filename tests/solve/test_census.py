"""What is found out about every small graph, and how it is kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tengen.records import FormatError
from tengen.solve.budget import OutOfBudget
from tengen.solve.census import csv_rows
from tengen.solve.census import graphs as census
from tengen.solve.superko.exact import Superko


def test_every_connected_graph_is_there_once() -> None:
    found = list(census.graphs(6))
    assert [sum(ord(graph6[0]) - 63 == points for graph6 in found) for points in range(1, 7)] == [1, 1, 2, 6, 21, 112]


def test_a_row_of_the_survey() -> None:
    """Three points in a row, and spec 1.23 under superko."""
    row = census.examine("BW")
    assert (row.points, row.edges, row.symmetries, row.low, row.high, row.value) == (3, 2, 2, 3, 3, 3)
    assert row.moves == row.superko_moves
    assert row.superkos == ("3", "3", "3")
    triangle = census.examine("Bw", superko=False)
    assert triangle.superkos == ()
    assert triangle.value == 0


@pytest.mark.slow
def test_no_small_graph_is_bad_for_black(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spec 1.22: whoever begins may pass, and then is second. Three dense graphs are left with bounds."""
    monkeypatch.setattr(census, "_NODES", 1_000_000)
    rows = [census.examine(graph6) for graph6 in census.graphs(5)]
    assert len(rows) == 31
    assert all(row.high >= 0 and int(text.split("..")[-1]) >= 0 for row in rows for text in row.superkos)
    assert all(int(text) >= 0 for row in rows if row.edges < 8 for text in row.superkos)


def test_ctrl_c_leaves_no_row_half_done(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(Superko, "_press", interrupted)
    with pytest.raises(KeyboardInterrupt):
        census.examine("A_")


def test_rows_are_kept_as_csv() -> None:
    row = census.examine("A_")
    rows = {"A_": row, "B?": replace(row, graph6="B?", positional="-1..2")}
    assert csv_rows.read(census.GraphRow, csv_rows.write(census.GraphRow, rows.values())) == rows
    whole = csv_rows.write(census.GraphRow, rows.values())
    for more in ("C~,4\n", "C~,4,x,1,1,1,,,,,\n", "C~,4,6,24,-4,4,0,1\n"):
        with pytest.raises(FormatError, match="line 4 of the survey"):
            csv_rows.read(census.GraphRow, whole + more)
    for text in ("", "graph6\nA_\n", "x" * 200_000):
        with pytest.raises(FormatError, match="survey"):
            csv_rows.read(census.GraphRow, text)


def test_a_value_is_kept_where_its_moves_cost_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    def spent(*_: object) -> None:
        raise OutOfBudget("the positions allowed have been looked at")

    monkeypatch.setattr(Superko, "best", spent)
    row = census.examine("Bw")
    assert (row.superkos, row.superko_moves) == (("0", "0", "0"), "")
