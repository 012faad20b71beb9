"""The route "search": proofs press both bounds of a board too large to list, under plain ko with area scoring."""

from __future__ import annotations

from contextlib import suppress

from ...game import Game
from ...records import TengenError
from ...rules import Ko, Repetition
from .. import ordinary
from ..budget import Budget, OutOfBudget
from ..route import Value
from .bounds import Bounds, nodes_of
from .proof_tree import MOST_POINTS


def refusal(game: Game) -> TengenError | None:
    """Return why no proofs are searched for a game."""
    return ordinary.refusal(game, "a proof", MOST_POINTS, repetition=is_served, scoring=("area",))


def is_served(row: Repetition) -> bool:
    """Say whether a rule of repetition is plain ko."""
    return row.compares is None and row.ko is Ko.SIMPLE


def solve(game: Game, budget: Budget) -> Value:
    """Press both bounds by proofs, deeper and deeper, while the budget lasts."""
    rules, standing = game.rules, ordinary.Standing.of(game)
    bounds = Bounds(game, nodes_of(standing, ordinary.ko_point(game)), budget)
    best: int | None = None
    with suppress(OutOfBudget, KeyboardInterrupt):
        bounds.press()
        best = bounds.best_move(standing.side) if bounds.settled else None
    low, high = bounds.proved[0], -bounds.proved[1]
    moves = () if best is None else (ordinary.written(game, best),)
    words = "plain ko, with any history, whatever a cycle is worth; superko is not covered"
    komi = rules.compensation
    return Value(low - komi, high - komi, "points", low == high, moves, (), words, "search", budget.looked_at)
