"""The user's page says what is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tengen import boards
from tengen.boards.graphs import NAMED, SERIES

PAGE = (Path(__file__).parents[2] / "docs" / "boards.md").read_text(encoding="utf-8")
CELLS = [cell for row in re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE) for cell in re.findall(r"`([^`]+)`", row)]
EXAMPLES = [text for text in CELLS if not text.startswith((".", "file:")) and "..." not in text]


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples_are_boards(text: str) -> None:
    assert boards.parse(text).text == text


def test_every_family_and_graph_is_on_the_page() -> None:
    for kind in boards.kinds():
        word = re.match(r"[a-z]+[:-]?[a-z]*|", kind.example)
        assert word is not None
        assert f"`{word[0]}" in PAGE, kind.name
    assert all(f"`{name}`" in PAGE for name in NAMED)
    assert all(f"`{name}-" in PAGE for name in SERIES)


def test_the_json_on_the_page() -> None:
    (text,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    board = boards.parse(text)
    assert board.neighbours == ((1, 2), (0,), (0,))
    assert board.footprint == ((0,), (1, 2), (1, 2))
