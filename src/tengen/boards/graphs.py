"""Graphs as boards: "graph:petersen" and its kin, and networkx graphs."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from ..records import Text, listed
from ..records.errors import BoardError
from .board import Board
from .limits import MAX_POINTS, check_lines, check_points, number, short, unknown
from .relations import from_relations


def networkx() -> Any:
    """Import networkx, late: most boards never need it."""
    return import_module("networkx")


NAMED = {
    "bull": "bull_graph",
    "chvatal": "chvatal_graph",
    "cube": "cubical_graph",
    "desargues": "desargues_graph",
    "diamond": "diamond_graph",
    "dodecahedron": "dodecahedral_graph",
    "frucht": "frucht_graph",
    "heawood": "heawood_graph",
    "hoffman-singleton": "hoffman_singleton_graph",
    "house": "house_graph",
    "icosahedron": "icosahedral_graph",
    "moebius-kantor": "moebius_kantor_graph",
    "octahedron": "octahedral_graph",
    "pappus": "pappus_graph",
    "petersen": "petersen_graph",
    "tetrahedron": "tetrahedral_graph",
    "truncated-cube": "truncated_cube_graph",
    "truncated-tetrahedron": "truncated_tetrahedron_graph",
    "tutte": "tutte_graph",
}
"""Graphs with a name of their own and the networkx function that makes each."""


@dataclass(frozen=True)
class Series:
    """A series of graphs: how many numbers name one, from which on, its size (points, edges), and its maker."""

    least: tuple[int, ...]
    size: Callable[..., tuple[int, int]]
    make: Callable[..., Any]


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
    "circular-ladder": Series((3,), lambda n: (2 * n, 3 * n), lambda n: networkx().circular_ladder_graph(n)),
    "complete": Series((1,), lambda n: (n, n * (n - 1) // 2), lambda n: networkx().complete_graph(n)),
    "complete-bipartite": Series(
        (1, 1), lambda a, b: (a + b, a * b), lambda a, b: networkx().complete_bipartite_graph(a, b)
    ),
    "cycle": Series((3,), lambda n: (n, n), lambda n: networkx().cycle_graph(n)),
    "hypercube": Series((1,), _hypercube, lambda n: networkx().hypercube_graph(n)),
    "ladder": Series((1,), lambda n: (2 * n, 3 * n - 2), lambda n: networkx().ladder_graph(n)),
    "path": Series((1,), lambda n: (n, n - 1), lambda n: networkx().path_graph(n)),
    "star": Series((1,), lambda n: (n + 1, n), lambda n: networkx().star_graph(n)),
    "tree": Series((1, 0), _tree, lambda r, h: networkx().balanced_tree(r, h)),
    "wheel": Series((4,), lambda n: (n, 2 * (n - 1)), lambda n: networkx().wheel_graph(n)),
}
"""Graphs named by one or two numbers, sized as in networkx."""

_COMPLETE = re.compile(r"k([0-9]+)(?:,([0-9]+))?")
_NUMBERED = re.compile(r"([a-z][a-z-]*?)((?:-[0-9]+)+)")


def read_named(name: str) -> Board:
    """Read what follows "graph:": "petersen", "cycle-5", "k4", "k3,4"."""
    if name in NAMED:
        return _relabelled(getattr(networkx(), NAMED[name])(), f"graph:{name}")
    if found := _COMPLETE.fullmatch(name):
        given = [part for part in found.groups() if part is not None]
        return _numbered("complete" if len(given) == 1 else "complete-bipartite", given)
    found = _NUMBERED.fullmatch(name)
    if found and found[1] in SERIES:
        return _numbered(found[1], found[2][1:].split("-"))
    if name in SERIES:
        example = f"graph:{name}-{'-'.join('4' * _arity(name))}"
        raise BoardError("graph:{name} needs its size; write, for example, {example}", name=name, example=example)
    close = Text("there is no graph called {name}; did you mean {close}?")
    otherwise = Text("there is no graph called {name}; known are {names}")
    words, names = (*NAMED, *SERIES), listed(known(), "comma")
    raise BoardError(unknown(found[1] if found else name, words, close, otherwise, name=short(name), names=names))


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
    return _relabelled(series.make(*sizes), text)


def _relabelled(graph: Any, text: str) -> Board:
    """Build a named graph's board, its points called 0, 1, 2, ... in the order of networkx."""
    points = {node: point for point, node in enumerate(graph)}
    return from_relations(range(len(points)), [(points[a], points[b]) for a, b in graph.edges], text=text)


def from_graph(graph: Any) -> Board:
    """Build the board of an undirected networkx graph without loops; a point's label is ``str(node)``.

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
    return from_relations([str(node) for node in points], pairs, positions=_positions(graph))


def _positions(graph: Any) -> list[Any] | None:
    spots = [
        data.get("pos", (data["x"], data["y"]) if {"x", "y"} <= data.keys() else None)
        for _, data in graph.nodes(data=True)
    ]
    if all(spot is None for spot in spots):
        return None
    for node, spot in zip(graph, spots, strict=True):
        if spot is None:
            raise BoardError(
                "node {node} has no position, though others have; give all one, or none", node=short(str(node))
            )
    return spots
