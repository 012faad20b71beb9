"""Cycles: can play return to an earlier state, and can one side force it to continue for ever?

Three questions about a graph of states, each answered from the whole graph:

* Is there any *cycle*? The graph is searched for its strongly connected components (Tarjan 1972).
* Which is the *shortest*? A breadth-first search starts from every state on a cycle, through states with no lower
  number, so that every cycle is found once, and only up to the length of the shortest known one. If the states omit
  prisoners (see `states`), a walk counts only if both sides together hold no fewer prisoners after it.
* Is one *forced*? The answer is the largest set of states in which a side always has a turn that stays in it, while
  the other side has turns and none that leaves it. It is found by removing states (the greatest fixpoint).
  Resigning is not a turn here. Turns beyond a limit are taken once as the end and once as endless play, and the
  answer is known if both agree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...game import Game
from ...records import COLOURS, Colour, Move, Position
from . import digraphs, state_keys
from .explorer import Explorer, StateGraph
from .successors import NOWHERE

_PATIENCE: Final = 64
"""Rounds of relaxation that usually suffice to show that no walk keeps its prisoners."""
_LONGEST: Final = 0x7FFFFFFF
_SLICE: Final = 256
_ENTRIES: Final = 1 << 22
_AMPLE: Final = state_keys.AMPLE // 2

StageReport = Callable[[str, int, int], None]
"""Gets the current stage, the work done, and the total work."""


@dataclass(frozen=True)
class Cycle:
    """Play that repeats: a start, the moves of one round, and the growth of each side's prisoners.

    ``lead`` is the play from the start of the search to the cycle, None if not requested. ``growth`` is 0 if the whole
    state recurs.
    """

    start: Position
    moves: tuple[Move, ...]
    growth: int
    lead: tuple[Move, ...] | None = None

    def __len__(self) -> int:
        return len(self.moves)


@dataclass(frozen=True)
class Force:
    """The number of states in which a side can make the game go on for ever, at least and at most; and at the start."""

    least: int
    most: int
    from_start: bool | None
    example: Cycle | None = None

    @property
    def verdict(self) -> bool | None:
        return True if self.least else None if self.most else False


@dataclass(frozen=True)
class Findings:
    """The findings about the cycles of a game.

    ``on_cycles`` counts states on some cycle of the graph; ``exists`` is None if a search that was cut short found
    none. ``is_shortest``: the ``shortest`` is proved to be so.
    """

    states: int
    turns: int
    whole: bool
    cut: int
    on_cycles: int
    exists: bool | None
    shortest: Cycle | None = None
    is_shortest: bool = False
    forced: dict[Colour, Force] = field(default_factory=dict)


def cycles(graph: StateGraph, *, forced: bool = True, step: StageReport | None = None) -> Findings:
    """Analyse the cycles of a graph of states, complete or not.

    ``forced`` includes forced cycles, which needs states without symmetry that include prisoners.
    """
    search = _CycleSearch(graph, step or (lambda what, done, total: None))
    cut = int((graph.targets == NOWHERE).sum())
    known = False if graph.is_whole and not cut else None
    forced = forced and not graph.limits.symmetric
    on_cycles = search.components()
    found = Findings(len(graph), len(graph.targets), graph.is_whole, cut, on_cycles, known)
    if not on_cycles or search.every_walk_loses():
        asked = COLOURS if forced and known is False else ()
        return replace(found, forced={colour: Force(0, 0, False) for colour in asked})
    shortest, proved = search.shortest()
    if shortest is None:
        return replace(found, exists=None if graph.is_free else True)
    asked = COLOURS if forced and not graph.is_free else ()
    forces = {colour: search.force(colour) for colour in asked}
    return replace(found, exists=True, shortest=shortest, is_shortest=proved, forced=forces)


class _CycleSearch:
    def __init__(self, graph: StateGraph, step: StageReport) -> None:
        self.graph, self.step = graph, step
        size = len(graph)
        self.edges = digraphs.Edges(graph.offsets, graph.targets, graph.moves)
        self.component = np.zeros(size, np.int32)
        n = len(graph.game.board)
        self.sides = graph.field(n * graph.cell_bits, 1).astype(np.uint8)
        self.prisoners = digraphs.Prisoners(graph.stones(), n + 1)

    def components(self) -> int:
        """Find the components; return the number of states on cycles."""
        self.step("Looking for connected states", 0, 1)
        low, stack, path = (np.zeros(len(self.graph), np.uint32) for _ in range(3))
        at = np.zeros(len(self.graph), np.int64)
        digraphs.components(self.edges, self.component, digraphs.Descent(low, stack, path, at))
        return int((self.component > 0).sum())

    def every_walk_loses(self) -> bool:
        """Return whether every closed walk is proved to lose prisoners."""
        if not self.graph.is_free:
            return False
        value = np.zeros(len(self.graph), np.int64)
        return bool(digraphs.gains_end(self.edges, self.component, self.prisoners, value, _PATIENCE))

    def shortest(self) -> tuple[Cycle | None, bool]:
        """Return the shortest cycle, and whether it is proved to be so."""
        size = len(self.graph)
        nodes, weights, parents = (np.zeros(_ENTRIES, np.int32) for _ in range(3))
        taken = np.zeros(_ENTRIES, np.int64)
        best, touched = np.full(size, -0x7FFFFFFF, np.int32), np.zeros(size, np.uint32)
        room = digraphs.Walks(nodes, weights, parents, taken, best, touched)
        sources = np.flatnonzero(self.component)
        found: list[int] = []
        limit, proved, source = _LONGEST, True, 0
        while source < size:
            self.step("Looking for the shortest cycle", int(np.searchsorted(sources, source)), len(sources))
            end = min(source + _SLICE, size)
            length, at, last = digraphs.shortest_walk(
                self.edges, self.component, self.prisoners, self.graph.is_free, source, end, limit, room
            )
            if length == digraphs.NOT_FOUND:
                source = end
                continue
            source = at + 1
            if length == digraphs.NO_ROOM:
                proved = False
                continue
            limit, found = length, []
            while parents[last] >= 0:
                found.append(int(taken[last]))
                last = parents[last]
            found.reverse()
            source = at
        proved = proved and self.graph.is_whole and not self.graph.limits.symmetric
        return (self.cycle(found), proved) if found else (None, False)

    def cycle(self, edges: list[int]) -> Cycle:
        """Return a closed walk as play."""
        graph = self.graph
        start = int(np.searchsorted(graph.offsets, edges[0], side="right")) - 1
        position = graph.position(start)
        if graph.limits.symmetric:
            return _played_out(graph, position, start, [int(graph.targets[edge]) for edge in edges])
        moves = tuple(graph.move(edge) for edge in edges)
        if graph.is_free:
            return _with_prisoners(graph.game, position, moves)
        return Cycle(position, moves, 0, self.lead(start))

    def lead(self, state: int) -> tuple[Move, ...]:
        """Return a shortest path from the start of the search to a state."""
        targets = self.graph.targets
        first = np.full(len(self.graph), -1, np.int64)
        there = np.flatnonzero(targets != NOWHERE)[::-1]
        first[targets[there]] = there
        moves: list[Move] = []
        while state:
            edge = int(first[state])
            moves.append(self.graph.move(edge))
            state = int(np.searchsorted(self.graph.offsets, edge, side="right")) - 1
        return tuple(reversed(moves))

    # -- forced --------------------------------------------------------------------------------------------------------

    def endings(self, colour: Colour, hopeful: bool, prize: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Mark the states from which a side cannot go on for ever (`digraphs.endings`)."""
        size = len(self.graph)
        starts = np.zeros(size + 2, np.int64)
        digraphs.reverse_counts(self.edges, starts)
        back = digraphs.ReversedEdges(starts, np.zeros(int(starts[-1]), np.uint32))
        digraphs.reverse_fill(self.edges, back)
        marks = digraphs.EndingMarks(np.zeros(size, np.uint8), np.zeros(size, np.uint16), np.zeros(size, np.uint32))
        digraphs.endings(self.edges, back, self.sides, COLOURS.index(colour), hopeful, prize, marks)
        return marks.over

    def force(self, colour: Colour) -> Force:
        """Return the states from which a side can make the game go on for ever."""
        self.step(f"Looking for cycles that {colour.capitalize()} can force", 0, 1)
        prize = np.zeros(len(self.graph), np.uint8)
        over = [self.endings(colour, hopeful, prize) for hopeful in (False, True)]
        sure, maybe = (int(len(mark) - mark.sum()) for mark in over)
        from_start = True if not over[0][0] else None if not over[1][0] else False
        return Force(sure, maybe, from_start, self._example(over[0]) if sure else None)

    def _example(self, over: NDArray[np.uint8]) -> Cycle:
        """Return play that a side forces against any defence, until a state recurs."""
        state = int(np.flatnonzero(over == 0)[0])
        met: dict[int, int] = {}
        taken: list[int] = []
        while state not in met:
            met[state] = len(taken)
            edges = range(int(self.graph.offsets[state]), int(self.graph.offsets[state + 1]))
            edge = next(e for e in edges if self.graph.targets[e] != NOWHERE and not over[self.graph.targets[e]])
            taken.append(edge)
            state = int(self.graph.targets[edge])
        return self.cycle(taken[met[state] :])


