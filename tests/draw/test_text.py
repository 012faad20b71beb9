"""Boards as text: snapshots, alignment, and what every style can show."""

import re

import pytest
from data import cases

from tengen import boards
from tengen.draw.text import board_text, rows
from tengen.records import Position

STONES = Position(
    {"D4": "black", "E4": "white", "E5": "tao"},
    tiles={"D4": 1, "C3": 2, "B2": 1, "J9": 12},
)


def drawn(board: str, position: Position | None = None, **style: object) -> str:
    return board_text(boards.parse(board), position or Position({}), **style)  # type: ignore[arg-type]


def test_a_board_with_stones_tiles_and_the_last_move() -> None:
    assert drawn("9", STONES, last="E4", marks={"A1": "×"}).splitlines() == [
        "   A  B  C  D  E  F  G  H  J",
        "9  ┌──┬──┬──┬──┬──┬──┬──┬──┐⁺  9",
        "8  ├──┼──┼──┼──┼──┼──┼──┼──┤   8",
        "7  ├──┼──╋──┼──╋──┼──╋──┼──┤   7",
        "6  ├──┼──┼──┼──┼──┼──┼──┼──┤   6",
        "5  ├──┼──╋──┼──☯──┼──╋──┼──┤   5",
        "4  ├──┼──┼──●▫(○)─┼──┼──┼──┤   4",
        "3  ├──┼──╋²─┼──╋──┼──╋──┼──┤   3",
        "2  ├──┼▫─┼──┼──┼──┼──┼──┼──┤   2",
        "1  ×──┴──┴──┴──┴──┴──┴──┴──┘   1",
        "   A  B  C  D  E  F  G  H  J",
    ]


def test_the_same_in_ascii() -> None:
    assert drawn("9", STONES, last="D4", ascii=True, marks={"A1": "x"}).splitlines() == [
        "   A B C D E F G H J",
        "9  . . . . . . . . .* 9",
        "8  . . . . . . . . .  8",
        "7  . . + . + . + . .  7",
        "6  . . . . . . . . .  6",
        "5  . . + . T . + . .  5",
        "4  . . .(X'O . . . .  4",
        "3  . . +2. + . + . .  3",
        "2  . .'. . . . . . .  2",
        "1  x . . . . . . . .  1",
        "   A B C D E F G H J",
    ]


@pytest.mark.parametrize(("board", "picture"), cases("text", "lines_follow_the_board"))
def test_lines_follow_the_board(board: str, picture: list[str]) -> None:
    assert drawn(board).splitlines() == picture


def test_columns_after_z_take_two_lines() -> None:
    assert drawn("27x1").splitlines()[:2] == [
        " " * 53 + "A A",
        "   " + " ".join("ABCDEFGHJKLMNOPQRSTUVWXYZAB"),
    ]


def test_a_graph_without_room_is_a_table_of_points() -> None:
    position = Position({"0": "black", "3": "white"}, tiles={"3": 1})
    assert drawn("graph:k4", position, last="0", room=(5, 40)).splitlines() == [
        "0 (●) 1 2 3○",
        "1  ·  0● 2 3○",
        "2  ·  0● 1 3○",
        "3  ○▫ 0● 1 2",
    ]
    assert drawn("graph:k4", ascii=True).splitlines()[0] == "0  .  1 2 3"


def test_a_graph_is_drawn_with_its_lines() -> None:
    position = Position({"0": "black", "3": "white"}, tiles={"3": 1})
    assert drawn("graph:k4", position, last="0").splitlines() == [" (●0)⠄⠄⠄⠄⡄1", "    ⠥⠁2⠃⠡⠍", "     ⠥⠅⠤⠁", "     ○▫3"]


@pytest.mark.parametrize("name", ["petersen", "dodecahedron", "heawood", "octahedron", "cycle-9", "k3,4"])
def test_the_names_of_a_graph_stand_apart(name: str) -> None:
    board = boards.parse(f"graph:{name}")
    text = drawn(board.text, Position(dict.fromkeys(board.labels, "black")))
    assert sorted(re.findall(r"●(\d+)", text)) == sorted(board.labels)
    assert re.search("[⠁-⣿]", text), "its lines"


@pytest.mark.parametrize(
    "board", ["9", "19", "5 without C3", "9x9 torus", "honeycomb 3x3", "hexagon 4", "star 2", "gengo 9", "graph:cube"]
)
def test_colours_only_colour(board: str) -> None:
    labels = boards.parse(board).labels
    position = Position({labels[0]: "black", labels[1]: "white"}, tiles={labels[1]: 1})
    coloured = drawn(board, position, colour=True)
    bare = re.sub(r"\033\[[0-9;]*m", "", coloured)
    assert "\033[" in coloured
    assert [line.rstrip() for line in bare.splitlines()] == drawn(board, position).splitlines()
    assert "\033" not in drawn(board, position, colour=True, ascii=True)


@pytest.mark.parametrize("board", ["9", "28x3", "9x9 torus", "star 2", "graph:petersen", "gengo 9"])
def test_ascii_is_ascii(board: str) -> None:
    labels = boards.parse(board).labels
    position = Position({labels[0]: "black", labels[1]: "white", labels[2]: "tao"}, tiles={labels[1]: 3})
    assert drawn(board, position, ascii=True).isascii()


def test_stones_do_not_shift_the_board() -> None:
    empty, full = drawn("19"), drawn("19", Position(dict.fromkeys(boards.parse("19").labels, "white")))
    assert [len(line) for line in empty.splitlines()] == [len(line) for line in full.splitlines()]


def test_rows() -> None:
    board = boards.parse("4x2 without A1")
    assert rows(board, Position({"A2": "black", "B2": "white", "D1": "tao"})) == ["XO..", "#..T"]
    assert rows(boards.parse("graph:k4"), Position({})) == []


def test_points_that_footprints_block_are_shaded() -> None:
    board = boards.parse("gengo 5")
    position = Position({"B2": "black"})
    assert board_text(board, position, ascii=True).split("\n")[2:5] == [
        "4  . . . . .  4",
        "3  : : : . .  3",
        "2  : X : . .  2",
    ]
    assert "2  ░─●─░─┼─┤  2" in board_text(board, position)


def test_the_last_move_hides_no_tile_beside_it() -> None:
    position = Position({"B2": "white", "C2": "black"}, tiles={"B2": 3, "C2": 1, "A1": 1})
    assert drawn("3", position, last="C2").splitlines() == [
        "   A  B  C",
        "3  ┌──┬──┐   3",
        "2  ├──○³(●▫) 2",
        "1  └▫─┴──┘   1",
        "   A  B  C",
    ]
    assert drawn("3", position, last="C2", ascii=True).splitlines()[2] == "2  .  O3(X') 2"
    assert drawn("3", position, last="B2").splitlines()[2] == "2  ├(○³●▫ 2"
    assert drawn("hexagon 2", Position({}, tiles={"A2": 1}), last="B2").splitlines() == [
        "B3    ·───·    C3",
        "A2  ·▫─(·)──·    C2",
        "A1    ·───·    B1",
    ]
