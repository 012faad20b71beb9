"""The picture: every point once, well-formed with any labels, and geometry for every kind of board."""

import os
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from math import dist
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen import BoardError, Game, TengenError, boards
from tengen.boards import Board
from tengen.draw import diagram_svg, svg
from tengen.draw.geometry import cell_of, lines_of, places_of
from tengen.draw.themes import THEMES
from tengen.records import Content, Diagram, Markup, Position, Step

KINDS = [
    "1x1", "2x1", "9", "13x7", "52x3", "9x9 torus", "2x2 torus", "5x4 cylinder", "5x4 mobius", "5x5 klein",
    "9x9 without D4 D5 E4 A1", "3x3 torus without B2", "gengo 13", "large-n 13", "large-o 15", "gengo 9x9 torus",
    "triangular 6x5", "honeycomb 4x4", "hexagon 4", "ring 8x3", "star 3", "graph:petersen", "graph:k5",
    "graph:path-6", "graph:star-5", "edges:a-b,a-c,b-c,d", "graph:hypercube-3", "graph:k4",
]  # fmt: skip
SNAPSHOTS = Path(__file__).parent / "snapshots"
SVG = "{http://www.w3.org/2000/svg}"


def groups(picture: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(picture)
    return [each for each in root.iter(f"{SVG}g") if each.get("data-point") is not None]


@pytest.mark.parametrize("text", KINDS)
@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_every_point_has_one_group(text: str, theme: str) -> None:
    board = boards.parse(text)
    content: list[Content] = ["black", "white"]
    stones = {label: content[place % 2] for place, label in enumerate(board.labels) if place % 3 == 0}
    picture = svg(board, Position(stones), theme=theme, coordinates=True)
    found = groups(picture)
    assert [each.get("data-point") for each in found] == list(board.labels)
    classes = {str(each.get("data-point")): str(each.get("class")).split() for each in found}
    assert {label for label in classes if "black" in classes[label]} == {k for k, v in stones.items() if v == "black"}
    identities = Counter(each.get("id") for each in ElementTree.fromstring(picture).iter() if each.get("id"))
    assert set(identities.values()) == {1}
    assert svg(board, Position(stones), theme=theme, coordinates=True) == picture


@pytest.mark.parametrize("text", KINDS)
def test_stones_that_may_stand_together_never_overlap(text: str) -> None:
    board = boards.parse(text)
    places = places_of(board)
    for a, spot in enumerate(places.spots):
        for b in range(a + 1, len(board)):
            if b not in board.footprint[a]:
                assert dist(spot, places.spots[b]) >= 2 * places.radius


@pytest.mark.parametrize("text", ["7x5 torus", "5x4 cylinder", "5x4 mobius", "5x6 klein"])
def test_ghosts_continue_the_board_over_its_rim(text: str) -> None:
    board = boards.parse(text)
    places = places_of(board)
    spots = {ghost.spot: ghost.point for ghost in places.ghosts}
    spots |= {spot: point for point, spot in enumerate(places.spots)}
    joined = {frozenset((spots[a], spots[b])) for a, b in places.ghost_lines}
    over_the_rim = {
        frozenset((a, b)) for a, near in enumerate(board.edges) for b in near
        if dist(places.spots[a], places.spots[b]) > 1
    }  # fmt: skip
    assert over_the_rim <= joined
    assert all(b in board.edges[a] for a, b in map(tuple, joined) if a != b)


def test_a_mobius_strip_is_turned_over() -> None:
    board = boards.parse("5x4 mobius")
    assert board.labels[cell_of(board, -1, 0)] == "E1"
    assert board.labels[cell_of(board, 5, 3)] == "A4"
    assert cell_of(board, 0, -1) == -1


@pytest.mark.parametrize("text", KINDS)
def test_every_line_is_drawn(text: str) -> None:
    board = boards.parse(text)
    spots = {spot: point for point, spot in enumerate(places_of(board).spots)}
    drawn = set()
    for line in lines_of(board):
        if len(line) == 2 and board.surface:
            (ax, ay), (bx, by) = line
            steps = int(max(abs(bx - ax), abs(by - ay)))
            cells = [(ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps) for i in range(steps + 1)]
            drawn |= {frozenset((spots[a], spots[b])) for a, b in pairwise(cells)}
        else:
            drawn.add(frozenset((spots[line[0]], spots[line[-1]])))
    edges = {frozenset((a, b)) for a, near in enumerate(board.edges) for b in near}
    assert drawn <= edges
    assert all(dist(*(places_of(board).spots[p] for p in edge)) > 1 for edge in edges - drawn)


def test_lines_bend_around_points_in_their_way() -> None:
    board = boards.parse(
        '{"points":["a","b","c"],"edges":[["a","b"],["b","c"],["a","c"]],"positions":[[0,0],[1,0],[2,0]]}'
    )
    bent = [line for line in lines_of(board) if len(line) == 3]
    assert len(bent) == 1
    assert abs(bent[0][1][1]) > 0.5


def rods_of(text: str, *labels: str) -> set[str]:
    """Return the strokes that join black stones, each from its stone outwards."""
    picture = svg(boards.parse(text), Position(dict.fromkeys(labels, "black")))
    rods = [each for each in ElementTree.fromstring(picture).iter(f"{SVG}path") if each.get("class") == "rods"]
    return set(str(rods[0].get("d")).split("M")[1:]) if rods else set()


def test_rods_join_stones_over_the_rim_too() -> None:
    assert rods_of("gengo 9", "C3", "E4", "G7") in ({"160 200L80 240"}, {"80 240L160 200"})
    assert rods_of("gengo 13 torus", "A7", "M8") == {"0 240L-40 220", "440 200L480 220"}
    assert rods_of("gengo 13 torus", "G1", "H12") == {"240 480L260 520", "280 40L260 0"}
    assert rods_of("gengo 13 cylinder", "G1", "H12") == set()
    assert rods_of("gengo 9x9 klein", "A7", "H2") == {"0 80L-40 60", "280 280L320 260"}


def test_heights_of_stacks_show_on_wide_stones_and_ghosts() -> None:
    wide = svg(boards.parse("gengo 9"), Position({"E5": "black"}, tiles={"E5": 3, "D4": 2}))
    assert wide.rindex('class="tile"') < wide.index('class="stone"')
    assert wide.index('class="heights"') > wide.rindex('class="stone"')
    assert [each.text for each in ElementTree.fromstring(wide).iter(f"{SVG}text") if each.get("class") is None] == [
        "3",
        "2",
    ]
    torus = svg(boards.parse("5x5 torus"), Position({"A1": "black"}, tiles={"A1": 4, "C3": 1}), coordinates=False)
    assert [each.text for each in ElementTree.fromstring(torus).iter(f"{SVG}text")] == ["4"] * 4


def test_numbers_and_labels_both_show_in_full() -> None:
    markup = Markup(labels={"C3": "a", "D4": "much too long", "B2": "12345678"})
    picture = svg(boards.parse("5"), Position({"C3": "white"}), markup=markup, numbers={"C3": 17}, coordinates=False)
    root = ElementTree.fromstring(picture)
    assert [each.text for each in root.iter(f"{SVG}text")] == ["much to…", "17", "a", "12345678"]
    titles = {str(each.get("data-point")): each.findtext(f"{SVG}title") for each in groups(picture)}
    assert {label: title for label, title in titles.items() if title} == {"D4": "much too long"}


@given(
    st.lists(st.text(min_size=1, max_size=8).map(str.strip).filter(bool), min_size=2, max_size=5, unique=True),
    st.text(max_size=20),
)
def test_any_label_and_title_is_well_formed(labels: list[str], title: str) -> None:
    n = len(labels)
    relation = tuple((place ^ 1,) if place ^ 1 < n else () for place in range(n))
    alone = tuple((place,) for place in range(n))
    board = Board(
        "custom", tuple(labels), relation, relation, alone, positions=tuple((float(i), 0.0) for i in range(n))
    )
    markup = Markup(labels={labels[0]: title[:5]}, marks={"circle": [labels[1]]})
    picture = svg(board, Position({labels[1]: "white"}), markup=markup, title=title, coordinates=True)
    assert len(groups(picture)) == n


def test_a_line_break_in_a_text_adds_no_line_to_the_picture() -> None:
    one, two = (svg(boards.parse("3"), Position({}), title=title) for title in ("a b", "a\nb"))
    assert two.count("\n") == one.count("\n")
    assert ElementTree.fromstring(two)[0].text == "a\nb"


def test_diagrams_show_numbers_instead_of_rings() -> None:
    steps = tuple(Step("white" if place % 2 else "black", move) for place, move in enumerate(["C3", "D4", "pass"]))
    picture = diagram_svg(Diagram("5", Position({"B2": "white"}), steps, 11))
    words = [each.text for each in ElementTree.fromstring(picture).iter(f"{SVG}text")]
    assert sorted(map(str, words)) == ["11", "12"]
    assert "ring" not in picture


def test_a_part_of_the_board_is_cut_where_it_goes_on() -> None:
    board = boards.parse("19")
    whole, part = svg(board, Position({})), svg(board, Position({}), view=["A1", "H8"])
    assert "clip" in part
    assert "clip" not in whole
    box = ElementTree.fromstring(part).get("viewBox")
    assert box is not None
    assert float(box.split()[2]) < 19 * 40


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"last": "Z9"}, "the last move: Z9 is not on"),
        ({"numbers": {"X1": 1}}, "a number: X1"),
        ({"dead": ["Q1"]}, "a dead stone: Q1"),
        ({"view": ["A1", "T19"]}, "the view: T19"),
        ({"markup": Markup(arrows=[("A1", "M1")])}, "the markup: M1"),
        ({"prefix": "two words"}, "'two words' is not a prefix"),
        ({"prefix": ""}, "a letter, followed by letters, digits"),
        ({"prefix": 'x"'}, "is not a prefix"),
        ({"markup": Markup(marks={"star": ["A1"]})}, "'star' is not a possible mark; expected circle, cross"),  # type: ignore[dict-item]
        ({"markup": Markup(territory={"red": ["A1"]})}, "'red' is not a possible owner"),  # type: ignore[dict-item]
        ({"owners": {"A1": "red"}}, "'red' is not a possible owner of a point; expected black, white"),
        ({"theme": "pink"}, "light, dark, print"),
        ({"size": 3}, "16 to 20,000 pixels"),
    ],
)
def test_what_the_board_does_not_have_is_refused(options: dict[str, object], says: str) -> None:
    with pytest.raises(TengenError, match=says):
        svg(boards.parse("9"), Position({}), **options)  # type: ignore[arg-type]
    with pytest.raises(BoardError):
        svg(boards.parse("9"), Position({"Z1": "black"}))
    with pytest.raises(TengenError, match="'grey' is not a possible content of a point; expected black, white, tao"):
        svg(boards.parse("9"), Position({"A1": "grey"}))  # type: ignore[dict-item]


