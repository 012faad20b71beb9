"""Whole conversations with stored answers, and that they leave no command out."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from talking import SCRIPTS, conversation, talk

from tengen.gtp import commands
from tengen.gtp.protocol import read_line

LISTS = {"list_commands", "help"}
NAMES = sorted(path.name for path in SCRIPTS.glob("*.gtp"))


@pytest.mark.parametrize("name", NAMES)
def test_answers_are_those_stored(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shutil.copytree(SCRIPTS, tmp_path, dirs_exist_ok=True))  # files are written there
    stored = Path(name).read_text(encoding="utf-8")
    assert conversation(stored) == stored


def test_every_command_is_given_and_refused_somewhere() -> None:
    answered, refused = set[str](), set[str]()
    for name in NAMES:
        lines = (SCRIPTS / name).read_text(encoding="utf-8").splitlines()
        for line, after in zip(lines, [*lines[1:], ""]):
            request = read_line(line.removeprefix(">")) if line.startswith(">") else None
            if request is not None:
                {"=": answered, "?": refused}.get(after[:1], set()).add(request.name)
    assert set(commands()) - LISTS <= answered
    takes = {known.name for known in commands().values() if known.usage and not known.usage.startswith("[")}
    assert takes - {"known_command"} <= refused


@pytest.mark.parametrize("name", sorted(LISTS))
def test_all_commands_are_listed_one_a_line(name: str) -> None:
    assert talk(f"{name}\n").removeprefix("= ").split() == list(commands())
