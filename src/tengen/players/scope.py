"""The scope of an analysis: the moves it may search, and its details."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..records import COLOURS, Colour, Move, Pass, Place, Resign, Return, Tao, TengenError


def action_of(move: Move, points: int) -> int:
    """Return the action of a move on a board of ``points`` points; TengenError for a resignation."""
    if isinstance(move, Place):
        return move.point
    if isinstance(move, Tao):
        return points + move.point
    if move is Resign:
        raise TengenError("a resignation is not an action")
    return 2 * points + (move is Return)


def move_of(action: int, points: int) -> Move:
    """Return the move of an action on a board of ``points`` points.

    >>> move_of(3, 9), move_of(12, 9), move_of(18, 9)
    (Place(point=3), Tao(point=3), Pass)
    """
    if action >= 2 * points:
        return Pass if action == 2 * points else Return
    return Place(action) if action < points else Tao(action - points)


@dataclass(frozen=True, eq=False)
class Scope:
    """The restrictions and details of an analysis.

    ``barred`` gives, for both colours, Black first, and every action of the board, the depth below the root before
    which the move is not searched: (2, 2n + 2), numbered as in `actions`; 0 bars nothing, and None nothing anywhere.
    With ``detailed``, owners and the spread of results are counted separately after each move of the root.
    """

    barred: NDArray[np.uint32] | None = None
    detailed: bool = False


WHOLE: Final = Scope()
"""Every move, and no details."""


class Restrictions:
    """The moves that a search leaves out, collected from KataGo's ``avoid`` and ``allow``.

    An entry holds for the moves of one colour less than ``depth`` plies below the root: with 1, for those of the root.
    A colour has any number of ``avoid``, or one ``allow``.

    >>> from tengen import Place
    >>> limits = Restrictions(points=4)
    >>> limits.allow("white", [Place(2)], 1)
    >>> limits.barred.tolist()[1]
    [1, 1, 0, 1, 1, 1, 1, 1, 1, 1]
    """

    def __init__(self, points: int) -> None:
        self._points = points
        self._rows: dict[Colour, NDArray[np.uint32]] = {}
        self._allowed: set[Colour] = set()

    def avoid(self, colour: Colour, moves: Iterable[Move], depth: int) -> None:
        """Leave out these moves of a colour; TengenError after an ``allow`` for it."""
        if colour in self._allowed:
            raise TengenError(f"avoid cannot follow allow for {colour}")
        self._row(colour)[[action_of(move, self._points) for move in moves]] = depth

    def allow(self, colour: Colour, moves: Iterable[Move], depth: int) -> None:
        """Leave out all other moves of a colour; TengenError after another entry for it."""
        actions = [action_of(move, self._points) for move in moves]
        if colour in self._rows:
            raise TengenError(f"allow must be the only entry for {colour}")
        self._allowed.add(colour)
        row = self._row(colour)
        row[:] = depth
        row[actions] = 0

    def _row(self, colour: Colour) -> NDArray[np.uint32]:
        return self._rows.setdefault(colour, np.zeros(2 * self._points + 2, np.uint32))

    @property
    def barred(self) -> NDArray[np.uint32] | None:
        """The collected moves for a `Scope`; None without entries."""
        none = np.zeros(2 * self._points + 2, np.uint32)
        return np.array([self._rows.get(colour, none) for colour in COLOURS]) if self._rows else None