def test_sizes_are_pixels_of_the_longer_side() -> None:
    root = ElementTree.fromstring(svg(boards.parse("9x5"), Position({}), size=300))
    assert (root.get("width"), int(str(root.get("height"))) < 300) == ("300", True)


def test_large_boards_stay_small_enough() -> None:
    game = Game("chinese", board="19")
    assert len(game.svg()) < 120_000
    assert len(svg(boards.parse("52"), Position({}))) < 700_000


@pytest.mark.parametrize("name", ["japanese", "chinese", "tromp-taylor", "aga"])
def test_a_game_shows_its_last_move_and_its_ko(name: str) -> None:
    game = Game.setup(name, [".XO..", "X.XO.", ".XO..", ".....", "....."], to_play="white")
    game.play("B4")
    picture = game.svg()
    last = {str(each.get("data-point")): str(each.get("class")) for each in groups(picture)}
    assert last["B4"] == "point white last"
    assert last["C4"] == "point ko"


def snapshots() -> dict[str, str]:
    markup = Markup(
        marks={"circle": ["A1"], "square": ["B1"], "triangle": ["C1"], "cross": ["D1"], "selected": ["E1"]},
        labels={"A2": "a", "B2": "12"},
        arrows=[("A5", "C4")],
        lines=[("D5", "E5")],
        territory={"black": ["E3"]},
        dimmed=["E4"],
    )
    stones: dict[str, Content] = {"A1": "black", "B1": "white", "C3": "tao", "B2": "black", "D3": "white"}
    position = Position(stones, tiles={"D3": 1, "A4": 3})
    five = boards.parse("5")
    owners = dict.fromkeys(five.labels, None) | {"A5": "black", "D3": "black"}
    return {
        "everything": svg(five, position, markup=markup, last="D3", ko=["D2"], liberties={"A3": 2}),
        "territory": svg(five, position, owners=owners, dead=["D3"], theme="dark", coordinates=False),
        "torus": svg(boards.parse("3x3 torus"), Position({"A1": "black", "C2": "white"}), theme="print"),
        "gengo": svg(boards.parse("gengo 7"), Position({"C3": "black", "E4": "black"}), last="E4"),
        "graph": svg(boards.parse("graph:k4"), Position({"0": "white"}), coordinates=True),
    }


