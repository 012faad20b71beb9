"""docs/finiteness.md: its pictures are what its commands draw, and the tests that it names exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from drawn_pages import check_drawn

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "finiteness.md").read_text("utf-8")
COMMANDS = re.findall(r"^tengen (show .*)$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("line", COMMANDS)
def test_its_pictures_are_what_its_commands_draw(line: str, tmp_path: Path) -> None:
    check_drawn(line, PAGE, tmp_path)


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
