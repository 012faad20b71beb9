"""q5Go's boards: joined sides and points cut out."""

from __future__ import annotations

import pytest

from tengen import Game, boards
from tengen.formats import sgf
from tengen.records import FormatError

READ = [
    ("q5go-1", "TO[3]SZ[9]", "9x9 torus", "D6"),
    ("q5go-1", "TO[1]SZ[9:5]", "9x5 cylinder", "D2"),
    ("q5go-1", "TO[2]SZ[9:5]", "5x9 cylinder", "D6"),
    ("q5go-1", "SZ[7]", "7", "D4"),
    ("q5go-2", "SZ[9]MASK[ea:ee][aa]", "9x9 without A9 E5 E6 E7 E8 E9", "D6"),
    ("q5go-2", "SZ[9]TO[3]MASK[aa][ii]", "9x9 torus without A9 J1", "D6"),
    ("q5go-2", "SZ[9:5]TO[2]MASK[aa][ia]", "5x9 cylinder without A1 A9", "D6"),
    ("q5go-2", "SZ[26]MASK[za][bc]", "26x26 without B24 AA26", "D23"),
    ("q5go-2", "SZ[9]MASK[]", "9", "D6"),
]


@pytest.mark.parametrize(("game", "head", "board", "move"), READ)
def test_q5go_boards(game: str, head: str, board: str, move: str) -> None:
    record = sgf.read(f"(;FF[4]GM[{game}]{head}KM[6.5];B[dd];W[])")
    assert record.board == board
    assert boards.parse(board).text == board
    assert [node.move for node in record.main_line()] == [None, move, "pass"]
    assert record.root.properties == {}
    assert sgf.read(sgf.write(record)) == record
    assert Game.from_record(record).stones == {move: "black"}


def test_neighbours_over_the_rim_stay_neighbours_on_a_turned_board() -> None:
    record = sgf.read("(;GM[q5go-1]TO[2]SZ[9:5];B[aa];W[ae];B[ab];W[ba])")
    black, *beside = [node.move for node in record.main_line()][1:]
    board = boards.parse(record.board)
    assert [board.labels[point] for point in board.edges[board.find(black or "") or 0]] == sorted(
        beside, key=lambda label: board.find(label or "") or 0
    )
    assert record.warnings == ["line 1, column 15: the board is turned, so that its joined sides are left and right"]


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("(;GM[q5go-1]\nTO[4];B[dd])", 2, 3, "`TO[4]` joins no sides"),
        ("(;GM[q5go-1]TO[];B[dd])", 1, 15, "2 (top and bottom)"),
        ("(;GM[q5go-3];B[dd])", 1, 5, "is another game"),
        ("(;GM[q5go-2]SZ[9]MASK[aa:ii];B[dd])", 1, 22, "cuts out every point"),
        ("(;GM[q5go-2]SZ[9]MASK[dd]\n;B[dd])", 2, 3, "`B[dd]` is cut out of the board"),
        ("(;GM[q5go-2]SZ[9]MASK[dd]AB[cc:ee])", 1, 28, "`AB[cc:ee]` is cut out of the board"),
        ("(;GM[q5go-2]SZ[9]MASK[jj])", 1, 22, "outside the 9x9 board"),
        ("(;GM[q5go-2]SZ[9]MASK[x])", 1, 22, "is no point"),
        ("(;GM[q5go-2]SZ[9]MASK" + "[aa]" * 200 + ")", 1, 22, "lists more points"),
    ],
)
def test_refused_with_line_and_column(text: str, line: int, column: int, says: str) -> None:
    with pytest.raises(FormatError) as caught:
        sgf.read(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert says in str(caught.value)


def test_the_properties_mean_nothing_in_other_games() -> None:
    record = sgf.read("(;GM[1]SZ[9]TO[3]MASK[aa];B[aa])")
    assert record.board == "9"
    assert record.root.properties == {"TO": ["3"], "MASK": ["aa"]}
