"""The page on the opening book says what is in the book."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path

import pytest

from tengen import boards, variants
from tengen.opening.book import FILE
from tengen.opening.rows import Row, read_rows, rules_text

ROWS = [*read_rows(FILE)]
PAGE = (Path(__file__).parents[2] / "docs" / "openings.md").read_text("utf-8")


def size(row: Row) -> int:
    return int(row.board.split()[-1])


def spent(rows: list[Row]) -> str:
    """Return how many playouts some positions were searched with, as the page writes it."""
    *most, last = (f"{each:,}" for each in sorted({row.playouts for row in rows}))
    return f"{', '.join(most)} or {last}" if most else last


def test_its_table_has_the_numbers_of_the_book() -> None:
    lines = []
    for points, group in groupby(sorted(ROWS, key=size), key=size):
        rows = [*group]
        games = len({row[:2] for row in rows})
        first, after = [row for row in rows if not row.moves], [row for row in rows if row.moves]
        positions = len({row[:3] for row in rows})
        lines.append(f"| {points}x{points} | {games} | {positions} | {spent(first)} | {spent(after)} |")
    assert re.findall(r"^\| \d+x\d+ \|.*", PAGE, re.MULTILINE) == lines
    counts = [len({row[:count] for row in ROWS}) for count in (2, 3)]
    assert f"{counts[0]} games with {counts[1]:,} positions" in PAGE


def test_no_position_of_the_book_has_more_than_one_move_before_it() -> None:
    assert {len(row.moves) for row in ROWS} == {0, 1}
    assert "The book has at most two moves of a game, one of each side" in PAGE


def test_it_names_the_variants_without_answers_on_19x19() -> None:
    lines = re.search(r"On 19x19 there\nare no answers to first moves yet for (.*?), and only half", PAGE, re.DOTALL)
    assert lines is not None
    answered = {(row.rules, row.board) for row in ROWS if row.moves}
    played = {each.name: boards.parse("19", footprint=each.footprint).text for each in variants()}
    lacking = {each.name for each in variants() if (rules_text(each.rules), played[each.name]) not in answered}
    assert {*re.findall(r"`([\w-]+)`", lines[1])} == lacking


def test_its_program_reads_a_book_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert code is not None
    monkeypatch.chdir(tmp_path)
    Path("openings.csv").write_text(FILE.read_text("utf-8"), "utf-8")
    exec(code[1], {})
    assert capsys.readouterr().out.startswith("BookMove(move=Place(")
