"""The user's page about boards is true."""

import re
from pathlib import Path

import pytest

from tengen import boards

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "boards.md").read_text(encoding="utf-8")
CELLS = [cell for row in re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE) for cell in re.findall(r"`([^`]+)`", row)]
EXAMPLES = [text for text in CELLS if not text.startswith((".", "file:")) and "..." not in text]


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples_are_boards(text: str) -> None:
    assert boards.parse(text).text == text


def test_the_json_on_the_page() -> None:
    (text,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    board = boards.parse(text)
    assert board.neighbours == ((1, 2), (0,), (0,))
    assert board.footprint == ((0,), (1, 2), (1, 2))
