"""The examples run as they stand, and say what they should."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("vector_environment", ["games: Black won", "turns a game"]),
        ("pettingzoo_game", ["black_0: ", "white_0: ", "A B C D E"]),
        ("gymnasium_game", ["level 1: ", "level 2: ", "level 3: "]),
        ("openspiel_search", ["A B C D", "●"]),
    ],
)
def test_an_example_runs(name: str, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / f"{name}.py"))
    told = capsys.readouterr().out
    assert [word for word in words if word not in told] == []
