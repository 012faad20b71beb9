"""Graphs as boards: named graphs such as "graph:petersen", and networkx graphs."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from importlib.resources import files as resources
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Any

from ..records import Text, listed
from ..records.errors import BoardError
from .board import Board
from .limits import MAX_POINTS, check_lines, check_points, number, short, unknown
from .relations import from_relations
from .spots import Spot, coordinates

Ring = tuple[float, float, Sequence[int]]
"""A ring of a drawing: its radius, the angle of the first node in degrees clockwise from the top, the nodes."""


def networkx() -> Any:
    """Import networkx on demand: most boards never need it."""
    return import_module("networkx")


@dataclass(frozen=True)
class NamedGraph:
    """A graph with its own name: its title, and its maker, a function or a name in networkx."""

    title: Text
    maker: str | Callable[[], Any]


def _snub_dodecahedron() -> Any:
    """Return the graph of the snub dodecahedron, of degree 5: the even permutations of five things.

    Edges join a permutation to its products with a turn of a pentagon (a cycle of five), with one of a triangle (of
    three), and with both in succession, which has order two: a half turn about the middle of an edge.
    """
    turns = ((1, 2, 3, 4, 0), (4, 1, 0, 3, 2))
    found = [tuple(range(5))]
    graph = networkx().Graph()
    for each in found:
        first, second = (tuple(each[place] for place in turn) for turn in turns)
        half = tuple(first[place] for place in turns[1])
        found += [one for one in (first, second, half) if one not in found]
        graph.add_edges_from((each, one) for one in (first, second, half))
    return networkx().convert_node_labels_to_integers(graph)


NAMED = {
    "bull": NamedGraph(Text("bull graph"), "bull_graph"),
    "chvatal": NamedGraph(Text("Chvátal graph"), "chvatal_graph"),
    "cube": NamedGraph(Text("cube"), "cubical_graph"),
    "desargues": NamedGraph(Text("Desargues graph"), "desargues_graph"),
    "diamond": NamedGraph(Text("diamond graph"), "diamond_graph"),
    "dodecahedron": NamedGraph(Text("dodecahedron"), "dodecahedral_graph"),
    "frucht": NamedGraph(Text("Frucht graph"), "frucht_graph"),
    "heawood": NamedGraph(Text("Heawood graph"), "heawood_graph"),
    "hoffman-singleton": NamedGraph(Text("Hoffman-Singleton graph"), "hoffman_singleton_graph"),
    "house": NamedGraph(Text("house graph"), "house_graph"),
    "icosahedron": NamedGraph(Text("icosahedron"), "icosahedral_graph"),
    "moebius-kantor": NamedGraph(Text("Möbius-Kantor graph"), "moebius_kantor_graph"),
    "octahedron": NamedGraph(Text("octahedron"), "octahedral_graph"),
    "pappus": NamedGraph(Text("Pappus graph"), "pappus_graph"),
    "petersen": NamedGraph(Text("Petersen graph"), "petersen_graph"),
    "snub-dodecahedron": NamedGraph(Text("snub dodecahedron"), _snub_dodecahedron),
    "tetrahedron": NamedGraph(Text("tetrahedron"), "tetrahedral_graph"),
    "truncated-cube": NamedGraph(Text("truncated cube"), "truncated_cube_graph"),
    "truncated-tetrahedron": NamedGraph(Text("truncated tetrahedron"), "truncated_tetrahedron_graph"),
    "tutte": NamedGraph(Text("Tutte graph"), "tutte_graph"),
}
"""Graphs with a name of their own."""


@dataclass(frozen=True)
class Series:
    """A series of graphs: title, the least value of each size, a function for (points, edges), and the maker."""

    title: Text
    least: tuple[int, ...]
    size: Callable[..., tuple[int, int]]
    maker: str


def _tree(branching: int, height: int) -> tuple[int, int]:
    points, level = 1, 1
    for _ in range(min(height, MAX_POINTS)):
        level *= branching
        points += level
        if points > MAX_POINTS:
            break
    return points, points - 1


def _hypercube(dimension: int) -> tuple[int, int]:
    points: int = 2 ** min(dimension, 20)
    return points, points * dimension // 2


SERIES = {
    "circular-ladder": Series(
        Text("prism over {size} corners"), (3,), lambda n: (2 * n, 3 * n), "circular_ladder_graph"
    ),
    "complete": Series(
        Text("complete graph on {size} points"),
        (1,),
        lambda n: (n, n * (n - 1) // 2),
        "complete_graph",
    ),
    "complete-bipartite": Series(
        Text("complete bipartite graph {size}"),
        (1, 1),
        lambda a, b: (a + b, a * b),
        "complete_bipartite_graph",
    ),
    "cycle": Series(Text("cycle of {size}"), (3,), lambda n: (n, n), "cycle_graph"),
    "hypercube": Series(Text("hypercube of dimension {size}"), (1,), _hypercube, "hypercube_graph"),
    "ladder": Series(Text("ladder of {size} rungs"), (1,), lambda n: (2 * n, 3 * n - 2), "ladder_graph"),
    "path": Series(Text("path of {size}"), (1,), lambda n: (n, n - 1), "path_graph"),
    "star": Series(Text("star of {size} rays"), (1,), lambda n: (n + 1, n), "star_graph"),
    "tree": Series(Text("tree {size}"), (1, 0), _tree, "balanced_tree"),
    "wheel": Series(Text("wheel of {size}"), (4,), lambda n: (n, 2 * (n - 1)), "wheel_graph"),
}
"""Graphs named by one or two numbers, with sizes as in networkx."""

_COMPLETE = re.compile(r"k([0-9]+)(?:,([0-9]+))?")
_NUMBERED = re.compile(r"([a-z][a-z-]*?)((?:-[0-9]+)+)")


def read_named(name: str) -> Board:
    """Parse the text after "graph:": "petersen", "cycle-5", "k4", "k3,4"."""
    if name in NAMED:
        maker = NAMED[name].maker
        graph = maker() if callable(maker) else getattr(networkx(), maker)()
        return _relabelled(graph, f"graph:{name}", _drawings().get(name, ()))
    if series := series_of(name):
        return _numbered(*series)
    if name in SERIES:
        example = f"graph:{name}-{'-'.join('4' * _arity(name))}"
        raise BoardError("graph:{name} needs its size; write, for example, {example}", name=name, example=example)
    close = Text("there is no graph called {name}; did you mean {close}?")
    otherwise = Text("there is no graph called {name}; known are {names}")
    words, names = (*NAMED, *SERIES), listed(known(), "comma")
    word = name.rstrip("-0123456789")
    raise BoardError(unknown(word, words, close, otherwise, name=short(name), names=names))


def series_of(name: str) -> tuple[str, list[str]] | None:
    """Return the series of a name and its numbers; None if there is none.

    >>> series_of("cycle-5"), series_of("k3,4"), series_of("petersen")
    (('cycle', ['5']), ('complete-bipartite', ['3', '4']), None)
    """
    if found := _COMPLETE.fullmatch(name):
        given = [part for part in found.groups() if part is not None]
        return "complete" if len(given) == 1 else "complete-bipartite", given
    found = _NUMBERED.fullmatch(name)
    return (found[1], found[2][1:].split("-")) if found and found[1] in SERIES else None


def known() -> tuple[str, ...]:
    """Return the names of all graphs, for messages and pages."""
    return (*NAMED, "k4", "k3,4", *(f"{name}{'-N' * _arity(name)}" for name in SERIES))


def _arity(name: str) -> int:
    return len(SERIES[name].least)


def _numbered(name: str, given: list[str]) -> Board:
    series = SERIES[name]
    if len(given) != len(series.least):
        raise BoardError(
            "graph:{name} takes {count} numbers, not {given}", name=name, count=len(series.least), given=len(given)
        )
    what = Text("the size of graph:{name}", name=name)
    sizes = [number(text, what, least) for text, least in zip(given, series.least, strict=True)]
    points, edges = series.size(*sizes)
    shown = {"complete": "k", "complete-bipartite": "k"}.get(name, f"{name}-")
    text = f"graph:{shown}{(',' if shown == 'k' else '-').join(map(str, sizes))}"
    check_points(points, text)
    check_lines(edges, text)
    return _relabelled(getattr(networkx(), series.maker)(*sizes), text, _rings_of(name, *sizes))


def _relabelled(graph: Any, text: str, rings: Iterable[Ring]) -> Board:
    """Build a named graph's board, with points named 0, 1, 2, ... as in networkx; () as rings: use a layout."""
    points = {node: point for point, node in enumerate(graph)}
    board = from_relations(range(len(points)), [(points[a], points[b]) for a, b in graph.edges], text=text)
    spots: dict[int, Spot] = {}
    for radius, start, ring in rings:
        for place, node in enumerate(ring):
            angle = radians(start + 360 * place / len(ring))
            spots[node] = (radius * sin(angle), -radius * cos(angle))
    drawn = [spots[node] for node in graph] if spots else None
    return replace(board, places=coordinates(board.edges, drawn)) if drawn else board


