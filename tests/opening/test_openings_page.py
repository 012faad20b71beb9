"""The page on the opening book says what is in the book."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tengen.opening.book import FILE
from tengen.opening.rows import read_rows

ROWS = [*read_rows(FILE)]
PAGE = (Path(__file__).parents[2] / "docs" / "openings.md").read_text("utf-8")


def test_no_position_of_the_book_has_more_than_one_move_before_it() -> None:
    assert {len(row.moves) for row in ROWS} == {0, 1}
    assert "The book has at most two moves of a game, one of each side" in PAGE


def test_its_program_reads_a_book_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert code is not None
    monkeypatch.chdir(tmp_path)
    Path("openings.csv").write_text(FILE.read_text("utf-8"), "utf-8")
    exec(code[1], {})
    assert capsys.readouterr().out.startswith("BookMove(move=Place(")
