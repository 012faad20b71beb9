"""The page on diagrams is true."""

import re
from pathlib import Path

import pytest

from tengen.formats.diagrams import goban, rows, sensei

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "diagrams.md").read_text(encoding="utf-8")
DRAWN = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)


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
