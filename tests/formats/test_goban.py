"""Wikipedia's Goban template: the forms in use, errors, and writing."""

import pytest
from data import cases, text_of

from tengen import boards
from tengen.formats.diagrams import goban
from tengen.records import Diagram, Markup, Position, Step

# ---- the forms in use ------------------------------------------------------------------------------------------------

PLAIN = text_of("goban_plain.txt")
COMMENTED = text_of("goban_commented.txt")
TILED = """
{{ Goban_5x5 | ul | u | b | u | ur | l | - | w | - | r <!-- the third row: -->
| l | {{{nothing}}} | c | + | r | l | - | b | - | r | dl | d | d | d | w | 20 }}
""".replace("{{{nothing}}}", "")


@pytest.mark.parametrize("text", [PLAIN, COMMENTED, TILED], ids=["plain", "commented", "tiled"])
def test_forms(text: str) -> None:
    diagram = goban.read(text)
    assert diagram.board == "5"
    assert diagram.position.stones == {"C5": "black", "C4": "white", "C2": "black", "E1": "white"}
    assert diagram.markup.marks == ({"circle": ["C3"]} if text is TILED else {})
    assert (diagram.moves, diagram.warnings) == ((), ())


def test_a_whole_board_of_19x19() -> None:
    rows = "".join(f" {number} |{'| ' * 18}{'b' if number == 1 else ' '}|= {number}\n" for number in range(19, 0, -1))
    diagram = goban.read(f"{{{{Goban|=\n   A B C\n{rows}   A B C|20}}}}")
    assert (diagram.board, diagram.position.stones) == ("19", {"T1": "black"})


@pytest.mark.parametrize(
    ("edges", "stone"),
    [("u=u|r=r", "T19"), ("u=u|l=l", "B19"), ("d=d|l=l", "B2"), ("d=d|r=r", "T2"), ("u= |d=d|l=l", "B2")],
)
def test_parts_of_a_board(edges: str, stone: str) -> None:
    diagram = goban.read(f"{{{{Goban 2x2| |b| | |24|{edges}}}}}")
    assert (diagram.board, list(diagram.position.stones), diagram.warnings) == ("19", [stone], ())
    small = goban.read(f"{{{{Goban 2x2| |b| | |24|{edges}}}}}", boards.parse("5"))
    assert small.board == "5"


def test_marks_letters_and_numbers() -> None:
    diagram = goban.read("{{Goban 6x3|b|bT|bS|wC|wX|w|A|I|X|c|uc|-c|b1|w2|b3|  |  |w0|24|u=u|d=d|l=l|r=r}}")
    assert diagram.position.stones == dict.fromkeys(["A3", "B3", "C3"], "black") | dict.fromkeys(
        ["D3", "E3", "F3"], "white"
    )
    assert diagram.markup.marks == {
        "triangle": ["B3"],
        "square": ["C3"],
        "circle": ["D3", "D2", "E2", "F2"],
        "cross": ["E3", "C2"],
    }
    assert diagram.markup.labels == {"A2": "A", "B2": "I"}
    assert diagram.numbers() == {"A1": 1, "B1": 2, "C1": 3, "F1": 10}


@pytest.mark.parametrize(("cells", "first", "colours"), cases("goban", "numbers"))
def test_numbers(cells: str, first: int, colours: str) -> None:
    diagram = goban.read(f"{{{{Goban 2x2|{cells} |24|u=u|d=d|l=l|r=r}}}}")
    assert diagram.first == first
    assert "".join(step.colour[0].upper() for step in diagram.moves) == colours
    assert diagram.position.to_play == ("black" if colours[0] == "B" else "white")


def test_a_page() -> None:
    text = f"Text {{{{Goban/doc}}}} and {{{{Goban quart|b}}}}.\n{PLAIN}1 pass\n{PLAIN}\n{{{{chess|b}}}}"
    first, second = goban.read_all(text)
    assert [step.move for step in first.moves] == ["pass"]
    assert second.moves == ()
    assert goban.read(text).warnings == ("more diagrams follow; only the first was read",)


# ---- refused ---------------------------------------------------------------------------------------------------------


def test_cells_too_many_are_skipped() -> None:
    diagram = goban.read("{{Goban 1x1|b|24|w|w|u=u|d=d|l=l|r=r}}")
    assert diagram.warnings == ("line 1: 2 cells too many were skipped",)


# ---- what is written -------------------------------------------------------------------------------------------------


def test_the_usual_form_is_written() -> None:
    diagram = Diagram(
        "3",
        Position({"A3": "black", "B3": "white"}),
        (Step("black", "C3"), Step("white", "A2"), Step("black", "C3")),
        markup=Markup({"triangle": ["A3"], "circle": ["C1"]}, {"B2": "A", "B1": "b"}),
        title="A ko",
    )
    assert (
        goban.write(diagram)
        == """{{Goban 3x3|=
|bT| w|b1|=
|w2| A|  |=
|  | B|drc|=
|24|u=u|d=d|l=l|r=r
|tengen=FIRST 1 black; LB B1 b; TITLE A ko; MOVE 3 C3}}
A ko (3 at 1)
"""
    )


def test_a_whole_board_is_written_without_its_size() -> None:
    text = goban.write(Diagram("19", Position({})))
    assert text.startswith("{{Goban|=\n")
    assert text.endswith("|=\n|20}}\n")


def test_long_sequences_are_numbered_by_the_hundred() -> None:
    points = boards.parse("9").labels
    steps = tuple(Step("white" if place % 2 else "black", points[place]) for place in range(20))
    text = goban.write(Diagram("9", Position({}), steps, 91))
    first, second = text.split("{{Goban 9x9")[1:]
    assert "|91|92|93|94|95|96|97|98|99|=" in first
    assert "tengen" not in first
    assert "|00|  |" in first
    assert "\n| w|01|02|" in second
    assert "|tengen=FIRST 101 black; CONTINUES}}" in second
    assert goban.read(text).moves == steps


def test_recognised_by_its_content() -> None:
    assert goban.recognises("text {{goban 9x9|b}}")
    for text in ("", "{Goban}", "{{Gobanese}}", "Goban 9x9"):
        assert not goban.recognises(text)
