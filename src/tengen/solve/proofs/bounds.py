"""Bounds of a position, tightened by proofs under plain ko: the route "search", for boards too large to list."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from typing import Any, Final

import numpy as np

from ...game import Game
from ...records import TengenError
from .. import ordinary
from ..budget import Budget, OutOfBudget
from ..route import Value
from .proof_tree import MOST_POINTS, PASS
from .prover import DEEPEST, KEPT, ProofNode, Prover


@dataclass
class _PointsQuestion:
    """Whether a side gets the prover's number of points, with the cost of the last ply of the search."""

    side: int
    prover: Prover
    cost: int = 0


class ProofBounds:
    """The proved bounds for both sides; ``proved`` is Black's and White's, each from its own view.

    For each side two questions are open at a time: whether it gets one point more than proved, and whether it gets all
    that is still possible. The cheapest is searched next.
    """

    def __init__(self, game: Game, budget: Budget) -> None:
        """Begin with nothing proved."""
        self._game, self._nodes, self._budget = game, nodes_of(game), budget
        n = len(game.board)
        self.proved: Final = [-n, -n]
        self._questions: list[_PointsQuestion] = []
        self.best: list[int | None] = [None, None]
        """The first moves by which Black, and White, prove their bounds (`Prover.move`)."""

    @property
    def settled(self) -> bool:
        return self.proved[0] == -self.proved[1]

    def press(self) -> None:
        """Search until the bounds meet, or to a limit of depth; after an interruption the current bounds hold."""
        if self._budget.keeper is not None:
            self._budget.keeper.keep("proofs", self._snapshot, self._take_up)
        while not self.settled:
            self._ask()
            open_ones = [question for question in self._questions if question.prover.depth < DEEPEST]
            if not open_ones:  # cycles prove nothing, so infinite play may leave the bounds apart
                return
            question = min(open_ones, key=lambda question: question.cost)
            side, prover = question.side, question.prover
            before = prover.nodes
            found = prover.deepen(self._nodes[side])
            question.cost = prover.nodes - before
            if found:
                self.proved[side], self.best[side] = prover.s, prover.move(self._nodes[side])

    def _take_up(self, kept: Mapping[str, Any]) -> None:
        self.proved[:] = map(int, kept["proved"])
        self.best[:] = [None if move < 0 else int(move) for move in kept["best"]]
        for number, (side, s, cost) in enumerate(kept["questions"].tolist()):
            self._questions.append(_PointsQuestion(side, self._prover(s), cost))
            self._questions[-1].prover.take_up({name: kept[f"{name}_{number}"] for name in KEPT})

    def _snapshot(self) -> dict[str, Any]:
        open_ones = [(question.side, question.prover.s, question.cost) for question in self._questions]
        found: dict[str, Any] = {
            "proved": self.proved,
            "best": [-1 if move is None else move for move in self.best],
            "questions": np.array(open_ones, np.int64).reshape(-1, 3),
        }
        for number, question in enumerate(self._questions):
            found |= {f"{name}_{number}": array for name, array in question.prover.snapshot().items()}
        return found

    def _ask(self) -> None:
        wanted = {(side, s) for side in (0, 1) for s in (self.proved[side] + 1, -self.proved[1 - side])}
        self._questions = [q for q in self._questions if (q.side, q.prover.s) in wanted]
        for side, s in sorted(wanted - {(q.side, q.prover.s) for q in self._questions}):
            self._questions.append(_PointsQuestion(side, self._prover(s)))

    def _prover(self, s: int) -> Prover:
        """Return a prover with a sixth of the memory: four are at work, and two hold proved results."""
        rules = self._game.rules
        return Prover(
            self._game.board, s, suicide=rules.suicide == "allowed", passes=rules.passes, budget=self._budget.part(3),
        )  # fmt: skip


def nodes_of(game: Game) -> list[ProofNode]:
    """Return the state of a game as a node of Black's proofs and of White's."""
    (black, white, side, passes), ko = ordinary.Standing.of(game), ordinary.ko_point(game)
    return [ProofNode(black, white, side, ko, passes), ProofNode(white, black, 1 - side, ko, passes)]


_LARGE: Final = 17
"""From this many points on, listing takes minutes and gigabytes, so a proof search is tried first."""
_TRIED: Final = 1 << 29
"""The maximum number of positions of this search, about ten minutes."""


def refusal(game: Game) -> TengenError | None:
    """Return why proofs cannot be searched for a game."""
    return ordinary.refusal(game, "a proof", MOST_POINTS, repetition=ordinary.is_plain_ko, scoring=("area",))


def solve(game: Game, budget: Budget) -> Value:
    """Tighten both bounds by proofs, at increasing depth, until the budget is spent."""
    bounds = ProofBounds(game, budget)
    with suppress(OutOfBudget, KeyboardInterrupt):
        bounds.press()
    return _value(game, bounds, budget)


def solve_soon(game: Game, budget: Budget) -> Value | None:
    """Return the value of a large board if it is found soon, otherwise None; after Ctrl-C, the proved bounds.

    Half of the budget is left to the list. A checkpoint file keeps only one of the two, so with a kept proof only the
    list runs.
    """
    if len(game.board) < _LARGE or budget.keeper is not None:
        return None
    part = budget.half()
    most = budget.looked_at + _TRIED
    part.nodes = most if part.nodes is None else min(part.nodes, most)
    bounds = ProofBounds(game, part)
    try:
        bounds.press()
    except KeyboardInterrupt:
        return _value(game, bounds, part)
    found = _value(game, bounds, part)
    return found if found.complete else None


def _value(game: Game, bounds: ProofBounds, budget: Budget) -> Value:
    """Return the proved bounds of a game, with the proving moves if its value is settled.

    No side gets more than the whole board; but if komi exceeds that, infinite play may be worth more.
    """
    komi, (black, white) = game.rules.compensation, bounds.proved
    nothing = -len(game.board)
    endless = abs(komi) > len(game.board)
    low = -inf if endless and black == nothing else black - komi
    high = inf if endless and white == nothing else -white - komi
    best = bounds.best[game.to_play == "white"] if low == high else None
    moves = () if best is None else (ordinary.written(game, None if best == PASS else best),)
    words = "plain ko, with any history, whatever a cycle is worth; superko is not covered"
    return Value(low, high, "points", low == high, moves, (), words, "search", budget.looked_at)
