"""What is found out about every small graph, and how it is kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tengen.records import FormatError
from tengen.solve.census import csv_rows
from tengen.solve.census import graphs as census


def test_a_row_of_the_survey() -> None:
    """Three points in a row, and spec 1.23 under superko."""
    row = census.examine(census.GraphUnit("BW"))
    assert (row.points, row.edges, row.symmetries, row.low, row.high, row.value) == (3, 2, 2, 3, 3, 3)
    assert row.moves == row.superko_moves
    assert row.superkos == ("3", "3", "3")
    assert census.examine(census.GraphUnit("Bw")).value == 0


@pytest.mark.slow
def test_no_small_graph_is_bad_for_black() -> None:
    """Spec 1.22: whoever begins may pass, and then is second. Three dense graphs are left with bounds."""
    rows = [census.examine(census.GraphUnit(graph6, memory=40_000_000)) for graph6 in census.graphs(5)]
    assert len(rows) == 31
    assert all(row.high >= 0 and int(text.split("..")[-1]) >= 0 for row in rows for text in row.superkos)
    assert all(int(text) >= 0 for row in rows if row.edges < 8 for text in row.superkos)


def test_the_memory_says_how_many_positions_a_search_may_look_at() -> None:
    little, much = census.GraphUnit("Cl", memory=40_000), census.GraphUnit("Cl", memory=40_000_000)
    assert (little.nodes, much.nodes) == (1_000, 1_000_000)
    given_up = census.examine(little)
    assert given_up.open_points > 0
    assert all(bounds.startswith("0..") for bounds in given_up.superkos)
    assert (given_up.nodes, given_up.limit) == (1_000, None)
    found = census.examine(much)
    assert (found.superkos, found.open_points, found.nodes) == (("1", "1", "1"), 0, None)


def test_a_row_is_tried_again_with_more_and_not_with_as_much() -> None:
    given_up = census.examine(census.GraphUnit("Cl", memory=40_000))
    assert not census.GraphUnit("Cl", memory=40_000, known=given_up).allows_more
    assert census.GraphUnit("Cl", memory=80_000, known=given_up).allows_more
    assert census.GraphUnit("Cl", memory=40_000, seconds=9, known=given_up).allows_more
    found = census.examine(census.GraphUnit("Cl", seconds=60, known=given_up))
    assert (found.superkos, found.superko_moves) == (("1", "1", "1"), "0 1 2 3")
    assert not census.GraphUnit("Cl", memory=1 << 40, known=found).allows_more


def test_another_try_keeps_what_is_known() -> None:
    """The bounds and values of the row are taken for granted: here they are wrong, and stay."""
    row = replace(census.examine(census.GraphUnit("Cl", memory=40_000)), positional="3", situational="2..3")
    found = census.examine(census.GraphUnit("Cl", memory=40_000, seconds=1e-9, known=row))
    assert (found.positional, found.situational, found.natural) == ("3", "2..3", row.natural)
    assert (found.nodes, found.limit) == (1_000, 1e-9)


def test_rows_are_kept_as_csv() -> None:
    row = census.examine(census.GraphUnit("A_"))
    rows = {"A_": row, "AG": replace(row, graph6="AG", positional="-1..2")}
    assert csv_rows.read(census.GraphRow, csv_rows.write(census.GraphRow, rows.values())) == rows
    whole = csv_rows.write(census.GraphRow, rows.values())
    older = "\n".join(line.rsplit(",", 2)[0] for line in whole.splitlines())  # before the last columns were there
    assert csv_rows.read(census.GraphRow, older) == rows
    for more in ("C~,4\n", "C~,4,x,1,1,1,,,,,\n", "C~,4,6,24,-4,4,0,1\n"):
        with pytest.raises(FormatError, match="line 4 of the survey"):
            csv_rows.read(census.GraphRow, whole + more)
    for cells, why in (
        ("C~,4,6,24,3,1", "3 to 1 are no bounds on 4 points"),
        ("C~,3,6,24,1,3", "'C~' is no graph of 3"),
    ):
        with pytest.raises(FormatError, match=f"line 4 of the survey is no row of it: {why}"):
            csv_rows.read(census.GraphRow, f"{whole}{cells},0{',' * 6}\n")
    for text in ("", "graph6\nA_\n", "x" * 200_000):
        with pytest.raises(FormatError, match="survey"):
            csv_rows.read(census.GraphRow, text)
