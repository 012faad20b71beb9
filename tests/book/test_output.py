"""Books of whole games: titles and facts, variations in order, and escaped text in Markdown, HTML and PDF."""

import re
from typing import Any

import pytest
from data import cases

from tengen import Game, variant
from tengen.book import Book, make_book
from tengen.book.output import html, markdown, notes_of, pdf, pictures
from tengen.draw import image_files
from tengen.formats import sgf
from tengen.game.game_records import record_variant
from tengen.records import Colour, Node, Record, TengenWarning

TREE = (
    "(;SZ[9]PB[Anna]BR[5d]PW[Bert]WT[Team]EV[Cup]RO[2]DT[2026-11-21]PC[Ulm]KM[6.5]RE[W+2.5]GC[A *fine* game]"
    ";B[ee](;W[dc];B[dd](;W[cc];B[cd])(;W[cd];B[cc]))(;W[fc]C[Or here];B[ge](;W[gf])(;W[hd])))"
)


def book_of(text: str | Record, **options: Any) -> Book:
    record = sgf.read(text) if isinstance(text, str) else text
    return make_book(record, record_variant(record), **options)


def headings(book: Book) -> list[str]:
    return [plate.heading for plate in book.plates]


def test_title_and_facts() -> None:
    book = book_of(TREE)
    assert book.title == "Cup, 2"
    assert dict(book.facts) == {
        "Black": "Anna, 5d",
        "White": "Bert (Team)",
        "Date": "2026-11-21",
        "Place": "Ulm",
        "Game": "Go, Chinese rules on 9x9",
        "Komi": "6.5",
        "Result": "White wins by 2.5 points.",
    }
    assert book.introduction == "A *fine* game"
    assert dict(book_of("(;SZ[9]GN[Final]EV[Cup])").facts)["Event"] == "Cup"
    assert book_of("(;SZ[9]PB[Anna]PW[Bert])").title == "Anna – Bert"


@pytest.mark.parametrize(("written", "said"), cases("output", "results"))
def test_results(written: str, said: str) -> None:
    book = book_of(f"(;SZ[9]KM[0]{written};B[ee];W[];B[])")
    assert dict(book.facts)["Result"] == said


def test_a_nameless_game() -> None:
    book = book_of(Game("tile", board="5").record)
    assert (book.title, book.facts, headings(book)) == ("Tile Go on 5x5", (), ["Figure 1"])


def test_variations_follow_in_order() -> None:
    assert headings(book_of(TREE)) == ["Figure 1 (1–5)"]
    assert headings(book_of(TREE, variations=True)) == [
        "Figure 1 (1–5)",
        "Diagram 1: variation 2.2 (1–3)",
        "Diagram 2: variation 2.2/4.2 (1)",
        "Diagram 3: variation 4.2 (1–2)",
    ]
    assert headings(book_of(TREE, address="2.2", variations=True)) == [
        "Figure 1 (1–4)",
        "Diagram 1: variation 2.2/4.2 (1)",
    ]


def test_variations_within_each_other() -> None:
    """A comb: every variation leaves the one before it."""
    depth = 120
    record = Record(board="19")
    node, places = record.root, [f"{column}{row}" for row in range(1, 20, 2) for column in "ABCDEFGHJKLMNOPQRST"]
    for place in range(depth):
        colour: Colour = "white" if place % 2 else "black"
        node.children = [Node(comment="leaf"), Node(move=places[place], colour=colour)]
        node = node.children[1]
    book = book_of(record, variations=True)
    assert len(book.plates) == depth + 1
    assert headings(book)[-1].startswith("Diagram 120: variation 1.2/2.2/3.2/")


def test_an_illegal_move_is_reported() -> None:
    book = book_of("(;SZ[5];B[aa];W[aa])")
    assert book.problem == "2, A5, is illegal: A stone already stands there."
    assert book_of("(;SZ[5];B[aa];W[aa])", until=1).problem == ""
    assert notes_of(book.plates[0]) == "2, A5, is illegal: A stone already stands there."


def test_markdown_and_html() -> None:
    book = book_of(TREE, variations=True)
    text = markdown(book, [f"a folder/{number}.svg" for number in range(4)])
    assert text.startswith("# Cup, 2\n\nBlack: Anna, 5d  \nWhite: Bert (Team)  \n")
    assert "A \\*fine\\* game\n" in text
    assert "## Figure 1 (1–5)\n\n![Figure 1 (1–5)](a%20folder/0.svg)\n" in text
    assert "**1**: Or here\n" in text
    assert text.endswith("\n")
    assert "\n\n\n" not in text
    page = html(book, pictures(book))
    assert page.count('<img alt="') == 4
    assert page.count("data:image/svg+xml;base64,") == 4
    assert "<strong>1</strong>: Or here" in page


def test_foreign_text_is_text() -> None:
    said = "<b>*a*</b> #x\n- [y](z) $1$\\\n1. _b_ `c` & | ~"
    record = Game(board="5").record
    record.root.comment, record.info["GN"] = said, said
    book = book_of(record)
    text = markdown(book, ["1.svg"])
    assert not re.search(r"(?<!\\)[<*_`&|~]", text.split("svg)")[1])
    assert r"\- \[y\](z)" in text
    page = html(book, pictures(book))
    assert "<b>" not in page
    assert "&lt;b&gt;*a*&lt;/b&gt; #x<br>- [y](z) $1$\\<br>1. _b_ `c` &amp; | ~" in page
    assert pdf(book, pictures(book)).startswith(b"%PDF-")


def test_pictures_are_as_asked() -> None:
    book = book_of("(;SZ[5];B[aa];W[bb]FG[1:Nameless])")
    seen: list[None] = []
    drawn = pictures(book, "dark", 300, True, lambda: seen.append(None))
    assert [svg.count('class="coordinate"') for svg in drawn] == [20, 0]
    assert all('class="tengen dark"' in svg for svg in drawn)
    assert len(seen) == 2
    assert headings(book)[1] == "Figure 2: Nameless (2)"


def pages(data: bytes) -> int:
    return len(re.findall(rb"/Type/Page\b", data))


@pytest.mark.parametrize(("comment", "named"), [("See E4.", 36), ("See e4.", 36), ("See Z4 and I4, 4E.", 0), ("", 0)])
def test_coordinates_where_texts_name_points(comment: str, named: int) -> None:
    book = book_of(f"(;SZ[9];B[cc]C[{comment}])")
    assert pictures(book)[0].count('class="coordinate"') == named
    assert not pictures(book, coordinates=False)[0].count('class="coordinate"')


def test_characters_without_a_font_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image_files, "_without_font", lambda chars: chars)
    book = book_of("(;SZ[9]PB[王];B[cc])")
    with pytest.warns(TengenWarning, match="no installed font has the characters 王"):
        pdf(book, pictures(book))


def test_figures_share_pages_and_rows() -> None:
    record = sgf.read("(;SZ[19]PB[A]PW[B]" + "".join(f";B[{a}a];W[{a}c]" for a in "abcdefghij") + ")")
    for most, count in ((20, 1), (10, 1), (5, 1), (1, 2)):
        book = make_book(record, record_variant(record), most=most)
        made = pdf(book, pictures(book))
        assert made.startswith(b"%PDF-")
        assert pages(made) == count


@pytest.mark.parametrize("text", ["1", "2x19", "19x2", "graph:petersen", "gengo 9", "9x9 torus"])
def test_boards_of_any_shape(text: str) -> None:
    record = Game(variant("new-zealand"), board=text).record
    book = book_of(record)
    assert pages(pdf(book, pictures(book))) == 1
