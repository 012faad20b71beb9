"""The page on matches says what is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tengen.match.entrants import entrant

PAGE = (Path(__file__).parents[2] / "docs" / "matches.md").read_text(encoding="utf-8")
PLAYERS = re.search(r"\| you write.*?\n\n", PAGE, re.DOTALL)
OPTIONS = sorted({*re.findall(r"(--[a-z]+)", PAGE)} - {"--opponent", "--mode", "--level", "--chinese"})


def test_its_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    found: dict[str, object] = {}
    exec(code, found)
    said = capsys.readouterr().out
    assert said.startswith("4 1.0 (")
    assert "GameResult(number=1," in said


def test_its_players_are_players() -> None:
    assert PLAYERS is not None
    told = re.findall(r"`([^`]+)`", PLAYERS[0])
    known = [text.strip('"') for text in told if not text.startswith(("--", '"gnugo', ":FILE"))]
    kinds = {"level", "mcts", "katago", "random"}
    assert {entrant(text).kind for text in known} == kinds
