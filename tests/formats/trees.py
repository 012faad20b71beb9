"""Generated records for the round-trip tests."""

from __future__ import annotations

from hypothesis import strategies as st

from tengen.records import Node, Position, Record

COLOURS = st.sampled_from(["black", "white"])
ANY = st.characters(exclude_characters="\r\0", exclude_categories=["Cs"])
TEXT = st.text(st.sampled_from("[]\\:;()\n \t'\"ü天碁") | ANY, max_size=12)
FILLED = TEXT.filter(bool)
NAMES = st.sampled_from(["N", "LB", "TR", "GB", "BL", "XX9", "AP", "KO"])
INFO = st.sampled_from(["PB", "PW", "DT", "RE", "EV", "GC", "GN"])
LABELS = {"19": ["A1", "T19", "D4", "Q16"], "1": ["A1"], "9x13": ["A1", "J13", "C7"], "52x27": ["AA1", "BB27", "Z9"]}
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


def nodes(labels: list[str], moves: list[str]) -> st.SearchStrategy[Node]:
    """Return single nodes: a move, or changes, and notes."""
    move = st.builds(lambda move, colour: {"move": move, "colour": colour}, st.sampled_from(labels + moves), COLOURS)
    changes = st.dictionaries(st.sampled_from(labels), st.sampled_from(["black", "white", "vacant"]), min_size=1)
    action = st.one_of(
        st.just({}),
        move,
        st.builds(lambda changes, turn: {"changes": changes, "to_play": turn}, changes, st.none() | COLOURS),
    )
    values = st.lists(TEXT, min_size=1, max_size=2)
    return st.builds(
        lambda action, comment, notes: Node(**action, comment=comment, properties=notes),
        action,
        TEXT,
        st.dictionaries(NAMES, values, max_size=2),
    )


@st.composite
def trees(draw: st.DrawFn, labels: list[str], moves: list[str]) -> Node:
    """Return small trees of nodes."""
    found = draw(st.lists(nodes(labels, moves), min_size=1, max_size=6))
    for place, node in enumerate(found[1:], 1):
        found[draw(st.integers(max(0, place - 2), place - 1))].children.append(node)
    return found[0]


def positions(labels: list[str], contents: list[str]) -> st.SearchStrategy[Position]:
    """Return positions on a board's labels."""
    counts = st.fixed_dictionaries({"black": st.integers(0, 3), "white": st.integers(0, 3)})
    stones = st.dictionaries(st.sampled_from(labels), st.sampled_from(contents))
    if contents == ["black", "white"]:
        return st.builds(Position, stones, COLOURS, prisoners=counts)
    tiles = st.dictionaries(st.sampled_from(labels), st.integers(1, 4))
    return st.builds(Position, stones, COLOURS, tiles, counts, counts, counts, st.booleans(), st.none() | COLOURS)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Return ordinary and other records."""
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
        about=draw(st.dictionaries(st.sampled_from(["name", "title", "prose", "source", "footprint"]), TEXT)),
    )
