"""The formal notation (spec 1.21)."""

import pytest
from data import cases

from tengen import boards
from tengen.formats import read_any
from tengen.formats.formal import clicks
from tengen.records import FormatError, Node, Record


@pytest.mark.parametrize(("board", "text", "expected"), cases("clicks", "read_and_write"))
def test_read_and_write(board: str, text: str, expected: list[str]) -> None:
    parsed = boards.parse(board)
    record = clicks.read(text, parsed)
    nodes = list(record.main_line())[1:]
    assert [node.move for node in nodes] == expected
    assert [node.colour for node in nodes] == ["black", "white", "black", "white"][: len(nodes)]
    assert clicks.write(record, parsed) == " ".join(text.split())
    assert record.board == parsed.text


@pytest.mark.parametrize(("board", "text", "line", "column", "says"), cases("clicks", "refused_with_line_and_column"))
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
