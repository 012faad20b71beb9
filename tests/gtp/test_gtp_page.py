"""The page on GTP says what is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from talking import conversation

from tengen.cli.commands import app

PAGE = (Path(__file__).parents[2] / "docs" / "gtp.md").read_text(encoding="utf-8")


def test_its_conversation_is_what_is_said() -> None:
    options, said = re.findall(r"```\n\$ tengen gtp (.*?)\n(.*?)```", PAGE, re.DOTALL)[0]
    assert conversation(f"# engine {options}\n{said}") == f"# engine {options}\n{said}"


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
