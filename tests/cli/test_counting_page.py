"""The examples of the page on counting, and of the command line's section on it."""

from __future__ import annotations

import re
from pathlib import Path
from shlex import split

import pytest
from command_line import Run
from data import load

from tengen import boards, variant
from tengen.solve.counting.totals import games, legal_positions

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "counting.md").read_text("utf-8")
LINES = re.findall(r"^tengen count .*?(?= {2,}#|$)", (DOCS / "command-line.md").read_text("utf-8"), re.MULTILINE)


def test_what_the_page_shows_is_printed(run: Run) -> None:
    shown = re.findall(r"^\$ (tengen count .*)\n(.*)$", PAGE, re.MULTILINE)
    assert len(shown) == 3
    for command, output in shown:
        assert run(*split(command)[1:]).stdout == f"{output}\n"


@pytest.mark.parametrize("line", LINES)
def test_the_command_lines_work(line: str, run: Run) -> None:
    result = run(*split(line)[1:])
    assert result.exit_code == 0, result.output


def test_there_are_four_command_lines() -> None:
    assert len(LINES) == 4


def test_the_numbers_in_the_python_example() -> None:
    assert "# 691688595361\n" in PAGE
    assert legal_positions(boards.parse("5x5 torus")) == 691688595361
    assert games(boards.parse("2x1"), variant("tromp-taylor").rules) == 9


def test_the_numbers_of_games_are_those_of_the_tests() -> None:
    """Every number in the page's table is one that the (slow) tests hold to be right."""
    held = {row["games"] for row in load("game_counts")["counts"]}
    rows = re.findall(r"^\| \d×\d \| .*$", PAGE.partition("## Games")[2], re.MULTILINE)
    shown = {int(number.replace(",", "")) for row in rows for number in re.findall(r"\d{1,3}(?:,\d{3})+", row)}
    assert len(shown) == 6
    assert shown <= held
