"""Plain rows, and boards as programs print them."""

from dataclasses import replace
from typing import Any

import pytest
from data import text_of
from diagrams import COLOURS, diagrams
from example_counts import examples
from hypothesis import given
from hypothesis import strategies as st

from tengen import boards
from tengen.draw import board_text
from tengen.formats.diagrams import rows
from tengen.records import Diagram, FormatError, Markup, Position, Step


@examples(50)
@given(diagrams())
def test_round_trip_of_positions(diagram: Diagram) -> None:
    text = rows.write(replace(diagram, moves=()))
    assert rows.read(text) == Diagram(diagram.board, diagram.position), text


@st.composite
def pictures(draw: Any) -> tuple[str, Position, str | None, bool]:
    """Return positions on plain boards as `board_text` shows them, with the last move or not."""
    board = boards.parse(draw(st.sampled_from(["2x1", "5", "9x13", "19", "28x5"])))
    points = st.sampled_from(board.labels)
    stones = draw(st.dictionaries(points, st.sampled_from(["black", "white", "tao"]), max_size=12))
    last = draw(st.none() | st.sampled_from(sorted(stones))) if stones else None
    tiles = {} if last else draw(st.dictionaries(points, st.integers(1, 9), max_size=5))
    return board.text, Position(stones, draw(COLOURS), tiles), last, draw(st.booleans())


@examples(50)
@given(pictures())
def test_what_tengen_shows_is_read(picture: tuple[str, Position, str | None, bool]) -> None:
    board, position, last, ascii = picture
    heights = list(position.tiles.values())
    text = board_text(boards.parse(board), position, ascii=ascii, last=last)
    found = rows.read(f"{text}\nAfter move 1. {position.to_play.capitalize()} to play.")
    assert (found.board, found.position) == (board, position), text
    assert bool(found.warnings) == (ascii and max(heights, default=0) > 1)


# ---- boards as programs print them -----------------------------------------------------------------------------------

GNU_GO = text_of("rows_gnu_go.txt")
GNU_GO_ASCII = text_of("rows_gnu_go_ascii.txt")
KATAGO = text_of("rows_katago.txt")
PACHI = text_of("rows_pachi.txt")
PLAIN_GRID = text_of("rows_plain_grid.txt")
UPSIDE_DOWN = "1 ·····\n2 ·○·●·\n3 ··╋··\n4 ·●···\n5 ·····\nWhite to play; White has captured 3, Black has captured 1"


@pytest.mark.parametrize("text", [GNU_GO, GNU_GO_ASCII, KATAGO, PACHI, PLAIN_GRID, UPSIDE_DOWN])
def test_programs(text: str) -> None:
    diagram = rows.read(text)
    assert diagram.board == "5"
    assert diagram.position.stones == {"B4": "white", "D4": "black", "B2": "black"}
    assert diagram.position.prisoners == {"black": 1, "white": 3}
    assert diagram.position.to_play == ("black" if text is GNU_GO else "white")
    assert diagram.warnings == ()
    assert rows.recognises(text)


def test_digits_are_heights_where_no_move_is_numbered_1() -> None:
    diagram = rows.read("2 X2 .\n1 . .3\n  A B")
    assert diagram.position.tiles == {"A2": 2, "B1": 3}
    assert diagram.warnings == ("line 1: digits after points were read as the heights of tiles",)
    assert rows.read("2 X2 .\n1 . O1\n  A B").position.tiles == {}


def test_parts_of_a_board_need_its_name() -> None:
    text = "   C D\n5 ☯ .\n4 . X'\n   C D\n"
    diagram = rows.read(text, boards.parse("9"))
    assert diagram.position == Position({"C5": "tao", "D4": "black"}, tiles={"D4": 1})
    assert diagram.markup.view == ["C5", "D5", "C4", "D4"]
    for board in (None, boards.parse("4")):
        with pytest.raises(FormatError, match="part of a board; name the board"):
            rows.read(text, board)


