"""The route "certificate": proofs under plain ko that no superko can spoil, and the play they lead to."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from ...game import Game
from ...records import Move, Pass, Place, TengenError
from ...rules.serving import Served
from .. import ordinary
from ..budget import Budget
from ..proofs.certificate import MOST_POINTS, Strategy, certified
from ..proofs.proof_tree import PASS
from ..proofs.prover import ProofNode, Prover
from ..retrograde.brackets import Retrograde
from ..retrograde.listing import Positions
from ..route import Value
from ..served import PositionNotServed
from .history_route import is_served

_FEWEST_POINTS: Final = 7
"""With fewer points a search that keeps the history is quick, and tells all moves that keep the value."""
_DEEPEST: Final = 30
_MEGABYTES: Final = 256


class _Guide:
    """One side's strategy, and where in it the game is; None once nothing can go wrong any more."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.lengths = strategy.lengths()
        self.node: ProofNode | None = strategy.root

    def moves(self) -> list[int]:
        """Return the moves of the strategy here, those that make the game long first."""
        after = self.strategy.after[self.node] if self.node else ()
        return [point for point, _ in sorted(after, key=lambda way: -self.lengths[way[1]])]

    def follow(self, point: int) -> None:
        """Go where a move leads."""
        if self.node:
            self.node = next((node for p, node in self.strategy.after[self.node] if p == point), None)


def refusal(game: Game) -> TengenError | None:
    """Return why no certificate is looked for."""
    who = "a certificate"
    axes: Served = {"repetition": is_served, "suicide": ("forbidden",), "scoring": ("area",), "passes": (2,)}
    found = ordinary.refusal(game, who, MOST_POINTS, **axes)
    if found is None and ordinary.has_history(game):
        return PositionNotServed(f"{who} needs a position without history that the side to move did not make")
    if found is None and len(game.board) < _FEWEST_POINTS:
        return PositionNotServed(f"{who} is sought on boards of {_FEWEST_POINTS} points or more")
    return found


def solve(game: Game, budget: Budget) -> Value | None:
    """Return the value of a position; None where plain ko does not settle it, or superko may spoil the proofs.

    Half of the seconds and of the positions is left to the search under superko, which has its turn then.

    Raises:
        OutOfBudget: a limit was reached.
    """
    budget = budget.half()
    rule, standing = game.rules.repetition, ordinary.Standing.of(game)
    bracket = Retrograde(Positions(game.board, budget=budget.part())).solve().bracket(*standing.sides)
    if bracket.low < bracket.high:
        return None
    guides: list[_Guide | None] = [None, None]
    for turn, s in ((0, bracket.low), (1, -bracket.low)):
        if s > -len(game.board):
            prover = Prover(game.board, s, superko=rule, budget=budget.part(), megabytes=_MEGABYTES)
            root = ProofNode(standing.sides[turn], standing.sides[1 - turn], turn)
            strategy = certified(prover, root, rule) if prover.prove(root, _DEEPEST) else None
            if strategy is None:
                return None
            guides[turn] = _Guide(strategy)
    moves: tuple[Move, ...] = ()
    line: tuple[Move, ...] = ()
    with suppress(KeyboardInterrupt):
        line = _line(game, guides)
        moves = line[:1] if guides[0] else tuple(game.legal_moves())
    margin = (-bracket.low if standing.side else bracket.low) - game.rules.compensation
    words = f"plain ko, and {rule} superko, from this position without history"
    best, play = (tuple(map(game.write_move, each)) for each in (moves, line))
    return Value(margin, margin, "points", True, best, play, words, "certificate", budget.looked_at)


def _line(game: Game, guides: Sequence[_Guide | None]) -> tuple[Move, ...]:
    """Return a game in which a side with a strategy follows it, and a side without one makes the game long."""
    game = game.copy()
    turn = 0
    while game.outcome is None:
        guide = guides[turn] or guides[1 - turn]
        points = guide.moves() if guide else []
        moves = (Pass if point == PASS else Place(point) for point in points)
        move: Move = next((move for move in moves if not game.why_not(move)), Pass)
        game.play(move)
        for each in guides:
            if each:
                each.follow(move.point if isinstance(move, Place) else PASS)
        turn = 1 - turn
    return game.moves
