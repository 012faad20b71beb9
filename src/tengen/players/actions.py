"""Moves as numbers, one way for every game: what searches from outside and networks call actions."""

from __future__ import annotations

from ..records import Move, Pass, Place, Resign, Return, Tao, TengenError


def action_of(move: Move, points: int) -> int:
    """Return the action of a move on a board of ``points`` points.

    Raises:
        TengenError: a resignation, which is no action.
    """
    if isinstance(move, Place):
        return move.point
    if isinstance(move, Tao):
        return points + move.point
    if move is Resign:
        raise TengenError("a resignation is no action")
    return 2 * points + (move is Return)


def move_of(action: int, points: int) -> Move:
    """Return the move of an action on a board of ``points`` points.

    >>> move_of(3, 9), move_of(12, 9), move_of(18, 9)
    (Place(point=3), Tao(point=3), Pass)
    """
    if action >= 2 * points:
        return Pass if action == 2 * points else Return
    return Place(action) if action < points else Tao(action - points)
