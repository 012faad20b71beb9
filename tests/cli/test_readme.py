"""The README holds what it says: commands and links are there, and what can be run quickly gives what is written."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from shlex import split
from typing import Any

import pytest
import typer
from command_line import Run

from tengen.cli.commands import app
from tengen.web.lessons.problem_library import by_name

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
PYTHON = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
TYPED = [line.removeprefix("$ ") for block in BLOCKS for line in block.splitlines() if line.startswith("$ tengen ")]
INLINE = re.findall(r"`(tengen [a-z][^`]*)`", TEXT)
QUICK = [line for line in TYPED if re.match("tengen (show|convert|book) (?!.*--animate)", line)]
"""Commands that draw or write a recorded game in a second; a moving picture takes many, and has a test of its own."""


def options(command: Any) -> Iterator[str]:
    for each in command.params:
        yield from (*each.opts, *each.secondary_opts)


@pytest.mark.parametrize("line", [*TYPED, *INLINE])
def test_a_command_is_there_with_all_of_its_options(line: str) -> None:
    _, name, *words = split(line.replace("\n", " "))
    known = getattr(typer.main.get_command(app), "commands")  # noqa: B009
    assert name in known
    given = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}
    assert given <= {*options(known[name].imported())}, line


@pytest.mark.parametrize("line", QUICK)
def test_a_command_on_a_recorded_game_writes_what_it_names(line: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    words = split(line)[1:]
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert (tmp_path / next(word for word in words[2:] if re.search(r"\.(png|svg|gif|pdf|txt)$", word))).exists()


def test_recorded_games_under_other_rules_are_counted_as_it_says(run: Run) -> None:
    games = sorted((ROOT / "examples" / "games").glob("*.sgf"))
    (block,) = (block for block in BLOCKS if "tengen replay" in block)
    for part in block.split("$ ")[1:]:
        command, *lines = part.splitlines()
        shown = run("replay", *games, *split(command)[3:]).stdout
        assert [line for line in lines if line != "..." and line not in shown] == []


def test_its_python_says_what_stands_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = (ROOT / "examples" / "games" / "game-01.sgf").read_text("utf-8")
    for name in ("game.sgf", "all.sgf"):
        (tmp_path / name).write_text(record, "utf-8")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    compared = 0
    for block in PYTHON:
        done = 0
        for number, line in enumerate(lines := block.splitlines()):
            said = re.match(r"(\S.*?)\s+# (['(].*)$", line)
            if said:
                exec("\n".join(lines[done:number]), names)
                assert repr(eval(said[1], names)) == said[2]
                done, compared = number + 1, compared + 1
        exec("\n".join(lines[done:]), names)
    assert compared >= 3


def test_it_counts_the_problems_that_there_are() -> None:
    counted = re.findall(r"(\d+) \[problems\]", TEXT)
    assert counted == [str(len(by_name()))]


def test_those_who_change_it_are_shown_every_floor() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    floors = project["tool"]["importlinter"]["contracts"][0]["layers"]
    (shown,) = re.findall(
        r"^```\n(cli .*?)^```$", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    names = {name for line in shown.splitlines() for name in line[:42].split()}
    assert {*re.findall(r"\w+", " ".join(floors))} - {"__main__", "extras", "systems"} <= names


def test_its_links_and_pictures_and_targets_are_there() -> None:
    linked = {*re.findall(r"\]\(([^)#]+)", TEXT), *re.findall(r'src="([^"]+)"', TEXT)}
    assert [each for each in linked if "://" not in each and not (ROOT / each).exists()] == []
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = {*re.findall(r"`make ([\w-]+)", TEXT), *re.findall(r"^make ([\w-]+)", "".join(BLOCKS), re.MULTILINE)}
    assert {"play", "test", "bench"} <= targets
    assert [each for each in targets if not re.search(rf"^{each}:", makefile, re.MULTILINE)] == []
