"""docs/start/overview.md: its commands on recorded games write the named files and print the shown output."""

import re
from pathlib import Path
from shlex import split

import pytest
from command_line import Run

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/start/overview.md").read_text("utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
TYPED = [line.removeprefix("$ ") for block in BLOCKS for line in block.splitlines() if line.startswith("$ tengen ")]
QUICK = [line for line in TYPED if re.match("tengen (show|convert|book) (?!.*--animate)", line)]
"""Commands that draw or write a recorded game in a second; a moving picture takes many, and has a test of its own."""


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
