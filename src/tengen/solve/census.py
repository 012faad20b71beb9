"""The value of ordinary Go on every connected graph of a few points."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass, fields
from typing import Any

import networkx as nx

from ..boards import Board, parse
from ..records import FormatError
from ..rules import REPETITIONS
from .budget import Budget, OutOfBudget
from .retrograde.brackets import Retrograde
from .retrograde.listing import Positions
from .superko.exact import Superko

MOST_POINTS = 7
SUPERKO_POINTS = 6
_NODES = 20_000_000
_MEMORY = 1 << 28


@dataclass(frozen=True)
class GraphRow:
    """What is known of a graph: Black's best result on the empty board, area scoring, no suicide, komi 0.

    ``low`` and ``high`` are the bracket under plain ko (see `brackets`), ``moves`` the first moves that keep the
    value if infinite play is worth 0. The columns named after a superko hold the value under it, ``LOW..HIGH`` where
    the budget was not enough, or nothing where it was not asked for; ``superko_moves`` are the first moves under
    positional superko. Moves are points by their number in graph6, or ``pass``.
    """

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


def examine(graph6: str, *, superko: bool = True, budget: Budget | None = None) -> GraphRow:
    """Return what is known of a graph.

    Raises:
        KeyboardInterrupt: the graph was not finished.
    """
    board = parse(f"graph6:{graph6}")
    budget = budget or Budget(memory=_MEMORY)
    solved = Retrograde(Positions(board, budget=budget)).solve()
    bracket = solved.bracket(0, 0)
    moves = _written(o.point for o in solved.options(0, 0) if o.bracket.worth(0) == bracket.worth(0))
    edges = sum(map(len, board.edges)) // 2
    row: dict[str, Any] = dict.fromkeys((*_RULES, "superko_moves"), "")
    if superko:
        for rule in _RULES:
            row[rule], first = _under(board, rule)
            row["superko_moves"] = first if rule == "positional" else row["superko_moves"]
    return GraphRow(graph6, len(board), edges, board.symmetry_count(), bracket.low, bracket.high, moves, **row)


def survey(graph6: str) -> GraphRow:
    """Return what the survey of all small graphs tells of a graph: values under superko where it is small enough."""
    return examine(graph6, superko=ord(graph6[0]) - 63 <= SUPERKO_POINTS)


def _under(board: Board, rule: str) -> tuple[str, str]:
    """Return the value under a superko and the first moves that keep it."""
    solver = Superko(board, rule, budget=Budget(memory=_MEMORY, nodes=_NODES))
    start = solver.start()
    low, high = solver.value(start)
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


def write(rows: Mapping[str, GraphRow]) -> str:
    """Return rows as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(field.name for field in fields(GraphRow))
    writer.writerows(astuple(row) for row in rows.values())
    return text.getvalue()


def read(text: str) -> dict[str, GraphRow]:
    """Return the rows in CSV that `write` wrote, by graph6.

    Raises:
        FormatError: it is something else.
    """
    names = [field.name for field in fields(GraphRow)]
    try:
        lines = list(csv.reader(io.StringIO(text)))
    except csv.Error as error:
        raise FormatError(f"this is no survey of graphs: {error}") from None
    if not lines or lines[0] != names:
        raise FormatError(f"this is no survey of graphs: its first line should read {','.join(names)}")
    found = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            points, edges, symmetries, low, high = map(int, line[1:6])
            moves, positional, situational, natural, more = line[6:]
            numbers = points, edges, symmetries, low, high
            found[line[0]] = GraphRow(line[0], *numbers, moves, positional, situational, natural, more)
        except (ValueError, IndexError):
            raise FormatError(f"line {number} of the survey is no row of it") from None
    return found
