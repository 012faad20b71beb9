"""On odd boards, and with arguments that are none, every command answers or refuses in words of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from example_counts import first
from talking import engine, talk

from tengen.gtp import commands

BOARDS = [
    "--variant japanese --board 1x1",
    '--variant tao --board "honeycomb 2x2"',
    '--variant cushion --board "4x3 without A1"',
    '--variant tao --board "3x3 torus"',
    "--variant tile --board graph:petersen",
]
ARGUMENTS = [
    "",
    "b",
    "w 0",
    "A1",
    "b A1",
    "w tao A2",
    "0",
    "-1",
    "all",
    "dame",
    "1 2 3",
    '{"maxVisits":3}',
    "ä",
    "9" * 25,
]


@pytest.mark.parametrize("words", first(1, BOARDS))
def test_nothing_makes_the_engine_stumble(words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for before in ("", "play b A1\nplay w 3\nplay b 0\n"):
        said = "\n".join(f"{name} {each}" for name in commands() for each in ARGUMENTS if name != "quit")
        answers = talk(f"{before}{said}\n", engine(words))
        assert "internal error" not in answers
        assert len(answers.split("\n\n")) > len(commands()) * len(ARGUMENTS) - len(ARGUMENTS)
