"""The value of ordinary Go on every connected graph of a few points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, ClassVar

import networkx as nx

from ...boards import Board, parse
from ...rules import REPETITIONS
from ..budget import GIGABYTE, Budget, OutOfBudget
from ..retrograde.brackets import Retrograde
from ..retrograde.listing import Positions
from ..superko.exact import Superko
from ..superko.first_bounds import first_bounds

MOST_POINTS = 7
SUPERKO_POINTS = 6
_NODES = 20_000_000
_MEMORY = GIGABYTE // 4


@dataclass(frozen=True)
class GraphRow:
    """What is known of a graph: Black's best result on the empty board, area scoring, no suicide, komi 0.

    ``low`` and ``high`` are the bracket under plain ko (see `brackets`), ``moves`` the first moves that keep the
    value if infinite play is worth 0. The columns named after a superko hold the value under it, ``LOW..HIGH`` where
    the budget was not enough, or nothing where it was not asked for; ``superko_moves`` are the first moves under
    positional superko. Moves are points by their number in graph6, or ``pass``.
    """

    SURVEY: ClassVar = "graphs"

    graph6: str
    points: int
    edges: int
    symmetries: int
    low: int
    high: int
    moves: str
    positional: str = ""
    situational: str = ""
    natural: str = ""
    superko_moves: str = ""

    @property
    def key(self) -> str:
        """What tells the row from all others."""
        return self.graph6

    @property
    def value(self) -> int:
        """The value under plain ko, infinite play worth 0."""
        return max(self.low, min(0, self.high))

    @property
    def superkos(self) -> tuple[str, ...]:
        """The values under each superko, where they were asked for."""
        return tuple(text for text in (self.positional, self.situational, self.natural) if text)


_RULES = tuple(column.name for column in fields(GraphRow) if column.name in REPETITIONS)


def graphs(most: int) -> Iterator[str]:
    """Yield every connected graph of up to ``most`` points, one of each shape, as graph6 (Read and Wilson's atlas).

    >>> len(list(graphs(6))), list(graphs(3))
    (143, ['@', 'A_', 'Bo', 'Bw'])
    """
    from networkx.generators.atlas import graph_atlas_g

    for graph in graph_atlas_g():
        if 0 < len(graph) <= most and nx.is_connected(graph):
            yield nx.to_graph6_bytes(graph, header=False).decode().strip()


def examine(graph6: str, *, superko: bool = True, memory: int = _MEMORY) -> GraphRow:
    """Return what is known of a graph; each table takes up to ``memory`` bytes.

    Raises:
        KeyboardInterrupt: the graph was not finished.
    """
    board = parse(f"graph6:{graph6}")
    solved = Retrograde(Positions(board, budget=Budget(memory=memory))).solve()
    bracket = solved.bracket(0, 0)
    moves = _written(o.point for o in solved.options(0, 0) if o.bracket.worth(0) == bracket.worth(0))
    edges = sum(map(len, board.edges)) // 2
    row: dict[str, Any] = dict.fromkeys((*_RULES, "superko_moves"), "")
    if superko:
        for rule in _RULES:
            row[rule], first = _under(board, rule, memory)
            row["superko_moves"] = first if rule == "positional" else row["superko_moves"]
    return GraphRow(graph6, len(board), edges, board.symmetry_count(), bracket.low, bracket.high, moves, **row)


def survey(graph6: str, memory: int = _MEMORY) -> GraphRow:
    """Return what the survey of all small graphs tells of a graph: values under superko where it is small enough."""
    return examine(graph6, superko=ord(graph6[0]) - 63 <= SUPERKO_POINTS, memory=memory)


def _under(board: Board, rule: str, memory: int) -> tuple[str, str]:
    """Return the value under a superko and the first moves that keep it."""
    solver = Superko(board, rule, budget=Budget(memory=memory, nodes=_NODES))
    start = solver.start()
    low, high = solver.value(start, first_bounds(board, rule, (0, 0), Budget(memory=memory)))
    if solver.interrupted:
        raise KeyboardInterrupt
    if low < high:
        return f"{low}..{high}", ""
    try:
        return str(low), _written(point for point, _ in solver.best(start, low))
    except OutOfBudget:  # the value is known, and what keeps it is not
        return str(low), ""


def _written(points: Any) -> str:
    return " ".join("pass" if point is None else str(point) for point in points)
