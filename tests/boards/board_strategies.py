"""Hypothesis strategies for boards of every family, as texts."""

import json

import networkx as nx
from hypothesis import strategies as st

from tengen.boards import Board
from tengen.boards.footprints import NAMED as FOOTPRINTS
from tengen.boards.graphs import NAMED as GRAPHS
from tengen.boards.grids import SURFACES, column_name

sides = st.integers(1, 12)
labels = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=6
).filter(
    lambda name: (
        name == name.strip()
        and name.casefold() not in ("pass", "return", "resign")
        and not name.casefold().startswith("tao ")
    )
)


@st.composite
def grids(draw: st.DrawFn) -> str:
    """Grids of every surface, perhaps with points cut out."""
    width, height = draw(sides), draw(sides)
    surface = draw(st.sampled_from(list(SURFACES)))
    cells = [f"{column_name(x)}{y + 1}" for x in range(width) for y in range(height)]
    cut = draw(st.lists(st.sampled_from(cells), max_size=len(cells) - 1, unique=True))
    return f"{width}x{height} {surface}" + (f" without {' '.join(cut)}" if cut else "")


@st.composite
def pictures(draw: st.DrawFn) -> str:
    """Footprints up to 7x7, half of them symmetric in the point."""
    cells = [(x, y) for y in range(-3, 4) for x in range(-3, 4)]
    symmetric = draw(st.booleans())
    drawn = [(x, y) for x, y in cells if not symmetric or (y, x) > (0, 0)]
    marks = {offset: draw(st.sampled_from(".no")) for offset in drawn}
    marks |= {(-x, -y): mark for (x, y), mark in marks.items() if symmetric} | {(0, 0): "x"}
    return "/".join("".join(marks[x, y] for x in range(-3, 4)) for y in range(-3, 4))


@st.composite
def footprinted(draw: st.DrawFn) -> str:
    """Grids under a named or drawn footprint; wrapped only if they are wide enough."""
    named = draw(st.sampled_from(sorted(FOOTPRINTS)))
    tail = draw(st.sampled_from(["", " torus", " cylinder", " klein", " mobius"])) + draw(
        st.sampled_from(["", " overlap" if named != "go" else ""])
    )
    small = f"{draw(sides)}x{draw(sides)} footprint {draw(pictures())}"
    return draw(st.sampled_from([f"{named} {draw(st.integers(7, 12))}{tail}", small]))


lattices = st.one_of(
    st.builds("{} {}x{}".format, st.sampled_from(["triangular", "honeycomb"]), sides, sides),
    st.builds("ring {}x{}".format, st.integers(3, 12), sides),
    st.builds("{} {}".format, st.sampled_from(["hexagon", "star", "trihexagonal"]), st.integers(1, 6)),
    st.builds("{} {}".format, st.sampled_from(["rhombitrihexagonal", "sierpinski"]), st.integers(1, 4)),
    st.builds("{}x{}x{}".format, sides, sides, sides),
    st.builds("cube {}".format, st.integers(2, 6)),
)
named_graphs = st.one_of(
    st.sampled_from(sorted(GRAPHS)).map("graph:{}".format),
    st.builds(
        "graph:{}-{}".format,
        st.sampled_from(["cycle", "path", "star", "wheel", "hypercube", "ladder"]),
        st.integers(4, 6),
    ),
    st.builds("graph:k{},{}".format, st.integers(1, 5), st.integers(1, 5)),
)


@st.composite
def graphs(draw: st.DrawFn, most: int = 9) -> tuple[list[str], list[tuple[str, str]]]:
    """Points with any readable names, and any set of edges between them."""
    names = draw(st.lists(labels, min_size=1, max_size=most, unique=True))
    pairs = [(a, b) for i, a in enumerate(names) for b in names[:i]]
    return names, draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []


@st.composite
def json_boards(draw: st.DrawFn) -> str:
    """JSON with any neighbours and footprints that keep apart, one way or both, and any positions."""
    names, edges = draw(graphs())
    pairs = [(a, b) for i, a in enumerate(names) for b in names[:i]]
    kinds = draw(st.lists(st.sampled_from(["", "neighbours", "footprint"]), min_size=len(pairs), max_size=len(pairs)))
    said: dict[str, object] = {"points": names, "edges": edges, "directed": draw(st.booleans())}
    said["overlap"] = "footprint" in kinds and draw(st.booleans())
    for kind in ("neighbours", "footprint"):
        said[kind] = [pair for pair, chosen in zip(pairs, kinds, strict=True) if chosen == kind]
    if draw(st.booleans()):
        spots = st.tuples(st.integers(-999, 999), st.integers(-999, 999)).map(lambda spot: (spot[0] / 8, spot[1] / 8))
        said["positions"] = draw(st.lists(spots, min_size=len(names), max_size=len(names), unique=True))
    return json.dumps(said)


def as_graph(board: Board) -> nx.Graph:
    """Return the lines of a board as networkx has them."""
    graph = nx.Graph((a, b) for a, near in enumerate(board.edges) for b in near)
    graph.add_nodes_from(range(len(board)))
    return graph


texts = st.one_of(grids(), footprinted(), lattices, named_graphs, json_boards())