def can_last(graph: StateGraph, colour: Colour, won: NDArray[np.bool_], lost: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Mark the states from which a side can reach ``won`` and no ``lost``, or go on for ever, within the limits."""
    prize = np.where(lost, 2, won.astype(np.uint8)).astype(np.uint8)
    search = _CycleSearch(graph, lambda what, done, total: None)
    return np.asarray(search.endings(colour, False, prize) == 0)


def _with_prisoners(game: Game, position: Position, moves: tuple[Move, ...]) -> Cycle:
    """Return a walk whose start holds exactly the prisoners that are returned along it."""
    held = Game.from_position(game.variant, game.board, replace(position, prisoners=dict.fromkeys(COLOURS, _AMPLE)))
    fewest = dict(held.prisoners)
    for move in moves:
        held.play(move)
        fewest = {colour: min(fewest[colour], held.prisoners[colour]) for colour in COLOURS}
    growth = held.prisoners["black"] - _AMPLE
    needed: dict[Colour, int] = {colour: _AMPLE - fewest[colour] for colour in COLOURS}
    return Cycle(replace(position, prisoners=needed), moves, growth)


def _played_out(graph: StateGraph, position: Position, start: int, nodes: list[int]) -> Cycle:
    """Return play along a walk that is closed up to symmetry, repeated until it is closed.

    Each round moves the position by the same symmetry, and there are finitely many, so it returns.
    """
    explorer = Explorer(graph.game, graph.limits)
    if graph.is_free:
        position = replace(position, prisoners=dict.fromkeys(COLOURS, _AMPLE))
    game = Game.from_position(graph.game.variant, graph.game.board, position)
    first = _without_prisoners(game)
    moves: list[Move] = []
    while not moves or _without_prisoners(game) != first:
        for node in nodes:
            for move in tuple(game.legal_moves()):
                game.play(move)
                if explorer.key(game.state()) == graph.states[node].tobytes():
                    moves.append(move)
                    break
                game.undo()
    if graph.is_free:
        return _with_prisoners(graph.game, position, tuple(moves))
    return Cycle(position, tuple(moves), 0)


def _without_prisoners(game: Game) -> tuple[object, ...]:
    position = game.position
    return position.stones, position.tiles, position.to_play, position.last_incursion


def as_game(game: Game, cycle: Cycle, rounds: int = 1) -> Game:
    """Return a cycle as a game that can be shown and saved: from its start, ``rounds`` rounds."""
    made = Game.from_position(game.variant, game.board, replace(cycle.start, created_by=None))
    for move in cycle.moves * rounds:
        made.play(move)
    return made
