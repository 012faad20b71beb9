"""Diagrams written as at Sensei's Library, and replacements for what its symbols cannot show."""

from types import ModuleType
from typing import Any

import pytest
from diagrams import moves

from tengen.formats.diagrams import goban, rows, sensei
from tengen.formats.diagrams.symbols import parts
from tengen.records import Diagram, FormatError, Markup, Position, Step


def test_a_corner_is_written_as_people_write_it() -> None:
    view = [f"{column}{row}" for row in range(19, 14, -1) for column in "ABCDE"]
    diagram = Diagram(
        "19",
        Position({"C17": "white", "D17": "black", "C16": "black"}),
        (Step("black", "D16"), Step("white", "E17"), Step("black", "D16"), Step("white", "pass")),
        51,
        Markup({"circle": ["C16"]}, {"B18": "a"}, [("A19", "B18")], view=view),
        "A joseki",
        True,
        {"a": "HaneAtTheHead"},
    )
    assert (
        sensei.write(diagram)
        == """$$Bcm51 A joseki (53 at 51, 54 pass)
$$  -----------
$$ | . . . . .
$$ | . a . . .
$$ | . . O X 2
$$ | . . B 1 .
$$ | . . . . .
$$ [a|HaneAtTheHead]
$$ {AR 1:1 2:2}
"""
    )


def test_what_the_symbols_cannot_say_stands_in_for_it() -> None:
    diagram = Diagram(
        "5",
        Position({"A5": "tao", "B5": "black", "C5": "white"}, "white", {"B5": 1, "E1": 2}, {"black": 2, "white": 0}),
        markup=Markup(
            {"circle": ["B5"], "square": ["B5"], "selected": ["C5"]},
            {"A1": "Two words", "B1": "A", "C1": "b", "C5": "x"},
            territory={"black": ["D1"], "white": ["E1"]},
            dimmed=["B5", "A4"],
        ),
    )
    text = sensei.write(diagram)
    assert (
        text
        == """$$W5
$$  -----------
$$ | S B W . . |
$$ | ? . . . . |
$$ | . . . . . |
$$ | . . . . . |
$$ | t a b S C |
$$  -----------
$$ {TAO A5}
$$ {TILE B5}
$$ {TILE E1 2}
$$ {PRISONERS black 2 white 0}
$$ {CR B5}
$$ {SQ B5}
$$ {SL C5}
$$ {TB D1}
$$ {TW E1}
$$ {DD B5}
$$ {LB C5 x}
$$ {LB A1 Two words}
$$ {LB B1 A}
"""
    )
    assert sensei.read(text) == diagram


def test_more_than_ten_moves_are_several_drawings() -> None:
    points = ["A1", "B1", "C1", "D1", "E1", "A2", "B2", "C2", "D2", "E2", "A3", "B3", "C3"]
    steps = tuple(Step("white" if place % 2 else "black", point) for place, point in enumerate(points))
    diagram = Diagram("5", Position({}), steps, 51)
    first, second = parts(diagram, sensei.MOVES)
    assert (first.first, len(first.moves), second.first, len(second.moves)) == (51, 10, 61, 3)
    assert len(second.position.stones) == 10
    bare = [Position({"A1": "black"}, "white")] * 14
    text = sensei.write(diagram, bare.__getitem__)
    assert (
        text.split("\n\n")[1]
        == """$$B5m61
$$  -----------
$$ | . . . . . |
$$ | . . . . . |
$$ | 1 2 3 . . |
$$ | . . . . . |
$$ | X . . . . |
$$  -----------
$$ {CONTINUES}
"""
    )
    assert sensei.read(text) == diagram


def test_who_moves_twice_gets_a_drawing_of_its_own() -> None:
    diagram = Diagram("5", Position({}), (Step("black", "A1"), Step("black", "B1"), Step("white", "C1")))
    assert [moves(part) for part in parts(diagram, sensei.MOVES)] == [["B A1"], ["B B1", "W C1"]]
    assert sensei.read(sensei.write(diagram)) == diagram


@pytest.mark.parametrize(
    ("diagram", "says"),
    [
        (Diagram("graph:petersen", Position({})), "use json or sgf"),
        (Diagram("no board", Position({})), "there is no board 'no board'"),
        (Diagram("file:x", Position({})), "names a file"),
        (Diagram("5", Position({"Z9": "black"})), "Z9 is not on 5x5"),
        (Diagram("5", Position({}), (Step("black", "tao Z9"),)), "Z9 is not on"),
        (Diagram("5", Position({}), (Step("black", "A1"),), 0), "they must start at 1 or later"),
    ],
)
def test_what_cannot_be_drawn(diagram: Diagram, says: str) -> None:
    with pytest.raises(FormatError) as caught:
        sensei.write(diagram)
    assert says in str(caught.value)


@pytest.mark.parametrize("notation", [goban, rows])
def test_other_drawings_need_rows_too(notation: ModuleType) -> None:
    with pytest.raises(FormatError, match="draws rows, which the board graph:petersen lacks"):
        notation.write(Diagram("graph:petersen", Position({})))


def test_labels_are_named_as_the_board_names_them() -> None:
    stones: Any = {"a1": "black", "b2": "white"}
    diagram = Diagram("5", Position(stones, tiles={"c3": 1}), (Step("black", "d4"),), markup=Markup(labels={"e5": "a"}))
    again = sensei.read(sensei.write(diagram))
    assert again.position == Position({"A1": "black", "B2": "white"}, tiles={"C3": 1})
    assert (moves(again), again.markup.labels) == (["B D4"], {"E5": "a"})