@pytest.mark.parametrize("name", ["everything", "territory", "torus", "gengo", "graph"])
def test_pictures_are_as_they_were(name: str) -> None:
    picture = snapshots()[name]
    file = SNAPSHOTS / f"{name}.svg"
    if os.environ.get("TENGEN_SNAPSHOTS"):
        SNAPSHOTS.mkdir(exist_ok=True)
        file.write_text(picture, "utf-8")
    assert file.read_text("utf-8") == picture, "look at both; TENGEN_SNAPSHOTS=1 writes them anew"


def test_upper_and_lower_case_are_one() -> None:
    board = boards.parse("9")

    def drawn(spell: Callable[[str], str]) -> str:
        markup = Markup(marks={"circle": [spell("D4")]}, labels={spell("E5"): "x"}, territory={"black": [spell("F6")]})
        return svg(
            board,
            Position({spell("A1"): "black"}, tiles={spell("B2"): 2}),
            markup=markup,
            numbers={spell("C3"): 7},
            last=spell("A1"),
            ko=[spell("G7")],
            dead=[spell("A1")],
            owners={spell("H8"): None},
            liberties={spell("J9"): 2},
        )

    assert drawn(str.lower) == drawn(str.upper)


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour as defined by WCAG."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("name", ["dark", "print"])
def test_stones_stand_out_from_the_wood(name: str) -> None:
    """A stone, or its edge, has a contrast of 3 to the wood."""
    theme = THEMES[name]
    for ground in theme.wood:
        for looks in ((*theme.black, theme.black_edge), (*theme.white, theme.white_edge), (theme.tao_edge, "#FBFAF6")):
            pairs = (sorted((luminance(look), luminance(ground)), reverse=True) for look in looks)
            assert max((high + 0.05) / (low + 0.05) for high, low in pairs) >= 3