def test_boards_that_wrap_need_their_name() -> None:
    torus = boards.parse("3x3 torus")
    text = board_text(torus, Position({"B2": "black"}))
    with pytest.raises(FormatError, match="lines cross the edge of this board; name the board"):
        rows.read(text)
    assert rows.read(text, torus) == Diagram("3x3 torus", Position({"B2": "black"}))


def test_points_cut_out() -> None:
    assert rows.read("..#\n.X.").board == "3x2 without C2"
    assert rows.read("..#\n.X.\n{BOARD honeycomb 1x1}\n", None).board == "honeycomb 1x1"
    board: Any = boards.parse("3x2 without C2")
    assert rows.write(Diagram(board.text, Position({"B1": "black"}))) == "..#\n.X.\n"


def test_several_positions() -> None:
    text = "..\nX.\n\nthen White to play\n\n..\nXO\n{TURN white}\n"
    assert [diagram.position.to_play for diagram in rows.read_all(text)] == ["white", "white"]
    assert rows.read(text).warnings == ("more positions follow; only the first was read",)


def test_the_end_of_a_diagram_is_written() -> None:
    diagram = Diagram("3x1", Position({"A1": "white"}), (Step("black", "B1"), Step("white", "pass")))
    assert rows.write(diagram) == "OX.\n"
    assert rows.write(diagram, lambda moves: Position({"B1": "black"}, "white")) == ".X.\n{TURN white}\n"


def test_what_rows_lose() -> None:
    markup = Markup(labels={"A1": "a"}, view=["A1"])
    diagram = Diagram("5", Position({}), (Step("black", "A1"),) * 2, 1, markup, "A title", links={"a": "x"})
    assert rows.lost(diagram) == [
        "the numbers of 2 moves",
        "marks and labels",
        "which part is shown",
        "the title",
        "links",
    ]
    assert rows.lost(Diagram("5", Position({}))) == []


@pytest.mark.parametrize("text", [".XO.\nO..X", "..", "X.O", "text\n. . X\n. O .\nmore text", "OT...\n{TAO B1}"])
def test_recognised(text: str) -> None:
    assert rows.recognises(text)
    for other in ("", "XO", "boo\nbox", "And then...", "an ellipsis\n...\nin a text", "# x\n## y", "1.\n2."):
        assert not rows.recognises(other)


SGFMILL = "3  .  #  o\n2  .  .  .\n1  #  .  .\n   A  B  C\n"


@pytest.mark.parametrize(
    ("text", "stones", "warned"),
    [
        (SGFMILL, {"B3": "black", "C3": "white", "A1": "black"}, False),
        ("   A B C\n . # o\n . . .\n # . .", {"B3": "black", "C3": "white", "A1": "black"}, False),
        (".@O\n...\n@..", {"B3": "black", "C3": "white", "A1": "black"}, False),
        ("-bw\n---\nb--\n", {"B3": "black", "C3": "white", "A1": "black"}, False),
        ("012\n000\n100", {"B3": "black", "C3": "white", "A1": "black"}, True),
        ("[[0, 1, 2],\n [0, 0, 0],\n [1, 0, 0]]\n", {"B3": "black", "C3": "white", "A1": "black"}, True),
    ],
)
def test_signs_of_other_programs(text: str, stones: dict[str, str], warned: bool) -> None:
    assert rows.recognises(text)
    diagram = rows.read(text)
    assert (diagram.board, diagram.position.stones) == ("3", stones)
    assert diagram.warnings == (("line 1: digits were read as 0 vacant, 1 black, 2 white",) if warned else ())


def test_hashes_are_gaps_if_black_has_another_symbol() -> None:
    assert rows.read("3 . # O\n2 . X .\n1 . . .").board == "3x3 without B3"
    assert rows.read(".#O\n...\n...").board == "3x3 without B3"
