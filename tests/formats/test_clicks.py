"""The formal notation (spec 1.21)."""

from __future__ import annotations

import pytest

from tengen import boards
from tengen.formats import read_any
from tengen.formats.formal import clicks
from tengen.records import FormatError, Node, Record


@pytest.mark.parametrize(
    ("board", "text", "expected"),
    [
        ("19", "1 (2 3) 2 (15 15) 3 pass", ["C4", "Q16", "pass"]),
        ("1x1", "1 pass 2 pass", ["pass", "pass"]),
        ("2x1", "1 (0 0)\n 2 (1 0)  3 pass 4 pass\n", ["A1", "B1", "pass", "pass"]),
        ("3x2", "1 (0 0) 2 (2 1)", ["A1", "C2"]),
        ("graph:petersen", "1 (0) 2 (9) 3 pass", ["0", "9", "pass"]),
        ("edges:(0%2C 1)-b", "1 ((0, 1)) 2 (b)", ["(0, 1)", "b"]),
        ("19", "", []),
    ],
)
def test_read_and_write(board: str, text: str, expected: list[str]) -> None:
    parsed = boards.parse(board)
    record = clicks.read(text, parsed)
    nodes = list(record.main_line())[1:]
    assert [node.move for node in nodes] == expected
    assert [node.colour for node in nodes] == ["black", "white", "black", "white"][: len(nodes)]
    assert clicks.write(record, parsed) == " ".join(text.split())
    assert record.board == parsed.text


@pytest.mark.parametrize(
    ("board", "text", "line", "column", "says"),
    [
        ("9", "1 (2 3)\n3 (4 4)", 2, 1, "move number 2"),
        ("9", "2 (2 3)", 1, 1, "move number 1"),
        ("9", "1 (9 3)", 1, 3, "is not on the board 9"),
        ("9", "1 (-1 3)", 1, 3, "is not on the board 9"),
        ("9", "1 (D4)", 1, 3, "`(x y)` would be right"),
        ("9", "1 (2 3", 1, 3, "a `)` is missing"),
        ("9", "1 passing", 1, 3, "should stand here"),
        ("9", "1 (2 3) and so on", 1, 9, "move number 2"),
        ("9", "1", 1, 2, "should stand here"),
        ("graph:petersen", "1 (17)", 1, 3, "is not on the board"),
        ("9x9 without A1", "1 (0 0)", 1, 3, "is not on the board"),
    ],
)
def test_refused_with_line_and_column(board: str, text: str, line: int, column: int, says: str) -> None:
    with pytest.raises(FormatError) as caught:
        clicks.read(text, boards.parse(board))
    assert (caught.value.line, caught.value.column) == (line, column)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    "node",
    [
        Node(move="return", colour="black"),
        Node(move="D4", colour="white"),
        Node(move="Z99", colour="black"),
        Node(changes={"D4": "black"}),
    ],
)
def test_what_the_notation_cannot_say(node: Node) -> None:
    with pytest.raises(FormatError):
        clicks.write(Record("9", root=node), boards.parse("9"))


def test_the_board_must_be_told() -> None:
    with pytest.raises(FormatError, match="name the board"):
        read_any("1 (2 3) 2 pass")
    assert read_any(b"1 (2 3) 2 pass", boards.parse("5")).board == "5"