@cache
def _drawings() -> dict[str, list[Ring]]:
    return tomllib.loads(resources(__package__).joinpath("drawings.toml").read_text("utf-8"))


def _rings_of(series: str, size: int, other: int = 0) -> list[Ring]:
    """Return the rings on which a series' graph is drawn; [] for a layout."""
    match series:
        case "cycle" | "complete" if series == "cycle" or size > 4:  # complete graphs of up to 4 points are planar
            return [(1, 0, range(size))]
        case "star" | "wheel":
            return [(0, 0, [0]), (1, 0, range(1, size + (series == "star")))]
        case "circular-ladder":
            return [(1, 0, range(size)), (max(0.45, 1 - 6 / size), 0, range(size, 2 * size))]
        case "complete-bipartite" if min(size, other) > 2:  # with fewer points, they are planar
            high = max(size, other) / 3
            spots = [(place - (size - 1) / 2, -high) for place in range(size)]
            spots += [(place - (other - 1) / 2, high) for place in range(other)]
            return [(hypot(x, y), degrees(atan2(x, -y)), [point]) for point, (x, y) in enumerate(spots)]
    return []


def from_graph(graph: Any) -> Board:
    """Build the board of an undirected networkx graph without loops; labels are ``str(node)``.

    Node attributes ``pos``, or ``x`` and ``y``, become the points' positions, y downwards. Raises BoardError.

    >>> import networkx as nx
    >>> from_graph(nx.path_graph(3)).text
    'edges:0-1,1-2'
    """
    check_points(graph.number_of_nodes(), Text("the graph"))
    check_lines(graph.number_of_edges(), Text("the graph"))
    if graph.is_directed():
        raise BoardError("the graph is directed, but lines join both ways; give graph.to_undirected()")
    points = {node: point for point, node in enumerate(graph)}
    pairs = [(points[a], points[b]) for a, b in graph.edges()]
    spots = [
        data.get("pos", (data["x"], data["y"]) if {"x", "y"} <= data.keys() else None)
        for _, data in graph.nodes(data=True)
    ]
    given = any(spot is not None for spot in spots)
    for node, spot in zip(graph, spots, strict=True):
        if spot is None and given:
            raise BoardError(
                "node {node} has no position, but others have; give positions to all or none", node=short(str(node))
            )
    return from_relations([str(node) for node in points], pairs, positions=spots if given else None)
