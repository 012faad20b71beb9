"""Bounds under superko of a position without history, without a search of histories.

A result that a side can force without any rule of repetition is also proved under situational and natural superko, if
two passes end the game; `states.brackets` gives the argument, and why it does not extend to positional superko.

The empty board is worth at least 0 to the side that begins, under every superko, without suicide. It never recurs,
since a placed stone stays on the board or is replaced by its captors. So the result p of a side's best placement there
depends on neither the history nor the passes, and is the same for both. If p >= 0, the side places. If not, it passes;
the other side would get less than 0 by placing a stone, so it passes, too, and so on to the end, which is worth 0.
"""

from __future__ import annotations

from typing import Final

from ...boards import Board
from ...game import Game
from ...records import TengenError
from ...rules import Compares, Repetition
from ...rules.repetition import compared_by_superko
from ...rules.serving import Served
from .. import ordinary
from ..budget import Budget, PositionNotServed
from ..route import Bracket, Value
from ..states.brackets import Positions, Retrograde
from .position_table import WHO

_FEWEST_POINTS: Final = 10
"""On boards with fewer points, certificates and histories are searched immediately."""


def first_bounds(board: Board, rule: str, sides: tuple[int, int], budget: Budget) -> Bracket[int]:
    """Return bounds for the side to move; ``sides`` are its stones and the other's.

    Two passes end the game, the area counts, suicide is forbidden, and the position has no history. OutOfBudget if the
    budget is too small.
    """
    found = Bracket(-len(board), len(board))
    if compared_by_superko(WHO, rule) is not Compares.POSITION:
        found = _unbarred(board, budget).bracket(*sides)
    return _begun(found, sides)


def _begun(found: Bracket[int], sides: tuple[int, int]) -> Bracket[int]:
    """Return bounds of a position; at least 0 for the empty board."""
    return Bracket(max(found.low, 0), found.high) if sides == (0, 0) else found


def _unbarred(board: Board, budget: Budget) -> Retrograde:
    """Return the value of every position of a board with no repetition forbidden."""
    return Retrograde(Positions(board, budget=budget.part()), ko=False).solve()


def refusal(game: Game) -> TengenError | None:
    """Return why such bounds cannot be computed for a game."""
    who = "a list without forbidden repetition"
    axes: Served = {"suicide": ("forbidden",), "scoring": ("area",), "passes": (2,)}

    def is_served(row: Repetition) -> bool:
        return row.is_superko and row.compares in (Compares.SIDE, Compares.CREATOR)

    found = ordinary.refusal(game, who, ordinary.LISTED_POINTS, repetition=is_served, **axes)
    if found is None and (game.moves or ordinary.has_history(game)):
        return PositionNotServed(f"{who} needs a position without history that the side to move did not make")
    if found is None and len(game.board) < _FEWEST_POINTS:
        return PositionNotServed(f"{who} is made on boards of {_FEWEST_POINTS} points or more")
    return found


def solve(game: Game, budget: Budget) -> Value | None:
    """Return the value of a position, or its bounds on a board too large for a search with the history."""
    standing, rule = ordinary.Standing.of(game), game.rules.repetition
    listed = _unbarred(game.board, budget)
    bracket = _begun(listed.bracket(*standing.sides), standing.sides)
    if bracket.low < bracket.high and len(game.board) <= ordinary.FOLLOWED_POINTS:
        return None
    moves: tuple[str, ...] = ()
    if bracket.is_settled:
        options = listed.options(*standing.sides)
        moves = tuple(ordinary.written(game, each.point) for each in options if each.bracket.low == bracket.low)
    black = bracket.turned() if standing.side else bracket
    komi = game.rules.compensation
    words = f"{rule} superko, from this position without history"
    return Value(
        black.low - komi, black.high - komi, "points", bracket.is_settled, moves, (), words, "unbarred",
        len(listed.positions),
    )  # fmt: skip
