"""The page on matches says what is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tengen.cli.commands import app
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
    networks = ["net:400", "net:2s", "net:400:mine.npz", "net:2s+4x0.3", "mcts+net:2s"]
    others = ["best:5000", "best:2s", "mcts", "katago:40", "katago:2s"]
    levels = ["3", "level 3", "mcts:5000", "mcts:2s"]
    assert known == [*levels, *networks, *others, "mcts", "book+3", "book+mcts:2s", "random"]
    kinds = [
        "level",
        "level",
        "mcts",
        "mcts",
        "net",
        "net",
        "net",
        "net",
        "mcts+net",
        "best",
        "best",
        "mcts",
        "katago",
        "katago",
        "mcts",
        "level",
        "mcts",
        "random",
    ]
    assert [entrant(text).kind for text in known] == kinds


def test_its_options_are_options(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        app(["match", "--help"], standalone_mode=True)
    helped = capsys.readouterr().out
    assert [option for option in OPTIONS if option not in helped] == []
    assert {"--sprt", "--resume", "--openings"} <= {*OPTIONS}
