"""Sensei's diagrams: reading, repairs, errors and writing."""

import pytest
from data import cases, load, text_of
from diagrams import moves

from tengen import boards
from tengen.formats.diagrams import sensei
from tengen.records import FormatError

# ---- headers ---------------------------------------------------------------------------------------------------------

CORNER = "\n$$  -----\n$$ | 1 2\n$$ | . ."


@pytest.mark.parametrize(
    ("header", "board", "first", "colour", "coordinates", "title"),
    load("sensei_headers"),
)
def test_headers(header: str, board: str, first: int, colour: str, coordinates: bool, title: str) -> None:
    diagram = sensei.read(header + CORNER)
    assert (diagram.board, diagram.first, diagram.moves[0].colour) == (board, first, colour)
    assert (diagram.coordinates, diagram.title, diagram.warnings) == (coordinates, title, ())
    assert list(diagram.numbers().values()) == [first, first + 1]


def test_without_moves_the_header_says_who_plays() -> None:
    for header, to_play in (("$$B", "black"), ("$$W", "white"), ("$$", "black")):
        assert sensei.read(f"{header}\n$$ | . X O\n$$  -----").position.to_play == to_play


# ---- symbols ---------------------------------------------------------------------------------------------------------


def test_every_symbol() -> None:
    diagram = sensei.read(
        """$$B
$$  ---------------
$$ | . , X O a z ? |
$$ | B # Y Z W @ Q |
$$ | P C S T M 1 0 |
$$ | _ * . . . . . |
$$ | . . . . . . . |
$$ | . . . . . . . |
$$ | . . . . . . . |
$$  ---------------"""
    )
    black = dict.fromkeys(["C7", "A6", "B6", "C6", "D6"], "black")
    assert diagram.position.stones == black | dict.fromkeys(["D7", "E6", "F6", "G6", "A5"], "white")
    assert diagram.markup.marks == {
        "circle": ["A6", "E6", "B5"],
        "square": ["B6", "F6", "C5"],
        "triangle": ["C6", "G6", "D5"],
        "cross": ["D6", "A5", "E5"],
    }
    assert diagram.markup.labels == {"E7": "a", "F7": "z", "B4": "*"}
    assert diagram.markup.dimmed == ["G7"]
    assert diagram.markup.view == [label for label in boards.parse("7").labels if label != "A4"]
    assert diagram.numbers() == {"F5": 1, "G5": 10}
    assert [step.move for step in diagram.moves[1:9]] == ["pass"] * 8
    assert diagram.moves[9].colour == "white"


def test_compact_rows_and_numbers_of_two_digits() -> None:
    compact = sensei.read("$$B\n$$ +----+\n$$ |.XO.|\n$$ |1.2.|\n$$ |....|\n$$ |....|\n$$ +----+")
    spaced = sensei.read("$$B\n$$ -------\n$$ | . X O . |\n$$ | 1 . 2 . |\n$$ | . . . . |\n$$ | . . . . |\n$$ -------")
    assert compact == spaced
    assert compact.board == "4"
    long = sensei.read("$$B\n$$ ----------\n$$ | 9 10 11 |\n$$ | 12 . . |\n$$ | . . . |\n$$ ----------")
    assert long.numbers() == {"A3": 9, "B3": 10, "C3": 11, "A2": 12}
    assert moves(long) == ["B A3", "W B3", "B C3", "W A2"]


def test_links_arrows_and_lines() -> None:
    diagram = sensei.read(
        """$$Bc A hane
$$ ----------
$$ | . a . .
$$ | . 1 B .
$$ | . B . .
$$ [a|HaneAtTheHead]
$$ [ 1 | https://example.org/?a=1 ]
$$ [B|Stones]
$$ {AR A19 B18}
$$ {LN 1:1 3:2}
$$ {LN Z99 A1}
$$ {XX A1}"""
    )
    assert diagram.links == {
        "a": "HaneAtTheHead",
        "B18": "https://example.org/?a=1",
        "C18": "Stones",
        "B17": "Stones",
    }
    assert diagram.markup.arrows == [("A19", "B18")]
    assert diagram.markup.lines == [("A19", "C18")]
    assert [warning.split(":")[0] for warning in diagram.warnings] == ["line 11, column 4", "line 12, column 4"]


