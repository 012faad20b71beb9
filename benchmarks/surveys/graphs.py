"""The value of ordinary Go on every connected graph of a few points."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, fields
from time import monotonic
from typing import Any, ClassVar, Final

import networkx as nx

from tengen.boards import Board, parse
from tengen.rules import REPETITIONS
from tengen.solve.budget import GIGABYTE, Budget, OutOfBudget
from tengen.solve.route import Bracket
from tengen.solve.states.brackets import Positions, Retrograde
from tengen.solve.superko.first_bounds import first_bounds
from tengen.solve.superko.history import Superko

MOST_POINTS = 7
SUPERKO_POINTS = 6
_BYTES: Final = 40
"""Bytes of memory for each position that a search under superko may visit: 107 million with 4 GiB."""
_MEMORY = GIGABYTE // 4
_GRAPH6: Final = 63
"""Added to the number of points for the first character in graph6."""


@dataclass(frozen=True)
class GraphRow:
    """The result of a graph: Black's best result on the empty board, area scoring, no suicide, komi 0.

    ``low`` and ``high`` are the bracket under plain ko (see `brackets`), ``moves`` the first moves that keep the value
    if infinite play is worth 0. The columns named after a superko hold the value under it, ``LOW..HIGH`` if the budget
    was too small, or nothing if it was not requested; ``superko_moves`` are the first moves under positional superko.
    Moves are points by their number in graph6, or ``pass``. For open bounds, ``nodes`` are the positions allowed for
    each search, and ``limit`` the most seconds of all tries.
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
    nodes: int | None = None
    limit: float | None = None

    def __post_init__(self) -> None:
        """Refuse impossible values by ValueError."""
        if not self.graph6 or ord(self.graph6[0]) - _GRAPH6 != self.points:
            raise ValueError(f"{self.graph6[:20]!r} is not a graph of {self.points} points")
        if not -self.points <= self.low <= self.high <= self.points:
            raise ValueError(f"{self.low} to {self.high} are not bounds on {self.points} points")

    @property
    def key(self) -> str:
        return self.graph6

    @property
    def value(self) -> int:
        """The value under plain ko, infinite play worth 0."""
        return max(self.low, min(0, self.high))

    @property
    def superkos(self) -> tuple[str, ...]:
        """The requested values under each superko."""
        return tuple(text for text in (self.positional, self.situational, self.natural) if text)

    @property
    def open_points(self) -> int:
        """The total distance of the bounds under all superkos: 0 if nothing is open."""
        return sum(bracket.high - bracket.low for bracket in map(_bracket, self.superkos))


@dataclass(frozen=True)
class GraphUnit:
    """A graph to examine, its limits, and the row of earlier tries, if any.

    Each table takes up to ``memory`` bytes, which limit the positions of a search under superko; ``seconds`` for the
    graph, if given, replace that limit.
    """

    graph6: str
    memory: int = _MEMORY
    seconds: float | None = None
    known: GraphRow | None = None

    @property
    def nodes(self) -> int | None:
        """The maximum number of positions of each search under superko; None: limited by time."""
        return None if self.seconds is not None else self.memory // _BYTES

    @property
    def allows_more(self) -> bool:
        """Whether there is no row, or its bounds are open and the limits higher now than then."""
        if self.known is None:
            return True
        more = (self.nodes or 0) > (self.known.nodes or 0) or (self.seconds or 0) > (self.known.limit or 0)
        return self.known.open_points > 0 and more


_RULES = tuple(column.name for column in fields(GraphRow) if column.name in REPETITIONS)


def graphs(most: int) -> Iterator[str]:
    """Yield every connected graph of up to ``most`` points, one of each shape, as graph6 (Read and Wilson's atlas).

    >>> len(list(graphs(6))), list(graphs(3))
    (143, ['@', 'A_', 'Bo', 'Bw'])
    """
    for graph in nx.graph_atlas_g():
        if 0 < len(graph) <= most and nx.is_connected(graph):
            yield nx.to_graph6_bytes(graph, header=False).decode().strip()


def examine(unit: GraphUnit) -> GraphRow:
    """Return the result of a graph, with the values under superko if it is small enough."""
    board = parse(f"graph6:{unit.graph6}")
    solved = Retrograde(Positions(board, budget=Budget(memory=unit.memory))).solve()
    bracket = solved.bracket(0, 0)
    moves = _written(o.point for o in solved.options(0, 0) if o.bracket.worth(0) == bracket.worth(0))
    edges = sum(map(len, board.edges)) // 2
    columns = _under_superko(board, unit) if len(board) <= SUPERKO_POINTS else {}
    return GraphRow(unit.graph6, len(board), edges, board.symmetry_count(), bracket.low, bracket.high, moves, **columns)


def _under_superko(board: Board, unit: GraphUnit) -> dict[str, Any]:
    """Return the columns about superko: settled ones as they are, open ones continued from their bounds."""
    known = unit.known or GraphRow(unit.graph6, len(board), 0, 0, -len(board), len(board), "")
    columns: dict[str, Any] = {rule: getattr(known, rule) for rule in _RULES}
    columns["superko_moves"] = known.superko_moves
    rules = [rule for rule in _RULES if not columns[rule] or not _bracket(columns[rule]).is_settled]
    begun = monotonic()
    for number, rule in enumerate(rules):
        bounds = _bracket(columns[rule]) if columns[rule] else Bracket(-len(board), len(board))
        seconds = None if unit.seconds is None else (begun + unit.seconds - monotonic()) / (len(rules) - number)
        budget = Budget(memory=unit.memory, seconds=seconds, nodes=unit.nodes)
        columns[rule], first = _under(board, rule, bounds, budget)
        columns["superko_moves"] = first if rule == "positional" else columns["superko_moves"]
    if any(not _bracket(columns[rule]).is_settled for rule in _RULES):
        columns["nodes"] = max(unit.nodes or 0, known.nodes or 0) or None
        columns["limit"] = max(unit.seconds or 0, known.limit or 0) or None
    return columns


def _under(board: Board, rule: str, known: Bracket[int], budget: Budget) -> tuple[str, str]:
    """Return the value under a superko, given its bounds, and the first moves that keep it."""
    first = first_bounds(board, rule, (0, 0), Budget(memory=budget.memory))
    low, high = max(first.low, known.low), min(first.high, known.high)
    moves = ""
    with suppress(OutOfBudget):  # the value may be known, but not the moves that keep it
        solver = Superko(board, rule, budget=budget)
        low, high = solver.value(solver.start(), Bracket(low, high))
        if solver.interrupted:
            raise KeyboardInterrupt
        if low == high:
            moves = _written(point for point, _ in solver.best(solver.start(), low))
    return str(low) if low == high else f"{low}..{high}", moves


def _bracket(text: str) -> Bracket[int]:
    """Return the bounds in a column: a value, or ``LOW..HIGH``."""
    low, _, high = text.partition("..")
    return Bracket(int(low), int(high or low))


def _written(points: Any) -> str:
    return " ".join("pass" if point is None else str(point) for point in points)
