"""The script that finds problems: one turn alone wins in each, and none is missed."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

from tengen import Game
from tengen.solve.budget import Budget
from tengen.solve.problems.aims import after
from tengen.solve.problems.win_search import WinSearch
from tengen.web.lessons.problem_library import read_problems

SCRIPTS = Path(__file__).parents[2] / "training" / "problems"


def winning_moves(game: Game) -> list[str]:
    """Return the moves after which an exhaustive search says that the side to move wins."""
    search, moves = WinSearch(game), [game.write_move(move) for move in game.legal_moves()]
    return [move for move in moves if search.verdict(after(game, move)).winner == game.to_play]


@pytest.fixture
def find(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    return importlib.import_module("find")


@pytest.mark.parametrize(("variant", "board"), [("tile", "2x3"), ("cushion", "2x3")])
def test_one_turn_alone_wins_and_play_leads_there(find: Any, variant: str, board: str) -> None:
    lodes = [lode for _, lode in find.Mine(Game(variant, board=board), Budget()).lodes(rounds=range(4))]
    assert lodes
    for lode in lodes:
        bare = Game.from_position(lode.game.rules, lode.game.board, lode.game.position)
        assert winning_moves(bare) == [lode.best]
        assert (lode.worth, lode.rest) == (1, -1)


def test_a_search_is_resumed(find: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(name: str, *more: str) -> str:
        words = ["find", str(tmp_path / name), "--variant", "tao", "--board", "2x3", "--axes", '{"komi": 0}']
        monkeypatch.setattr(sys, "argv", [*words, "--rounds", "3", "5", *more])
        find.main()
        return (tmp_path / name).read_text(encoding="utf-8")

    run("parts", "--count", "1")
    parts, whole = (
        read_problems(text, "", "found")
        for text in (run("parts", "--count", "2", "--resume"), run("whole", "--count", "2"))
    )
    assert [problem.played for problem in parts] == [problem.played for problem in whole]
    for problem in whole:
        assert winning_moves(problem.start()) == list(problem.right)