# ---- where part boards lie -------------------------------------------------------------------------------------------

FOUR = "$$ {0} X . . O{1}\n$$ {0} . . . .{1}\n"
LINE = "$$  ---------\n"


@pytest.mark.parametrize(("header", "edges", "black", "board", "warned"), cases("sensei", "places"))
def test_places(header: str, edges: str, black: str, board: str, warned: int) -> None:
    rows = FOUR.format("|" if "l" in edges else " ", " |" if "r" in edges else "")
    text = f"{header}\n{LINE * ('t' in edges)}{rows}{LINE * ('b' in edges)}"
    diagram = sensei.read(text)
    assert (diagram.board, next(iter(diagram.position.stones))) == (board, black)
    assert len(diagram.warnings) == warned, diagram.warnings
    assert sensei.read(sensei.write(diagram)) == diagram


@pytest.mark.parametrize("edge", ["+-----+", "| - - |", "-------", "|-----|", "+ - - +", "++", "---"])
def test_edges_in_other_spellings(edge: str) -> None:
    diagram = sensei.read(f"$$ {edge}\n$$ | . X |\n$$ | O . |\n  $$ {edge}")
    assert (diagram.board, diagram.position.stones) == ("2", {"B2": "black", "A1": "white"})
    assert diagram.warnings == ()


def test_a_named_board_is_the_one_left_open() -> None:
    part = f"$$\n{LINE}{FOUR.format('|', '')}"
    assert sensei.read(part, boards.parse("9")).position.stones == {"A9": "black", "D9": "white"}
    assert sensei.read(part, boards.parse("9x9 torus")).board == "9x9 torus"
    whole = f"$$\n{LINE}{FOUR.format('|', ' |')}{LINE}"
    assert sensei.read(whole, boards.parse("19")).board == "4x2"
    assert sensei.read(whole, boards.parse("4x2 cylinder")).board == "4x2 cylinder"
    with pytest.raises(FormatError, match="not one of the board graph:petersen"):
        sensei.read(part, boards.parse("graph:petersen"))


# ---- moves that the caption tells ------------------------------------------------------------------------------------

KO = "\n$$ ---------\n$$ | . X O . |\n$$ | X 1 2 O |\n$$ | . X O . |\n$$ | . . . . |\n$$ ---------\n"


@pytest.mark.parametrize(
    ("header", "expected", "title"),
    load("sensei_notes"),
)
def test_notes(header: str, expected: list[str], title: str) -> None:
    diagram = sensei.read(header + KO)
    assert moves(diagram) == expected
    assert diagram.title == title
    assert diagram.warnings == ()


def test_a_caption_below_the_drawing() -> None:
    assert moves(sensei.read(f"$$W Ko{KO}3 at 2, 4 at 1\n"))[2:] == ["W C3", "B B3"]
    assert moves(sensei.read(f"$$W Ko{KO}\n(3 at 2)\n"))[2:] == []
    assert moves(sensei.read(f"$$W Ko{KO}3 at 2 is what he wants.\n"))[2:] == []


def test_numbers_may_begin_anywhere() -> None:
    diagram = sensei.read("$$W\n$$ | 4 . 6\n$$ | . 5 .\n$$ -------")
    assert (diagram.first, moves(diagram)) == (4, ["B A2", "W B1", "B C2"])
    assert diagram.position.to_play == "black"


# ---- whole pages -----------------------------------------------------------------------------------------------------

PAGE = text_of("sensei_page.txt")


