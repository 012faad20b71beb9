"""Exact values under superko, on boards small enough to number every position.

Under superko the future depends on the past. So table entries are for a position, the side to move, the passes *and the
set of earlier situations that can still recur*, compared in full: no histories are mixed, no hash is trusted. (Omitting
unreachable situations is exact, and makes far more histories equal.)

The search tests one threshold at a time: is the value, for Black, at least s? A search of bounded depth answers yes,
no, or unknown. The depth grows until the answer is known, which happens eventually, since games under superko are
finite. Yes and no are final at any depth. The only shortcut is the score that a side keeps even if it always passes
(`safety.sure`), which no rule of repetition affects.

For graph-history interaction see A. Kishimoto and M. Mueller, A general solution to the graph history interaction
problem, AAAI 2004; on small boards the whole relevant history fits into the key.

The route "superko" uses this search on the smallest boards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...boards import Board
from ...game import Game
from ...records import TengenError, UnservedRules
from ...rules import Compares
from ...rules.axis import refusal as axis_refusal
from ...rules.repetition import compared_by_superko
from .. import ordinary
from ..budget import BoardTooLarge, Budget, OutOfBudget, counters, plies_deep, run_watched
from ..checkpoints import packed
from ..route import Bracket, Value, played_on
from . import history_tree as tree
from .first_bounds import first_bounds
from .position_table import SCORES, WHO, PositionTable, every_position, positions_on

_KINDS = {Compares.POSITION: tree.POSITIONAL, Compares.SIDE: tree.SITUATIONAL, Compares.CREATOR: tree.NATURAL}
_DEEPEST = 1000
_HISTORIES = 1 << 13
"""The maximum number of histories of each position in the table, if memory allows."""


@dataclass(frozen=True)
class HistoryNode:
    """A position under superko: stones, side to move (0 Black, 1 White), passes, and the situations seen, as marks.

    A mark is (black, white, side): the side to move under situational superko, the side that created the position under
    natural superko, 0 under positional superko. The marks include the current position.
    """

    black: int
    white: int
    side: int
    passes: int
    seen: frozenset[tuple[int, int, int]]


class Superko:
    """A solver for positions of one board under one superko rule; it keeps its results.

    >>> from tengen import boards
    >>> game = Superko(boards.parse("2x2"), "positional")
    >>> game.value(game.start())
    (1, 1)
    """

    def __init__(
        self,
        board: Board,
        rule: str,
        *,
        suicide: bool = False,
        passes: int = 2,
        scoring: str = "area",
        budget: Budget | None = None,
        table: PositionTable | None = None,
    ) -> None:
        """Number the positions of a board, or use those of a table.

        Raises:
            PositionNotServed, UnservedRules: the board's stones, the rules; OutOfMemory.
        """
        if scoring not in SCORES:
            raise UnservedRules([axis_refusal(WHO, "scoring", scoring, SCORES)])
        self.rule: int = _KINDS[compared_by_superko(WHO, rule)]
        self.passes = passes
        self.budget: Budget = budget or Budget()
        self._table = table or every_position(board, self.budget, suicide=suicide, scoring=scoring)
        self._graph, self._points = self._table.graph, len(board)
        self._shared = counters()
        self._depth = 1
        size, half = self._graph.reached.shape
        words = half * (1 if self.rule == tree.POSITIONAL else 2)
        left = self.budget.memory - self.budget.used
        most = max(1 << 10, min(size * _HISTORIES, left * 3 // 4 // (8 * words + 24)))
        entries = 1 << (int(most).bit_length() - 1)
        self.budget.take(entries * (8 * words + 24), "the table of a search")
        self._keys = np.zeros((entries, words + 1), np.uint64)
        self._found = np.zeros((entries, 4), np.int16)
        self._hints = np.full((size, 2, 4), -2, np.int16)
        self._frames = np.zeros(_DEEPEST + 2, tree.FRAME)
        self._scratch = np.zeros((_DEEPEST + 1, words + 1), np.uint64)
        self._history = np.zeros(words, np.uint64)

    def start(self, black: int = 0, white: int = 0, side: int = 0, creator: int | None = None) -> HistoryNode:
        """Return a position without history; ``creator`` made it, for natural superko."""
        mark = {tree.POSITIONAL: 0, tree.SITUATIONAL: side, tree.NATURAL: creator}[self.rule]
        return HistoryNode(black, white, side, 0, frozenset() if mark is None else frozenset([(black, white, mark)]))

    def _begin(self, node: HistoryNode) -> None:
        self._history[:] = 0
        half = self._graph.reached.shape[1]
        for black, white, side in node.seen:
            at = self._table.numbers.get((black, white))
            if at is None:  # it cannot occur from here
                continue
            mark = at + 64 * half * side
            self._history[mark >> 6] |= np.uint64(1) << np.uint64(mark & 63)
        root = self._frames[0]
        root["position"], root["side"] = self._table.numbers.get((node.black, node.white)), node.side
        root["passes"] = node.passes

    def decide(self, node: HistoryNode, s: int) -> bool:
        """Return whether Black gets at least s."""
        answer = self._ask(node, s, 1, _DEEPEST)
        if answer == tree.UNKNOWN:
            raise BoardTooLarge(f"games on {self._table.board.text} are longer than the {_DEEPEST} plies searched")
        return answer == tree.YES

    def _ask(self, node: HistoryNode, s: int, depth: int, deepest: int) -> int:
        if abs(s) > self._points:
            return tree.YES if s < 0 else tree.NO
        goal = tree.HistoryGoal(s, self.rule, self.passes, self._points)
        memory = tree.HistoryMemory(
            self._frames, self._history, self._scratch, self._keys, self._found, self._hints, self._shared
        )
        given = depth, deepest, goal, self._graph, memory

        def work() -> int:
            self._begin(node)
            return int(tree.decide(*given))

        return int(run_watched(work, self._shared, self.budget, plies_deep(deepest), is_kept=True))

    def value(self, node: HistoryNode, known: Bracket[int] | None = None) -> tuple[int, int]:
        """Return bounds of Black's score: equal, unless the budget or Ctrl-C ends the search early.

        ``known`` bounds are not searched again. At every depth both bounds are tightened as far as possible, so shallow
        proofs are found first. ``interrupted`` is set after Ctrl-C.
        """
        self.low: int
        self.high: int
        self.low, self.high = known or (-self._points, self._points)
        self.interrupted: bool = False
        self._depth = 0
        if self.budget.keeper is not None:
            self.budget.keeper.keep("superko", self._snapshot, self._take_up)
        try:
            while self.low < self.high and self._depth < _DEEPEST:
                self._depth += 1
                while self.low < self.high and self._press(node, self._depth):
                    pass
        except OutOfBudget:
            pass
        except KeyboardInterrupt:
            self.interrupted = True
        return self.low, self.high

    def _take_up(self, kept: Mapping[str, Any]) -> None:
        """Resume from a snapshot; the depth in progress is searched again."""
        self._keys[kept["used"]], self._found[kept["used"]] = kept["keys"], kept["found"]
        self._hints[:] = kept["hints"]
        self.low, self.high = map(int, kept["bounds"])
        self._depth = int(kept["depth"]) - 1

    def _snapshot(self) -> dict[str, Any]:
        used, keys = packed(self._keys)
        table = {"used": used, "keys": keys, "found": self._found[used], "hints": self._hints}
        return {"bounds": (self.low, self.high), "depth": self._depth, **table}

    def _press(self, node: HistoryNode, depth: int) -> bool:
        """Tighten a bound by a search of some depth; return whether one moved."""
        for s in (self.high, self.low + 1):
            answer = self._ask(node, s, depth, depth)
            if answer == tree.YES:
                self.low = s
                return True
            if answer == tree.NO:
                self.high = s - 1
                return True
        return False

    def after(self, node: HistoryNode) -> Iterable[tuple[int | None, HistoryNode]]:
        """Yield every legal move (None: the pass, last) with the node after it."""
        kind = {tree.POSITIONAL: 0, tree.SITUATIONAL: 1 - node.side, tree.NATURAL: node.side}[self.rule]
        for p, black, white in self._table.after(node.black, node.white, node.side):
            mark = black, white, kind
            if mark not in node.seen:
                yield p, HistoryNode(black, white, 1 - node.side, 0, node.seen | {mark})
        seen = node.seen
        if self.rule == tree.SITUATIONAL:
            seen = seen | {(node.black, node.white, 1 - node.side)}
        yield None, replace(node, side=1 - node.side, passes=node.passes + 1, seen=seen)

    def best(self, node: HistoryNode, value: int) -> list[tuple[int | None, HistoryNode]]:
        """Return the moves that keep a value, with the nodes after them."""
        if node.passes == self.passes:
            return []
        s = value if node.side == 0 else value + 1
        return [(p, after) for p, after in self.after(node) if self.decide(after, s) == (node.side == 0)]


def refusal(game: Game) -> TengenError | None:
    """Return why a game cannot be searched with its history."""
    return ordinary.refusal(game, "the search under superko", ordinary.FOLLOWED_POINTS, repetition=ordinary.is_superko)


def refusal_on_points(game: Game) -> TengenError | None:
    """Return why a game limited to some points cannot be searched with its history."""
    return ordinary.refusal(game, "the search under superko", len(game.board), repetition=ordinary.is_superko)


def solve(game: Game, budget: Budget) -> Value:
    """Return a game's value, or its bounds when the budget ran out."""
    rules = game.rules
    suicide = rules.suicide == "allowed"
    solver = Superko(
        game.board, rules.repetition, suicide=suicide, passes=rules.passes, scoring=rules.scoring, budget=budget
    )
    known: Bracket[int] | None = None
    plain = (rules.suicide, rules.passes, rules.scoring) == ("forbidden", 2, "area")
    if plain and not game.moves and not ordinary.has_history(game):
        standing = ordinary.Standing.of(game)
        known = first_bounds(game.board, rules.repetition, standing.sides, budget)
        known = known.turned() if standing.side else known
    return _solved(game, solver, "superko", known)


