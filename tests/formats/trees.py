"""Generated records for the round-trip tests."""

import diagrams
from diagrams import ANY, COLOURS, COUNTS
from hypothesis import strategies as st

from tengen.formats.json.plain_values import ABOUT
from tengen.records import Annotation, Clock, Figure, Markup, Node, Position, Printing, Record

TEXT = st.text(st.sampled_from("[]\\:;()\n \t'\"ü天碁") | ANY, max_size=12)
FILLED = TEXT.filter(bool)
NAMES = st.sampled_from(["XX9", "AP", "ST", "TGX9", "SU"])
INFO = st.sampled_from(["PB", "PW", "DT", "RE", "EV", "GC", "GN"])
LABELS = {"19": ["A1", "T19", "D4", "Q16"], "1": ["A1"], "9x13": ["A1", "J13", "C7"], "52x27": ["AA1", "BB27", "Z9"]}
BLOCK = [f"{column}{row}" for row in (9, 8, 7) for column in "ABC"]
LABELS["9"] = [*BLOCK, "J1"]
SPECIAL = {"9x9 torus": ["A1", "E5"], "graph:petersen": ["0", "9"], "edges:a-b(,c]": ["a", "b(", "c]"]}
ORDINARY_AXES = st.fixed_dictionaries(
    {},
    optional={
        "komi": st.one_of(st.integers(-300, 300), st.floats(-500, 500), st.sampled_from([6.5, 7.5, 0.25])),
        "repetition": st.sampled_from(["ko", "situational"]),
        "suicide": st.sampled_from(["allowed", "forbidden"]),
        "passes": st.sampled_from([2, 3]),
        "handicap": st.integers(0, 9),
        "handicap_kind": st.sampled_from(["fixed", "free", "turns"]),
    },
)
SPECIAL_AXES = st.fixed_dictionaries(
    {"tao": st.just("on")},
    optional={
        "komi": st.floats(-9, 9),
        "tao_price": st.one_of(st.integers(1, 3), st.tuples(st.integers(1, 3), st.integers(1, 3))),
        "tiles": st.sampled_from(["tile", "cushion"]),
        "own_overlap": st.booleans(),
    },
)


HALVES = st.integers(-2000, 2000).map(lambda number: number / 2)
STRENGTHS = st.sampled_from([1, 2])
VERDICT = st.sampled_from(["black", "white", "even", "unclear"])


def markups(labels: list[str]) -> st.SearchStrategy[Markup]:
    points = st.sampled_from(labels)
    few, some = (st.sets(points, min_size=least, max_size=3).map(sorted) for least in (1, 0))
    return diagrams.markups(points, few, some).filter(lambda markup: not markup.is_empty())


def notes(labels: list[str]) -> st.SearchStrategy[dict[str, object]]:
    """Return the contents of a node other than its move: names, markup, opinions, clocks, printing."""
    opinion = st.one_of(
        st.builds(Annotation, verdict=VERDICT, verdict_strength=STRENGTHS),
        st.builds(Annotation, quality=st.sampled_from(["good", "bad"]), quality_strength=STRENGTHS),
        st.builds(Annotation, quality=st.sampled_from(["doubtful", "interesting"])),
        st.builds(Annotation, hotspot=STRENGTHS, value=st.none() | HALVES),
    )
    clock = st.builds(
        Clock,
        left=st.dictionaries(COLOURS, HALVES, min_size=1),
        moves=st.dictionaries(COLOURS, st.integers(0, 99)),
    )
    numbering = st.none() | st.sampled_from(["none", "all", "modulo"])
    printing = st.one_of(
        st.builds(Printing, figure=st.builds(Figure, st.integers(0, 999), TEXT) | st.just(Figure())),
        st.builds(Printing, number=st.integers(0, 500), numbering=numbering),
    )
    return st.fixed_dictionaries(
        {},
        optional={
            "name": TEXT,
            "markup": markups(labels),
            "annotation": opinion,
            "clock": clock,
            "printing": printing,
            "forced": st.booleans(),
        },
    )


def nodes(labels: list[str], moves: list[str]) -> st.SearchStrategy[Node]:
    move = st.builds(lambda move, colour: {"move": move, "colour": colour}, st.sampled_from(labels + moves), COLOURS)
    changes = st.dictionaries(st.sampled_from(labels), st.sampled_from(["black", "white", "vacant"]), min_size=1)
    action = st.one_of(
        st.just({}),
        move,
        st.builds(lambda changes, turn: {"changes": changes, "to_play": turn}, changes, st.none() | COLOURS),
    )
    values = st.lists(TEXT, min_size=1, max_size=2)
    return st.builds(
        lambda action, comment, said, others: Node(**action, comment=comment, properties=others, **said),
        action,
        TEXT,
        notes(labels),
        st.dictionaries(NAMES, values, max_size=2),
    )


@st.composite
def trees(draw: st.DrawFn, labels: list[str], moves: list[str]) -> Node:
    found = draw(st.lists(nodes(labels, moves), min_size=1, max_size=6))
    for place, node in enumerate(found[1:], 1):
        found[draw(st.integers(max(0, place - 2), place - 1))].children.append(node)
    return found[0]


def positions(labels: list[str], contents: list[str]) -> st.SearchStrategy[Position]:
    points, stones = st.sampled_from(labels), st.sampled_from(contents)
    if contents == ["black", "white"]:
        return st.builds(Position, st.dictionaries(points, stones), COLOURS, prisoners=COUNTS)
    return diagrams.positions(points, stones)


@st.composite
def records(draw: st.DrawFn) -> Record:
    special = draw(st.booleans())
    board, labels = draw(st.sampled_from(sorted((SPECIAL | LABELS if special else LABELS).items())))
    variants = ["tile", "tao", "gengo", "custom"] if special else ["chinese", "japanese", "new-zealand", "formal"]
    return Record(
        board=board,
        variant=draw(st.none() | st.sampled_from(variants)),
        axes=draw(SPECIAL_AXES if special else ORDINARY_AXES),
        start=draw(st.none() | positions(labels, ["black", "white", "tao"] if special else ["black", "white"])),
        root=draw(trees(labels, ["pass", "resign", "return", "tao " + labels[0]] if special else ["pass", "resign"])),
        info=draw(st.dictionaries(INFO, FILLED, max_size=3)),
        about=draw(st.dictionaries(st.sampled_from(ABOUT), TEXT)),
    )
