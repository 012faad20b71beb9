"""`tengen book`: the files it writes, and its errors."""

import json
from pathlib import Path

import pytest
from command_line import Run

from tengen.cli.commands import show_warning
from tengen.cli.records import book as command
from tengen.records import TengenWarning


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[5]PB[Anna]PW[Bert];B[cc];W[bb](;B[dd];W[dc])(;B[db]C[Or here]))")
    return file


def names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_pdf_without_being_asked(run: Run, record: Path, tmp_path: Path) -> None:
    result = run("book", record)
    assert (result.exit_code, result.stdout) == (0, "Wrote game.pdf.\n")
    assert (tmp_path / "game.pdf").read_bytes().startswith(b"%PDF-")
    again = run("book", record)
    assert (again.exit_code, again.stderr) == (2, "tengen: game.pdf already exists; --force replaces it\n")
    assert run("book", record, "--force").exit_code == 0
    assert run("book", "-", lines=record.read_text("utf-8")).stdout == "Wrote book.pdf.\n"


def test_one_or_several_pictures(run: Run, record: Path, tmp_path: Path) -> None:
    assert run("book", record, "-o", "one.svg").stdout == "Wrote one.svg.\n"
    told = run("book", record, "-o", "two.svg", "--moves-per-diagram", 2, "--size", 300).stdout
    assert told == "Wrote two-1.svg and two-2.svg.\n"
    assert names(tmp_path) == ["game.sgf", "one.svg", "two-1.svg", "two-2.svg"]
    assert 'height="300"' in (tmp_path / "two-2.svg").read_text("utf-8")


def test_markdown_and_its_folder(run: Run, record: Path, tmp_path: Path) -> None:
    for force in ((), ("--force",)):
        result = run("book", record, "-o", "game.md", "--variations", "--theme", "light", "--coordinates", *force)
        assert (result.exit_code, result.stdout) == (0, "Wrote game.md.\n")
    assert names(tmp_path) == ["game-figures/figure-1.svg", "game-figures/figure-2.svg", "game.md", "game.sgf"]
    text = (tmp_path / "game.md").read_text("utf-8")
    assert "# Anna – Bert" in text
    assert "## Diagram 1: variation 3.2 (1)" in text
    assert "(game-figures/figure-2.svg)" in text
    assert 'class="coordinate"' in (tmp_path / "game-figures/figure-1.svg").read_text("utf-8")


def test_a_book_has_an_end(run: Run, record: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(command, "_MOST", 1)
    refused = run("book", record, "-o", "a.md", "--variations")
    assert (refused.exit_code, "this book has 2 figures, and the most is 1" in refused.stderr) == (2, True)
    assert names(tmp_path) == ["game.sgf"]


def test_warnings_are_one_plain_line(capsys: pytest.CaptureFixture[str]) -> None:
    show_warning(TengenWarning("no font has\x1b the characters 元天"), TengenWarning, "a.py", 1)
    assert capsys.readouterr().err == "no font has? the characters 元天\n"
    show_warning(DeprecationWarning("old"), DeprecationWarning, "a.py", 1)
    assert "a.py:1: DeprecationWarning: old" in capsys.readouterr().err


def test_parts_and_other_lines(run: Run, record: Path, tmp_path: Path) -> None:
    run("book", record, "-o", "a.md", "--from", 2, "--to", 3)
    assert "Figure 1 (2–3)" in (tmp_path / "a.md").read_text("utf-8")
    run("book", record, "-o", "b.html", "--variation", "3.2", "--rules", "tile")
    page = (tmp_path / "b.html").read_text("utf-8")
    assert "Figure 1 (1–3)" in page
    assert "Tile Go on 5x5" in page


def test_an_illegal_move_ends_the_book(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.sgf").write_text("(;SZ[5];B[cc];W[cc])")
    result = run("book", "bad.sgf", "-o", "bad.md")
    assert result.exit_code == 1
    assert result.stdout == "Wrote bad.md.\n2, C3, is illegal: A stone already stands there.\n"
    assert "is illegal" in (tmp_path / "bad.md").read_text("utf-8")


def test_a_diagram_keeps_its_numbers(run: Run, tmp_path: Path) -> None:
    run(
        "book",
        "-",
        "-o",
        "a.md",
        lines="$$Bm51 A test\n$$  -------\n$$ | . 1 X |\n$$ | 2 O . |\n$$ | . . . |\n$$  -------\n",
    )
    assert "# A test" in (tmp_path / "a.md").read_text("utf-8")
    assert "Figure 1 (51–52)" in (tmp_path / "a.md").read_text("utf-8")


def test_lessons_have_books(run: Run, tmp_path: Path) -> None:
    (tmp_path / "lesson.sgf").write_text("(;SZ[5];B[cc];W[bb];AE[cc]C[Edited];W[aa];W[ab])")
    assert run("book", "lesson.sgf", "-o", "a.md").exit_code == 0
    text = (tmp_path / "a.md").read_text("utf-8")
    assert [text.count(word) for word in ("Figure 1 (1–2)", "Figure 2 (3–4)", "Edited")] == [2, 2, 1]
    assert json.dumps(names(tmp_path)).count("figure-") == 2
