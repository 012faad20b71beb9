"""The page on regression tests says what is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tengen.cli.commands import app
from tengen.match.regression.suite import parse_suite

PAGE = (Path(__file__).parents[2] / "docs" / "regression.md").read_text(encoding="utf-8")


def test_its_options_are_options_and_all_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        app(["regress", "--help"], standalone_mode=True)
    helped = set(re.findall(r"--[a-z]+", capsys.readouterr().out)) - {"--help"}
    assert set(re.findall(r"--[a-z]+", PAGE)) - {"--mode"} == helped


def test_its_file_can_be_read() -> None:
    (text,) = re.findall(r"```\n(# A comment.*?)```", PAGE, re.DOTALL)
    suite = parse_suite("page.tst", text)
    expected = [step.expected for step in suite.steps if step.expected is not None]
    assert [(each.text, each.fails) for each in expected] == [("E4|D1", False), ("!A1", True)]


def test_its_columns_are_those_of_the_table() -> None:
    shown = next(line.split("  ") for line in PAGE.splitlines() if line.startswith(" file "))
    section = PAGE.partition("## What is reported")[2].partition("##")[0]
    told = re.findall(r"^\| ([a-zA-Z, ]+) \| ", section, re.MULTILINE)
    assert [each.strip() for each in shown if each.strip()][1:] == [
        word for row in told[1:] for word in row.split(", ")
    ]