def test_a_page() -> None:
    found = list(sensei.read_all(PAGE))
    assert [diagram.title for diagram in found] == [
        "The first",
        "The second",
        "The third",
        "Rows without dollars",
        "",
        "Another, at once",
    ]
    assert [diagram.position.stones for diagram in found] == [
        {"B19": "black"},
        {"B1": "white"},
        {},
        {"B19": "black", "B18": "white"},
        {"A10": "black"},
        {},
    ]
    assert found[5].first == 3
    assert sensei.read(PAGE).warnings == ("more diagrams follow; only the first was read",)


def test_a_diagram_that_is_wrong_spoils_none_before_it() -> None:
    text = "$$B\n$$ | . X\n$$ ---\n\n$$B\n$$ | . K\n"
    found = sensei.read_all(text)
    assert next(found).position.stones == {"B1": "black"}
    with pytest.raises(FormatError, match="line 6, column 8"):
        next(found)
    assert sensei.read(text).warnings == ("more diagrams follow; only the first was read",)


def test_long_titles_tell_no_moves() -> None:
    title = "long " * 300 + "(3 at 2)"
    diagram = sensei.read(f"$$W {title}{KO}")
    assert (len(diagram.moves), diagram.title) == (2, title)
    assert sensei.read(sensei.write(diagram)) == diagram


def test_warnings_have_an_end() -> None:
    diagram = sensei.read("$$B\n$$ | .\n$$ ---\n" + "$$ {XX A1}\n" * 200)
    assert len(diagram.warnings) == 101
    assert diagram.warnings[-1] == "further repairs are not listed"


def test_drawings_that_go_on_are_one_diagram() -> None:
    drawing = "$$B{}\n$$ -----\n$$ | {} |\n$$ -----\n"
    first, second = drawing.format("", "1 2 ."), drawing.format("m3", "X O 1")
    assert len(list(sensei.read_all(f"{first}\n{second}"))) == 2
    (whole,) = sensei.read_all(f"{first}\n{second}$$ {{CONTINUES}}\n")
    assert moves(whole) == ["B A1", "W B1", "B C1"]
    alone = list(sensei.read_all(f"{first}\n{drawing.format('m9', 'X O 1')}$$ {{CONTINUES}}\n"))
    assert [diagram.first for diagram in alone] == [1, 9]


# ---- repaired, with a warning ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says", "stones"),
    [
        ("$$ ---\n$$ | . X\n$$ | . .", None, {"B19": "black"}),
        ("$$B\n$$ | . X\n$$   . O\n$$ | . .\n$$ ---", "line 3, column 3: this row lacks the left edge", None),
        ("$$B\n$$ | . X\n$$ | .\n$$ | . .\n$$ ---", "line 3, column 3: 1 point is missing", {"B3": "black"}),
        ("$$B\n$$ . X |\n$$   . |\n$$ X . |\n$$ ---", "line 3, column 3: 1 point is missing", None),
        ("$$B\n$$ | . A .\n$$ | . . .\n$$ -----", "line 2, column 8: `A` means several stones", {}),
        ("$$B\n$$ | 1 . 1\n$$ | . . 2\n$$ -----", "line 2, column 10: the number 1 occurs twice", {}),
        ("$$B\n$$ | 1 . 4\n$$ | . . 2\n$$ -----", "line 1: no move has the number 3; each was taken as a pass", {}),
        ("$$B\n$$ | X | .\n$$ | . + .\n$$ -----", "line 2, column 8: `|` in the middle", {"A2": "black"}),
    ],
)
def test_repaired(text: str, says: str | None, stones: dict[str, str] | None) -> None:
    diagram = sensei.read(text)
    assert [says in warning for warning in diagram.warnings[:1]] == [True] if says else diagram.warnings == ()
    assert stones is None or diagram.position.stones == stones


def test_recognised_by_its_content() -> None:
    assert sensei.recognises("text\n\n$$B\n$$ | . X\n")
    for text in ("", "$$", "$$ x^2 $$", "It costs $$.", "$$a$$\n$$b$$", "(;C[$$])"):
        assert not sensei.recognises(text)
