"""Actions as numbers: every move of a game has one, and none is wasted on moves that its rules do not have."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..boards import Board
from ..game.move_text import read_move, write_move
from ..records import Move, Pass, Place, Return, Tao, TengenError
from ..rules import Rules


@dataclass(frozen=True)
class Actions:
    """The actions of a game: a stone on each point in order; then a pass, a return and Tao stones, where there are any.

    With ``room`` the numbers are those of boards of any size up to ``room`` points, and some of them stand for nothing:
    a stone on point p is p, a Tao stone room + p, a pass 2 room, and a return 2 room + 1.

    >>> from tengen import boards, variant
    >>> actions = Actions(boards.parse("3x3"), variant("tao").rules)
    >>> len(actions), actions.number("pass"), actions.number("tao A1"), actions.text(4)
    (19, 9, 16, 'B2')
    >>> actions = Actions(boards.parse("3x3"), variant("tao").rules, room=25)
    >>> len(actions), actions.number("pass"), actions.number("tao A1"), actions.text(4)
    (52, 50, 31, 'B2')
    """

    board: Board
    rules: Rules
    room: int = 0

    @cached_property
    def pass_at(self) -> int | None:
        """The number of the pass; None where there is none."""
        return (2 * self.room or len(self.board)) if self.rules.may_pass else None

    @cached_property
    def return_at(self) -> int | None:
        """The number of returning a prisoner (spec 2.6); None where there is no such move."""
        if not self.rules.may_return:
            return None
        return 2 * self.room + 1 if self.room else len(self.board) + (self.pass_at is not None)

    @cached_property
    def tao_at(self) -> int | None:
        """The number of a Tao stone on point 0 (spec 3.3), the other points following; None where there is none."""
        if self.rules.tao != "on":
            return None
        return self.room or len(self.board) + (self.pass_at is not None) + (self.return_at is not None)

    def __len__(self) -> int:
        if self.room:
            return 2 * self.room + 2
        n = len(self.board)
        return n + (self.pass_at is not None) + (self.return_at is not None) + (n if self.tao_at is not None else 0)

    def __contains__(self, action: object) -> bool:
        try:
            self.move(action)  # type: ignore[arg-type]
        except TengenError:
            return False
        return True

    def move(self, action: int) -> Move:
        """Return the move of an action; TengenError where there is no such action."""
        if not isinstance(action, (int, np.integer)) or not 0 <= action < len(self):
            raise TengenError(f"there is no action {action!r:.60}; they are 0 to {len(self) - 1}")
        if action < len(self.board):
            return Place(int(action))
        if action == self.pass_at:
            return Pass
        if action == self.return_at:
            return Return
        if self.tao_at is None or not 0 <= action - self.tao_at < len(self.board):
            raise TengenError(f"action {action} stands for no move of this game")
        return Tao(int(action) - self.tao_at)

    def number(self, move: Move | str) -> int:
        """Return the action of a move or its text.

        Raises:
            TengenError: the game has no such move; resignation is none. FormatError: the text is no move.
        """
        given = move
        if isinstance(move, str):
            move = read_move(move, self.board)
        n = len(self.board)
        found = None
        if isinstance(move, Place) and 0 <= move.point < n:
            found = move.point
        elif isinstance(move, Tao) and 0 <= move.point < n and self.tao_at is not None:
            found = self.tao_at + move.point
        elif move is Pass:
            found = self.pass_at
        elif move is Return:
            found = self.return_at
        if found is None:
            raise TengenError(f"{given!r} is no action of this game")
        return found

    def text(self, action: int) -> str:
        """Return an action as text, as `Game.play` reads it."""
        return write_move(self.move(action), self.board)
