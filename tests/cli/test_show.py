"""`tengen show`: positions of recorded games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Run = Callable[..., Result]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[5]PB[Anna]PW[Bert]RU[Chinese];B[cc];W[bb];B[bb];W[dd])")
    return file


def test_a_position(run: Run, record: Path) -> None:
    result = run("show", record, "--move", 1)
    assert result.exit_code == 0
    assert result.stdout.startswith("Anna (Black), Bert (White): Go, Chinese rules on 5x5\n")
    assert "3  ├─┼(●)┼─┤  3" in result.stdout
    assert "After move 1. White to play." in result.stdout
    assert "Before the first move." in run("show", record, "--move", 0).stdout


def test_an_illegal_move_is_shown_and_told(run: Run, record: Path) -> None:
    result = run("show", record)
    assert result.exit_code == 1
    assert "After move 2. Black to play." in result.stdout
    assert "Move 3, B4, is illegal. A stone already stands there." in result.stdout


def test_other_rules_and_plain_ascii(run: Run, record: Path) -> None:
    shown = run("show", record, "--move", 2, "--rules", "tile", "--ascii").stdout
    assert "Tile Go on 5x5" in shown
    assert ".(O). . ." in shown
    assert shown.isascii()


def test_a_move_that_is_not_there(run: Run, record: Path) -> None:
    result = run("show", record, "--move", 9)
    assert result.exit_code == 2
    assert "the game has 4 moves" in result.stderr


def test_a_game_that_is_over(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "over.sgf"
    file.write_text("(;SZ[5]KM[0];B[cc];W[];B[])")
    assert "Black wins by 25 points." in run("show", file).stdout


def test_a_cut_off_game_is_shown_as_such(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "cut.sgf"
    file.write_text("(;SZ[5];B[cc];W[bb]")
    result = run("show", file)
    assert result.exit_code == 0
    assert "After move 2." in result.stdout
    assert "cut.sgf: the file is cut off in the middle of the game; moves may be missing" in result.stderr


def test_the_formal_notation_on_a_named_board(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "clicks.txt"
    file.write_text("1 (2 2) 2 (0 0)")
    assert "3  ├─┼─●─┼─┤  3" in run("show", file, "--board", "5").stdout
    assert "name the board" in run("show", file).stderr
