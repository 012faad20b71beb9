"""The route "search": proofs press both bounds of a board too large to list, under plain ko with area scoring."""

from __future__ import annotations

from contextlib import suppress
from math import inf
from typing import Final

from ...game import Game
from ...records import TengenError
from ...rules import Ko, Repetition
from .. import ordinary
from ..budget import Budget, OutOfBudget
from ..route import Value
from .bounds import Bounds, nodes_of
from .proof_tree import MOST_POINTS, PASS

_LARGE: Final = 17
"""The number of points from which a list takes minutes and gigabytes: there a search for proofs is tried first."""
_TRIED: Final = 1 << 29
"""The most positions that this search looks at, in some ten minutes."""


def refusal(game: Game) -> TengenError | None:
    """Return why no proofs are searched for a game."""
    return ordinary.refusal(game, "a proof", MOST_POINTS, repetition=is_served, scoring=("area",))


def is_served(row: Repetition) -> bool:
    """Say whether a rule of repetition is plain ko."""
    return row.compares is None and row.ko is Ko.SIMPLE


def solve(game: Game, budget: Budget) -> Value:
    """Press both bounds by proofs, deeper and deeper, while the budget lasts."""
    bounds = _bounds(game, budget)
    with suppress(OutOfBudget, KeyboardInterrupt):
        bounds.press()
    return _value(game, bounds, budget)


def solve_soon(game: Game, budget: Budget) -> Value | None:
    """Return the value of a large board if it is found soon, else None; after Ctrl-C, the bounds proved by then.

    Half of what is allowed is left to the list. A file keeps one of the two, so where the proof is kept the list alone
    has its turn.

    Raises:
        OutOfBudget: it was not found soon.
    """
    if len(game.board) < _LARGE or budget.keeper is not None or refusal(game) is not None:
        return None
    part = budget.half()
    most = budget.looked_at + _TRIED
    part.nodes = most if part.nodes is None else min(part.nodes, most)
    bounds = _bounds(game, part)
    try:
        bounds.press()
    except KeyboardInterrupt:
        return _value(game, bounds, part)
    found = _value(game, bounds, part)
    return found if found.complete else None


def _bounds(game: Game, budget: Budget) -> Bounds:
    return Bounds(game, nodes_of(ordinary.Standing.of(game), ordinary.ko_point(game)), budget)


def _value(game: Game, bounds: Bounds, budget: Budget) -> Value:
    """Return what is proved of a game, and with which move if that is all.

    Nobody gets more than the whole board; but where komi is more than that, infinite play may be worth more.
    """
    komi, (black, white) = game.rules.compensation, bounds.proved
    nothing = -len(game.board)
    endless = abs(komi) > len(game.board)
    low = -inf if endless and black == nothing else black - komi
    high = inf if endless and white == nothing else -white - komi
    best = bounds.best_move(ordinary.Standing.of(game).side) if low == high else None
    moves = () if best is None else (_written(game, best),)
    line = tuple(_written(game, point) for point in bounds.line)
    words = "plain ko, with any history, whatever a cycle is worth; superko is not covered"
    return Value(low, high, "points", low == high, moves, line, words, "search", budget.looked_at)


def _written(game: Game, point: int) -> str:
    return ordinary.written(game, None if point == PASS else point)
