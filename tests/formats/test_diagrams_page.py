"""The page on diagrams says what is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tengen.cli import app
from tengen.formats.diagrams import goban, rows, sensei
from tengen.formats.diagrams.sensei_text import STONES
from tengen.formats.diagrams.statements import _ELSEWHERE, _READERS
from tengen.formats.notations import FORMATS

PAGE = (Path(__file__).parents[2] / "docs" / "diagrams.md").read_text(encoding="utf-8")
DRAWN = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = re.findall(r"^tengen convert (.*)$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("text", DRAWN)
def test_drawings_are_what_is_written(text: str) -> None:
    notation = sensei if text.startswith("$$") else goban if text.startswith("{{") else rows
    diagram = notation.read(text)
    assert diagram.warnings == ()
    assert notation.write(diagram) == text


def test_what_the_first_drawing_says() -> None:
    diagram = sensei.read(DRAWN[0])
    assert (diagram.title, diagram.first, diagram.coordinates) == ("White's ko", 17, True)
    assert [step.move for step in diagram.moves] == ["E5", "G7", "G6", "D5", "C3", "C2", "E5"]
    assert diagram.links == {"a": "OnePointJump"}


def test_what_the_second_drawing_says() -> None:
    diagram = sensei.read(DRAWN[1])
    assert diagram.board == "5x5 torus"
    assert diagram.position.tiles == {"B4": 1, "E1": 2}
    assert diagram.markup.labels == {"C4": "a longer label"}


def test_the_python_on_the_page() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(code, {})


def test_every_format_is_on_the_page() -> None:
    for one in FORMATS:
        endings = ", ".join(f"`{ending}`" for ending in one.endings)
        row = re.search(rf"^\| `{one.name}` \| (.*) \| (.*) \|$", PAGE, re.MULTILINE)
        assert row is not None, one.name
        assert (row[1].replace("`", ""), row[2]) == (one.about, endings)


def test_every_symbol_and_statement_is_on_the_page() -> None:
    table = PAGE[PAGE.index("| symbol |") : PAGE.index("- **Where it lies.**")]
    assert all(f"`{symbol}`" in table for symbol in (*STONES, "?", "*", "A", "V", "_", "-", "+"))
    words = set(re.findall(r"`\{([A-Z]+)", PAGE[PAGE.index("| line |") : PAGE.index("Where a point is named")]))
    assert words == {*_READERS, *_ELSEWHERE}


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_have_these_options(command: str) -> None:
    from typer.main import get_command

    convert = get_command(app).commands["convert"]  # type: ignore[attr-defined]
    known = {option for parameter in convert.params for option in parameter.opts}
    assert set(re.findall(r"(?<!\S)--[a-z-]+", command)) <= known


def test_there_are_commands() -> None:
    assert len(COMMANDS) == 7
