"""`python -m benchmarks.surveys`: results about small graphs and grids, and their files."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import Run
from data import cases

from benchmarks.surveys import graphs as census
from benchmarks.surveys.__main__ import surveys
from tengen.records import FormatError
from tengen.solve import solved_rows
from tengen.solve.solved_rows import GameRow

SCRIPTS = (surveys,)


def test_a_row_of_the_survey() -> None:
    """Three points in a row, and spec 1.23 under superko."""
    row = census.examine(census.GraphUnit("BW"))
    assert (row.points, row.edges, row.symmetries, row.low, row.high, row.value) == (3, 2, 2, 3, 3, 3)
    assert row.moves == row.superko_moves
    assert row.superkos == ("3", "3", "3")
    assert census.examine(census.GraphUnit("Bw")).value == 0


@pytest.mark.slow
def test_no_small_graph_is_bad_for_black() -> None:
    """Spec 1.22: by passing, the first player becomes second. Three dense graphs keep open bounds."""
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


def test_rows_are_kept_as_csv() -> None:
    row = census.examine(census.GraphUnit("A_"))
    rows = {"A_": row, "AG": replace(row, graph6="AG", positional="-1..2")}
    assert solved_rows.read(census.GraphRow, solved_rows.write(census.GraphRow, rows.values())) == rows
    whole = solved_rows.write(census.GraphRow, rows.values())
    older = "\n".join(line.rsplit(",", 2)[0] for line in whole.splitlines())  # without the last columns
    assert solved_rows.read(census.GraphRow, older) == rows
    for more in ("C~,4\n", "C~,4,x,1,1,1,,,,,\n", "C~,4,6,24,-4,4,0,1\n"):
        with pytest.raises(FormatError, match="line 4 of the survey"):
            solved_rows.read(census.GraphRow, whole + more)
    for cells, why in (
        ("C~,4,6,24,3,1", "3 to 1 are not bounds on 4 points"),
        ("C~,3,6,24,1,3", "'C~' is not a graph of 3"),
    ):
        with pytest.raises(FormatError, match=f"line 4 of the survey is not a valid row: {why}"):
            solved_rows.read(census.GraphRow, f"{whole}{cells},0{',' * 6}\n")
    for text in ("", "graph6\nA_\n", "x" * 200_000):
        with pytest.raises(FormatError, match="survey"):
            solved_rows.read(census.GraphRow, text)


def test_graphs_are_surveyed_and_kept(run: Run) -> None:
    first = run("surveys", "--graphs", "3", "--csv", "graphs.csv")
    assert first.stdout.splitlines()[:3] == [
        "1 point, 1 graph: +0: 1.", "2 points, 1 graph: +0: 1.", "3 points, 2 graphs: +0: 1, +3: 1.",
    ]  # fmt: skip
    kept = Path("graphs.csv").read_text(encoding="utf-8")
    refused = run("surveys", "--graphs", "3", "--csv", "graphs.csv")
    assert (refused.exit_code, "graphs.csv already exists; --resume" in refused.stderr) == (2, True)
    for torn in (0, 1, 7):  # lost in a power cut
        Path("graphs.csv").write_text(kept[: len(kept) - torn], encoding="utf-8")
        assert run("surveys", "--graphs", "3", "--csv", "graphs.csv", "--resume").stdout == first.stdout
        assert Path("graphs.csv").read_text(encoding="utf-8") == kept
    assert len(json.loads(run("surveys", "--graphs", "2", "--json").stdout)) == 2


@pytest.mark.slow
def test_games_are_solved_on_every_small_board_and_kept(run: Run) -> None:
    asked = ("surveys", "--variant", "tile", "--boards", "2x2, 1x3", "--graphs", "3", "--csv", "tile.csv")
    first = run(*asked)
    assert first.stdout.splitlines() == [
        "1x1: White wins in 0 turns.", "1x2: White wins in 2 turns; A2 A1.", "1x3: Black wins in 1 turn; A2.",
        "2x2: White wins in 16 turns; A2 B2 A1 B1.", "1 point, 1 graph: White wins: 1.",
        "2 points, 1 graph: White wins: 1.", "3 points, 2 graphs: Black wins: 1, White wins: 1.",
    ]  # fmt: skip
    kept = Path("tile.csv").read_text(encoding="utf-8")
    for torn in (0, 1, 30):  # lost in a power cut
        Path("tile.csv").write_text(kept[: len(kept) - torn], encoding="utf-8")
        assert run(*asked, "--resume").stdout == first.stdout
    more = run("surveys", "--variant", "cushion", "--boards", "1x3", "--csv", "tile.csv", "--resume", "--jobs", "2")
    assert more.stdout.splitlines()[-1] == "1x3: Black wins in 1 turn; A2."
    rows = solved_rows.read(GameRow, Path("tile.csv").read_text(encoding="utf-8"))
    assert Counter(row.variant for row in rows.values()) == {"cushion": 3, "tile": 8}
    assert len(json.loads(run("surveys", "--variant", "tile", "--boards", "1x2", "--json").stdout)) == 2


@pytest.mark.parametrize(("words", "why"), cases("surveys", "what_cannot_be_surveyed_is_refused"))
def test_what_cannot_be_surveyed_is_refused(run: Run, words: tuple[str, ...], why: str) -> None:
    Path("bad.csv").write_text("a,b\n", encoding="utf-8")
    refused = run("surveys", *words)
    assert (refused.exit_code, why in " ".join(refused.output.split())) == (2, True), refused.output
