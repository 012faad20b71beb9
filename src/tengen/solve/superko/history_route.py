"""The route "superko": a search that keeps the history in its keys, on the smallest boards."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace

from ...game import Game
from ...records import TengenError
from ...rules import Compares, Repetition
from ...rules.repetition import compared_by_superko
from .. import ordinary
from ..bracket import Bracket
from ..budget import Budget, OutOfBudget
from ..route import Value, played_on
from .exact import HistoryNode, Superko
from .first_bounds import first_bounds
from .position_table import MOST_POINTS


def is_served(row: Repetition) -> bool:
    """Say whether a rule of repetition is served: every superko is."""
    return row.is_superko


def refusal(game: Game) -> TengenError | None:
    """Return why a game is not searched with its history."""
    return ordinary.refusal(game, "the search under superko", MOST_POINTS, repetition=is_served)


def refusal_on_points(game: Game) -> TengenError | None:
    """Return why a game in which both sides play on some points only is not searched with its history."""
    return ordinary.refusal(game, "the search under superko", len(game.board), repetition=is_served)


def solve(game: Game, budget: Budget) -> Value:
    """Return the value of a game, or the bounds reached when its budget was spent.

    Raises:
        OutOfBudget: a limit was reached before the search began.
    """
    rules = game.rules
    suicide = rules.suicide == "allowed"
    solver = Superko(
        game.board, rules.repetition, suicide=suicide, passes=rules.passes, scoring=rules.scoring, budget=budget
    )
    return _solved(game, solver, "superko", _known(game, budget))


def _known(game: Game, budget: Budget) -> Bracket[int] | None:
    """Return bounds that are known of Black's score without a search; None where there are none."""
    rules = game.rules
    plain = (rules.suicide, rules.passes, rules.scoring) == ("forbidden", 2, "area")
    if not plain or game.moves or ordinary.has_history(game):
        return None
    standing = ordinary.Standing.of(game)
    found = first_bounds(game.board, rules.repetition, standing.sides, budget)
    return found.turned() if standing.side else found


def solve_on_points(game: Game, budget: Budget, points: Collection[int]) -> Value:
    """Return the value of a game in which both sides play on some points only, and pass; raises as `solve`."""
    found = _solved(game, Superko.on_points(game, points, budget), "superko on points")
    return replace(found, rules=f"{found.rules}; {played_on(game, points)}")


def _solved(game: Game, solver: Superko, route: str, known: Bracket[int] | None = None) -> Value:
    """Return what a solver finds of a game, of which some bounds are known."""
    rules, node = game.rules, _root(game)
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


def _root(game: Game) -> HistoryNode:
    """Return where a game stands, with all of its history."""
    compares = compared_by_superko("the search under superko", game.rules.repetition)
    seen = set()
    for situation in game.situations:
        side = {Compares.POSITION: "black", Compares.SIDE: situation.to_play, Compares.CREATOR: situation.creator}
        if side[compares] is not None:
            seen.add((*ordinary.masks(situation.content), 0 if side[compares] == "black" else 1))
    return HistoryNode(*ordinary.Standing.of(game), frozenset(seen))
