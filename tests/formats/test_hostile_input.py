"""Hostile input costs time linear in its length: work is counted in calls, as patterns have a separate checker."""

import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tengen import boards
from tengen.formats import read_all
from tengen.formats.diagrams.row_text import usual_rows
from tengen.formats.sgf import board_properties, node_count
from tengen.formats.sgf.grammar import escape_kept, unescape_kept
from tengen.records import FormatError

CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "faults" / "server_input.toml").read_text("utf-8")
)["reader"]


def read(case: dict[str, Any], count: int) -> None:
    text = f"{case.get('begin', '')}{case['unit'] * count}{case.get('second', '') * count}{case.get('end', '')}"
    board = boards.parse(case["board"]) if "board" in case else None
    if "refused" in case:
        with pytest.raises(FormatError):
            list(read_all(text, board, case["format"]))
    else:
        list(read_all(text, board, case["format"]))


def calls(case: dict[str, Any], count: int) -> int:
    """Return the number of calls and generator steps of reading."""
    number = 0

    def note(*_: object) -> None:
        nonlocal number
        number += 1

    sys.setprofile(note)
    try:
        read(case, count)
    finally:
        sys.setprofile(None)
    return number


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['format']}: {case['source'][:40]}")
def test_work_grows_with_length(case: dict[str, Any]) -> None:
    """Twice the text takes at most twice the calls, and a long text comes to an end."""
    assert calls(case, 2_000) <= 2.2 * calls(case, 1_000)
    read(case, 30_000 // len(case["unit"]))


def test_no_line_is_compared_with_others() -> None:
    """Rows of digits are distinguished from other lines by their place."""

    class Line(str):
        __slots__ = ()
        __hash__ = str.__hash__

        def __eq__(self, other: object) -> bool:
            raise AssertionError("a line was looked up among all")

    assert "|".join(usual_rows([Line("0 1"), Line(""), Line("2 0")])[0]) == ". X||O ."


@pytest.mark.parametrize("name", ["AB", "TR", "DD", "TB", "L"])
def test_rectangles_are_counted_before_they_expand(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Excessive values of a property are refused at their place."""

    def fail(value: str) -> None:
        raise AssertionError(value)

    monkeypatch.setattr(board_properties, "expanded", fail)
    with pytest.raises(FormatError) as caught:
        list(read_all(f"(;SZ[52]\n{name}{'[aa:ZZ]' * 60})", format="sgf"))
    assert (caught.value.line, caught.value.column) == (2, 1 + len(name))


def test_whole_boards_may_be_named_in_every_node() -> None:
    """Views of an ordinary board never reach the bound."""
    [record] = read_all(f"(;SZ[19]{';VW[aa:ss]' * 1_000})", format="sgf")
    assert len(list(record.main_line())) == 1_001  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "text", ["a\\\\:b", "\\\\\\:", "\\\\\\a", "\\]", "a:\\", "\\\n", "\\\\\n", "\\" * 50_001, "\\" * 50_001 + ":"]
)
def test_backslashes_in_kept_values(text: str) -> None:
    """Runs before a colon stay unchanged, others are undone in pairs; nothing is lost on the way back."""
    kept = unescape_kept(text)
    assert unescape_kept(escape_kept(kept)) == kept


def test_nodes_are_counted_without_reading() -> None:
    """Values and further games do not count."""
    assert node_count("(;C[;;\\];](;B[aa])(;W[bb];))(;)") == 4
    assert node_count(b"\xef\xbb\xbf(;SZ[9];B[aa]") == 2
    assert node_count('{"tengen": 1, "comment": "(;;;)"}') == 0


@pytest.mark.parametrize("text", ["(;TGB[])", "(;TGB[0])", "(;GM[100]TGB[])", "(;GM[100]TGB[edgs:a-b])"])
def test_a_board_without_meaning_is_a_format_error(text: str) -> None:
    """The error names the place of the property, in a public game and in one of Tengen's own."""
    with pytest.raises(FormatError) as caught:
        list(read_all(text, format="sgf"))
    assert (caught.value.line, caught.value.column) == (1, text.index("TGB") + 4)
