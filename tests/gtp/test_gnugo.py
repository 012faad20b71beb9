"""GNU Go itself is asked the same: the words that it has beside the standard mean the same here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from talking import engine, talk

from tengen.gtp import Engine
from tengen.players import ProgramError
from tengen.players.process import Program
from tengen.systems.processes import where

GNUGO = where("gnugo")
pytestmark = pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed: apt-get install gnugo")

WALLS = [f"black C{row}" for row in range(1, 8)] + [f"white E{row}" for row in range(1, 8)]
GAME = ["boardsize 7", *WALLS, "black F7", "white F6", "white g7", "black A5", "white A1", "black B1", "black A2"]
"""Two walls with stones behind both; each side takes one."""
ASKED = [
    "list_stones black", "list_stones w", "list_stones", "color C3", "color e3", "color A1", "color pass", "color Z9",
    "captures black", "captures white", "captures", "countlib C3", "countlib A4", "findlib E3", "all_legal w",
    "all_legal b", "all_legal", "move_history", "last_move", "is_legal b A1", "is_legal w A1", "get_handicap",
    "final_status A4", "final_status G4", "final_status C3", "final_status D4", "final_status",
    "final_status_list dead", "final_status_list black_territory", "final_status_list white_territory",
    "final_status_list dame", "final_status_list alive", "final_status_list seki", "final_status_list lost", "level x",
    "set_random_seed x", "set_random_seed 7", "get_random_seed", "black PASS", "play white PASS", "last_move", "undo",
]  # fmt: skip


@pytest.fixture(scope="module")
def gnugo() -> Iterator[Program]:
    with Program([str(GNUGO), "--mode", "gtp", "--level", "1", "--chinese-rules"]) as program:
        yield program


def said(program: Program, command: str) -> str:
    """Return what GNU Go answers, or ? where it refuses, which it does in words of its own."""
    try:
        return program.ask(command, 60)
    except ProgramError as error:
        if error.what != "refused":
            raise
        return "?"


def ours(made: Engine, command: str) -> str:
    answer = talk(f"{command}\n", made)
    return "?" if answer.startswith("?") else answer[1:].strip()


def same(answer: str) -> list[str]:
    """Return an answer's words in order, for points are listed in no certain one."""
    return sorted(answer.lower().split())


def test_the_same_is_answered(gnugo: Program) -> None:
    made = engine("--board 7 --searching")
    for command in [*GAME, *ASKED]:
        assert (command, same(ours(made, command))) == (command, same(said(gnugo, command)))


def test_each_loads_what_the_other_has_written(gnugo: Program, tmp_path: Path) -> None:
    made = engine("--board 7")
    for command in GAME:
        ours(made, command)
    assert ours(made, f"printsgf {tmp_path / 'ours.sgf'}") == ""
    assert said(gnugo, f"loadsgf {tmp_path / 'ours.sgf'} 18") != "?"
    assert ours(made, f"loadsgf {tmp_path / 'ours.sgf'} 18") == ""
    for command in ("list_stones b", "list_stones w", "move_history"):
        assert same(ours(made, command)) == same(said(gnugo, command))
    assert said(gnugo, f"printsgf {tmp_path / 'theirs.sgf'}") == ""
    assert ours(made, "clear_board") == ""
    assert ours(made, f"loadsgf {tmp_path / 'theirs.sgf'}") == ""
    for command in ("list_stones b", "list_stones w"):
        assert same(ours(made, command)) == same(said(gnugo, command))
