"""The page on GTP says what is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from talking import conversation

from tengen.cli.commands import app
from tengen.gtp import commands

PAGE = (Path(__file__).parents[2] / "docs" / "gtp.md").read_text(encoding="utf-8")


def test_its_commands_are_all_there_are() -> None:
    rows = re.findall(r"^\| `([a-z].*?)` \| (.*) \|$", PAGE.partition("## Commands")[2], re.MULTILINE)
    known = [(f"{each.name} {each.usage}".strip(), each.about) for each in commands().values()]
    assert rows == known


def test_its_conversation_is_what_is_said() -> None:
    options, said = re.findall(r"```\n\$ tengen gtp (.*?)\n(.*?)```", PAGE, re.DOTALL)[0]
    assert conversation(f"# engine {options}\n{said}") == f"# engine {options}\n{said}"


def test_its_errors_are_those_of_the_transcripts() -> None:
    told = re.search(r"answered in its words \((.*?)\)", PAGE, re.DOTALL)
    assert told is not None
    answers = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("scripts/*.gtp"))
    errors = re.findall(r"`(.*?)`", told[1])
    assert len(errors) == 9
    assert [error for error in errors if not re.search(rf"\n\? {error}[:\n]", answers)] == []


def test_its_options_are_options(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        app(["gtp", "--help"], standalone_mode=True)
    helped = set(re.findall(r"--[a-z]+", capsys.readouterr().out)) - {"--help"}
    (table,) = re.findall(r"\| option \|.*?\n\n", PAGE, re.DOTALL)
    assert set(re.findall(r"--[a-z]+", table)) == helped


def test_its_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(code, {})
    assert re.fullmatch(r"= \n\n= [A-E][1-5]\n\n\n", capsys.readouterr().out)
