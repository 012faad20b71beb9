"""`tengen problems`: proves a file of problems, writes what the page plays, and says which answers are wrong."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner
from written_problems import WRITTEN

from tengen.cli.commands import app
from tengen.web.lessons.check import faults
from tengen.web.lessons.problem import read_problems


def test_problems_are_proved_and_their_lines_are_written(tmp_path: Path) -> None:
    source = tmp_path / "own.toml"
    source.write_text(WRITTEN)
    ran = CliRunner().invoke(app, ["problems", str(source)])
    assert ran.exit_code == 0, ran.output
    assert "last-liberty: D3" in ran.output
    (problem,) = read_problems(WRITTEN, (tmp_path / "own.lines.toml").read_text(), "own.toml")
    assert faults(problem.task()) == []


def test_wrong_answers_are_named_and_nothing_is_written(tmp_path: Path) -> None:
    source = tmp_path / "own.toml"
    source.write_text(WRITTEN.replace('right = ["D3"]', 'right = ["D3", "D4"]'))
    ran = CliRunner().invoke(app, ["problems", str(source), "--check"])
    assert ran.exit_code == 2
    assert "problem last-liberty: the answers are D3, not D3, D4" in ran.output
    assert list(tmp_path.iterdir()) == [source]


def test_a_problem_about_a_stone_that_is_not_there_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "own.toml"
    source.write_text(WRITTEN.replace('stone = "C3"', 'stone = "A1"'))
    ran = CliRunner().invoke(app, ["problems", str(source), "--check"])
    assert (ran.exit_code, "there is no stone on A1" in ran.output) == (2, True)
    source.write_text("problems = [1]")
    ran = CliRunner().invoke(app, ["problems", str(source), "--check"])
    assert (ran.exit_code, "problem 1 is no table" in ran.output) == (2, True)
