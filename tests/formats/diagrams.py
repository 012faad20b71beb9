"""Generated diagrams for the round-trip tests, and their equality."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from tengen import boards
from tengen.records import MARKS, Diagram, Markup, Position, Step

BOARDS = [
    "1", "2x1", "5", "9", "19", "9x13", "28x5", "9x9 without D4 E5", "5x5 cylinder", "9x9 torus", "5x5 mobius",
    "5x5 klein", "gengo 11", "triangular 4x3", "honeycomb 3x3", "hexagon 3", "star 2", "ring 6x2",
]  # fmt: skip
COLOURS = st.sampled_from(["black", "white"])
ANY = st.characters(exclude_categories=["Cs"], exclude_characters="\r\0")
LETTERS = st.sampled_from("[]{}()<>|\\:;/$\n\t' \"üab1天") | ANY
TEXTS = st.text(LETTERS, max_size=10) | st.sampled_from([
    "Black to play", "5 at 1", "Ko (2 at 1)", "(1 pass)", "[/go]", "$$", " c9", "m3", "----", ". .",
    "x (3 pass, 4 at A1)",
])  # fmt: skip
LABELS = st.sampled_from(["a", "b", "z", "A", "V", "*", "?", "12", "", "two words", "}", "1"]) | TEXTS
COUNTS = st.fixed_dictionaries({"black": st.integers(0, 3), "white": st.integers(0, 3)})


def positions(points: st.SearchStrategy[str], contents: st.SearchStrategy[Any]) -> st.SearchStrategy[Position]:
    stones, tiles = (
        st.dictionaries(points, contents, max_size=8),
        st.dictionaries(points, st.integers(1, 12), max_size=3),
    )
    told = (st.booleans(), st.none() | COLOURS, st.integers(0, 30), COUNTS)
    return st.builds(Position, stones, COLOURS, tiles, COUNTS, COUNTS, COUNTS, *told)


def markups(points: st.SearchStrategy[str], marked: Any = None, several: Any = None) -> st.SearchStrategy[Markup]:
    """Return things drawn on points; ``marked`` and ``several`` make lists of points with a mark, and others."""
    several = st.lists(points, max_size=4) if several is None else several
    pairs = st.lists(st.tuples(points, points), max_size=2)
    marks = st.dictionaries(st.sampled_from(MARKS), several if marked is None else marked, max_size=3)
    owners, parts = st.dictionaries(COLOURS, several, max_size=2), st.none() | several
    return st.builds(Markup, marks, st.dictionaries(points, LABELS, max_size=4), pairs, pairs, owners, parts, parts)


@st.composite
def diagrams(draw: st.DrawFn, plain: bool = False) -> Diagram:
    """Return diagrams on boards with rows; ``plain`` ones hold what every notation supports."""
    board = boards.parse(draw(st.sampled_from([b for b in BOARDS if not plain or b.replace("x", "").isdecimal()])))
    points = st.sampled_from(board.labels)
    contents = st.sampled_from(["black", "white"] if plain else ["black", "white", "tao"])
    gestures = st.sampled_from(["pass", "return", "resign"])
    moves = points | gestures | points.map("tao {}".format)
    steps = draw(st.lists(st.builds(Step, COLOURS, points if plain else moves), max_size=25))
    first = draw(st.integers(1, 300))
    if draw(st.booleans()):
        steps = [Step("black" if number % 2 else "white", step.move) for number, step in enumerate(steps, first)]
    return Diagram(
        board.text,
        draw(positions(points, contents)),
        tuple(steps),
        first,
        draw(markups(points)),
        draw(TEXTS),
        draw(st.booleans()),
        draw(st.dictionaries(st.sampled_from("abz") | points | LABELS.filter(bool), TEXTS, max_size=3)),
    )


def tidy(diagram: Diagram) -> Diagram:
    """Return a diagram with lists of points in the board's order, without empty parts."""
    board = boards.parse(diagram.board)
    order = {label: place for place, label in enumerate(board.labels)}

    def ordered(points: list[str]) -> list[str]:
        return sorted(set(points), key=order.__getitem__)

    markup = diagram.markup
    owner = {point: colour for colour in ("black", "white") for point in markup.territory.get(colour, ())}
    territory: Any = {
        colour: ordered([point for point, whose in owner.items() if whose == colour]) for colour in set(owner.values())
    }
    view = ordered(markup.view or [])
    return replace(
        diagram,
        markup=Markup(
            {mark: ordered(points) for mark, points in markup.marks.items() if points},
            markup.labels,
            markup.arrows,
            markup.lines,
            territory,
            None if markup.dimmed is None else ordered(markup.dimmed),
            view if markup.view is not None and len(view) < len(board) else None,
        ),
    )


def moves(diagram: Diagram) -> list[str]:
    """Return the moves of a diagram as texts such as "B D4"."""
    return [f"{step.colour[0].upper()} {step.move}" for step in diagram.moves]
