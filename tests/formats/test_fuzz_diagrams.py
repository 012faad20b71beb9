"""For any drawing, the only error is FormatError, and any result can be written and read again."""

from contextlib import suppress
from types import ModuleType

import pytest
from diagrams import diagrams, tidy
from example_counts import examples
from hypothesis import given
from hypothesis import strategies as st

from tengen import boards
from tengen.formats import read_all, read_any
from tengen.formats.diagrams import goban, rows, sensei
from tengen.records import Diagram, FormatError, Markup, Position, Record

NINE = boards.parse("9")
SYMBOLS = st.sampled_from([*".,XOBW#@YQZPCSTMAV*?_az0123456789", "10", " ", " ", "|", "-", "+", "é"])
STATEMENTS = """
{AR D4 E4} {LN 1:1 2:2} {TAO A1} {BOARD 5 torus} {BOARD 9x9} {AT 2:2} {TILE A1 2} {MOVE 2 tao A1} {LB A1 x} {CONTINUES}
{TITLE t} {UNSEEN A1} {DD A1 B1} {TURN white} {VW} {DD} {PRISONERS black 1 white 2} {FIRST 51 white}
"""
SAID = st.sampled_from([*(f"{text}}}" for text in STATEMENTS.replace("\n", "").split("}")), "---", "[a|x]"])
HEADERS = st.sampled_from(
    ["B", "Wc9", "m51 x", " A ko (3 at 1, 4 pass)", "c Black (5 at A1)", " . .", "", "W7m9 1 at 2"]
)
LINES = st.lists(SYMBOLS, max_size=12).map("".join) | st.lists(SYMBOLS, max_size=9).map(" ".join).map(" | {}".format)
BLOCKS = st.builds(
    lambda head, lines: [f"$${head}", *(f"$$ {line}" for line in lines)], HEADERS, st.lists(LINES | SAID)
)
CELLS = "{{Goban | }} b w2 01 X c ul - A = u=u d=d 24 <!-- --> |tengen= FIRST ; TAO A1 BOARD [[ ]] {{"
GOBAN = st.sampled_from([*CELLS.split(" "), " 2x2", " 3x1", "\n", " ", " 51 white", " 2 torus"])
PRINTED = "White to play.\nWHITE (O) has captured 3 stones\n   A B C\n{BOARD 2 torus}\n{TILE A1 3}"
ROWS = st.sampled_from([*".XOT#()+●○┼─▫²'2|\n ", "9 ", " 1", *(f"\n{line}\n" for line in PRINTED.split("\n"))])
SCRAPS = "$|{}[]()<>;=\\ \n.,XObw019aA:-+é"


@st.composite
def damaged(draw: st.DrawFn) -> str:
    write = draw(st.sampled_from([sensei.write, goban.write, rows.write]))
    text = write(draw(diagrams()))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.text(SCRAPS, max_size=2)) + text[at + draw(st.integers(0, 3)) :]
    return text


PAGES = st.one_of(
    st.text(max_size=40),
    st.lists(BLOCKS, max_size=3).map(lambda found: "\n\n".join("\n".join(block) for block in found)),
    st.lists(GOBAN, max_size=12).map(lambda scraps: "{{Goban 2x2|b|w1| |" + "".join(scraps) + "}}"),
    st.lists(ROWS, max_size=25).map("".join),
    damaged(),
)


@pytest.mark.parametrize("notation", [sensei, goban])
@examples(60)
@given(diagrams())
def test_round_trip(notation: ModuleType, diagram: Diagram) -> None:
    text = notation.write(diagram)
    again = notation.read(text)
    assert tidy(again) == tidy(diagram), text
    assert again == tidy(again)
    assert notation.write(again) == text
    assert notation.recognises(text)


@examples(120)
@given(PAGES, st.sampled_from([None, NINE]))
def test_only_format_errors(text: str, board: boards.Board | None) -> None:
    for notation in (sensei, goban, rows):
        assert notation.recognises(text) in (True, False)
        with suppress(FormatError):
            for diagram in notation.read_all(text, board):
                again = notation.read(notation.write(diagram))
                if notation is rows:
                    assert (again.board, again.position.tiles) == (diagram.board, diagram.position.tiles)
                else:
                    assert again == tidy(diagram)


@examples(80)
@given(PAGES | PAGES.map(lambda text: text.encode("utf-16")) | st.binary(max_size=40))
def test_whatever_it_is(data: str | bytes) -> None:
    with suppress(FormatError):
        assert isinstance(read_any(data, NINE), Record)
    with suppress(FormatError):
        assert all(isinstance(one, (Record, Diagram)) for one in read_all(data, NINE))


@pytest.mark.parametrize("notation", [sensei, goban])
def test_nothing_dimmed_and_all_shown_are_said(notation: ModuleType) -> None:
    diagram = Diagram("5", Position({"C3": "black"}), markup=Markup(dimmed=[], view=[]))
    assert "VW" in notation.write(diagram)
    assert notation.read(notation.write(diagram)) == diagram
