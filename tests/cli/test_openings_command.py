"""`tengen openings`: lists the opening book, and has one grow that stays whole and goes on where it was left."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import Run

from tengen.files.whole import write_whole
from tengen.opening.book import LONGEST, Book
from tengen.opening.rows import read_rows

GROW = ("openings", "tile", "--board", "2x2,3x1", "--playouts", 20, "--file", "own.csv")


def test_it_lists_the_games_of_the_book(run: Run) -> None:
    ran = run("openings")
    assert ran.exit_code == 0, ran.output
    assert "komi=7.5 repetition=positional" in ran.output


def test_it_lists_the_moves_of_a_game_and_stars_what_is_played(run: Run) -> None:
    ran = run("openings", "chinese", "--board", 5)
    assert ran.exit_code == 0, ran.output
    [first] = [line for line in ran.output.splitlines() if line.split()[:4] == ["the", "empty", "board", "5"]][:1]
    assert "C3" in first
    assert first.rstrip().endswith("*")
    other = run("openings", "chinese", "--board", "5 torus")
    assert (other.exit_code, "the book knows nothing of chinese 5x5 torus by these rules" in other.output) == (2, True)


def test_a_book_grows_and_goes_on_where_it_was_left(run: Run, tmp_path: Path) -> None:
    first = run(*GROW, "--depth", 1)
    assert (first.exit_code, first.output.strip()) == (0, "own.csv: 2 positions searched")
    more = run(*GROW, "--depth", 2)
    assert more.output.strip() == "own.csv: 2 positions searched"  # the corners: the middle of 3x1 wins at once
    assert run(*GROW, "--depth", 2).output.strip() == "own.csv: 0 positions searched"
    book = Book(read_rows(tmp_path / "own.csv"))
    assert {(row.board, row.moves) for row in book.rows()} == {
        ("2", ()), ("2", ("A2",)), ("3x1", ()), ("3x1", ("A1",))
    }  # fmt: skip


def test_stopped_in_the_middle_it_keeps_what_was_found(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = [1]

    def interrupted(path: Path, text: str) -> None:
        write_whole(path, text)
        if not left.pop():
            raise KeyboardInterrupt
        left.append(0)

    monkeypatch.setattr("tengen.cli.lab.openings.write_whole", interrupted)
    ran = run(*GROW, "--depth", 2)
    assert ran.exit_code == 130
    assert "Stopped after" in ran.output
    assert "the same command goes on" in ran.output
    assert len({(row.board, row.moves) for row in read_rows(tmp_path / "own.csv")}) == 2


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--playouts", 9), "name its file with --file"),
        (("--playouts", 0, "--file", "own.csv"), "there must be at least one"),
        (("chinese", "--set", "handicap=2", "--playouts", 9, "--file", "own.csv"), "begin with an empty board"),
        (("tile", "--board", "1x1", "--playouts", 9, "--file", "own.csv"), "are not over then"),
        (("--file", "bad.csv"), "an opening book begins with the line"),
        (("chinese", "--board", "graph:k8", "--playouts", 9, "--file", "own.csv"), "more than 1,000 symmetries"),
        (("nothing", "--board", "9"), "nothing"),
    ],
)
def test_what_cannot_be_is_refused(words: tuple[object, ...], why: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text("a,b\n")
    ran = run("openings", *words)
    assert ran.exit_code == 2
    assert why in ran.output
    assert not (tmp_path / "own.csv").exists()


def test_it_grows_as_deep_as_it_is_looked_into(run: Run) -> None:
    assert run(*GROW, "--depth", LONGEST + 2).exit_code == 2
