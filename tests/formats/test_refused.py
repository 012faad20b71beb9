"""Errors of notations, with line and column: the texts in tests/data/refused, and limits of files."""

from collections.abc import Callable, Mapping

import pytest
from data import load

from tengen.formats import goban, rows, sensei, sgf
from tengen.records import FormatError

READERS: Mapping[str, Callable[[str], object]] = {
    "goban": goban.read, "rows": rows.read, "sensei": sensei.read, "sgf": sgf.read,
}  # fmt: skip
LONG = [
    ("rows", "." * 60, 1, 1, "a board has at most 52x52 points"),
    ("rows", ".\n" * 60, 1, 1, "a board has at most 52x52 points"),
    ("sensei", "$$B\n$$ | " + ". " * 60, 2, 110, "more than 52 points"),
    ("sensei", "$$B\n" + "$$ | .\n" * 60, 54, 1, "more than 52 rows"),
    ("sgf", "(;SZ[" + "9" * 5000 + "])", 1, 5, "is not a size"),
    ("sgf", "(;C[\ud800])", 1, 5, "half a character"),
    ("sgf", bytes(range(256)), 1, 1, "binary"),
    ("sgf", "(;GM[q5go-2]SZ[9]MASK" + "[aa]" * 200 + ")", 1, 22, "lists more points"),
]


@pytest.mark.parametrize(
    ("name", "text", "line", "column", "says"),
    [*((name, *row) for name in READERS for row in load(f"refused/{name}")), *LONG],
)
def test_refused_with_line_and_column(name: str, text: str, line: int, column: int, says: str) -> None:
    with pytest.raises(FormatError) as caught:
        READERS[name](text)
    assert says in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)