def solve_on_points(game: Game, budget: Budget, points: Collection[int]) -> Value:
    """Return the value of a game in which both sides play only on some points, and pass; raises as `solve`."""
    rules, table = game.rules, positions_on(game, points, budget)
    solver = Superko(
        game.board, rules.repetition, passes=rules.passes, scoring=rules.scoring, budget=budget, table=table
    )
    found = _solved(game, solver, "superko on points")
    return replace(found, rules=f"{found.rules}; {played_on(game, points)}")


def _solved(game: Game, solver: Superko, route: str, known: Bracket[int] | None = None) -> Value:
    rules, seen = game.rules, set()
    compares = compared_by_superko("the search under superko", rules.repetition)
    for situation in game.situations:
        side = {Compares.POSITION: "black", Compares.SIDE: situation.to_play, Compares.CREATOR: situation.creator}
        if side[compares] is not None:
            seen.add((*ordinary.masks(situation.content), 0 if side[compares] == "black" else 1))
    node = HistoryNode(*ordinary.Standing.of(game), frozenset(seen))
    low, high = solver.value(node, known)
    moves: tuple[str, ...] = ()
    line: list[str] = []
    if low == high:
        with suppress(KeyboardInterrupt, OutOfBudget):
            moves = tuple(ordinary.written(game, point) for point, _ in solver.best(node, low))
            for point in ordinary.line_of_play(node, lambda node: solver.best(node, low)):
                line.append(ordinary.written(game, point))
    history = "with the history of this game" if game.moves else "from this position without history"
    words = f"{rules.repetition} superko, {history}"
    komi = rules.compensation
    return Value(
        low - komi, high - komi, "points", low == high, moves, tuple(line), words, route,
        solver.budget.looked_at,
    )  # fmt: skip
