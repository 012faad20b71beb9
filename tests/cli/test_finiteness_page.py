"""docs/finiteness.md: its pictures are what its commands draw, and the tests that it names exist."""

from __future__ import annotations

import re
from pathlib import Path
from shlex import split

import pytest
from typer.testing import CliRunner

from tengen.cli import app

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "finiteness.md").read_text("utf-8")
COMMANDS = re.findall(r"^tengen (show .*)$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("line", COMMANDS)
def test_its_pictures_are_what_its_commands_draw(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    *words, target = split(line)
    words[1] = str(ROOT / words[1])
    result = CliRunner().invoke(app, [*words, "it.svg"])
    assert result.exit_code == 0, result.output
    drawn = (tmp_path / "it.svg").read_text("utf-8")
    assert drawn == (ROOT / target).read_text("utf-8"), f"run `tengen {line}` again"
    assert f"({target.removeprefix('docs/')})" in PAGE


def test_every_test_that_it_names_exists() -> None:
    sources = [
        (ROOT / "tests" / "game" / name).read_text("utf-8") for name in ("test_finiteness.py", "test_properties.py")
    ]
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert len(named) >= 7
    assert not [name for name in named if not any(f"def {name}(" in source for source in sources)]


def test_it_is_in_the_table_of_contents() -> None:
    assert "      - finiteness.md\n" in (ROOT / "mkdocs.yml").read_text("utf-8")
    assert "(finiteness.md)" in (ROOT / "docs" / "cycles.md").read_text("utf-8")
