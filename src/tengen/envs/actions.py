"""Actions as numbers: every move of a game has one, and none is wasted on moves that its rules do not have."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..boards import Board
from ..game.move_text import read_move, write_move
from ..records import Move, Pass, Place, Return, Tao, TengenError
from ..records.errors import UnservedRules
from ..rules import Rules


@dataclass(frozen=True)
class Actions:
    """The actions of a game: a stone on each point in order; then a pass, a return and Tao stones, where there are any.

    Under fairness = swap the last one swaps sides. It is not a move: `swap` is its number, and its text is "swap".

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
    def moves(self) -> tuple[Move | None, ...]:
        """The moves by their numbers; None for a number that stands for nothing."""
        n, room = len(self.board), self.room
        stones, tao = [*map(Place, range(n))], [*map(Tao, range(n))] if self.rules.tao == "on" else []
        gestures = (Pass if self.rules.may_pass else None, Return if self.rules.may_return else None)
        if not room:
            return (*stones, *filter(None, gestures), *tao)
        nothing: list[Move | None] = [None] * (room - n)
        if not tao:
            return (*stones, *nothing, *[None] * n, *nothing, *gestures)
        return (*stones, *nothing, *tao, *nothing, *gestures)

    @cached_property
    def numbers(self) -> dict[Move, int]:
        """The numbers of the moves."""
        return {move: number for number, move in enumerate(self.moves) if move is not None}

    @cached_property
    def swap(self) -> int | None:
        """The action that swaps sides; None where there is none."""
        if self.rules.fairness != "swap":
            return None
        if self.room:
            raise UnservedRules(["a batch with games of several kinds does not serve fairness = swap; it serves none"])
        return len(self.moves)

    def __len__(self) -> int:
        return len(self.moves) + (self.swap is not None)

    def __contains__(self, action: object) -> bool:
        return (
            isinstance(action, (int, np.integer))
            and 0 <= int(action) < len(self)
            and (action == self.swap or self.moves[action] is not None)
        )

    def move(self, action: int) -> Move:
        """Return the move of an action; TengenError where there is no such action."""
        if not isinstance(action, (int, np.integer)) or not 0 <= action < len(self):
            raise TengenError(f"there is no action {action!r:.60}; they are 0 to {len(self) - 1}")
        found = None if action == self.swap else self.moves[action]
        if found is None:
            raise TengenError(f"action {action} stands for no move of this game")
        return found

    def number(self, move: Move | str) -> int:
        """Return the action of a move or its text.

        Raises:
            TengenError: the game has no such move; resignation is none. FormatError: the text is no move.
        """
        if move == "swap" and self.swap is not None:
            return self.swap
        found = self.numbers.get(read_move(move, self.board) if isinstance(move, str) else move)
        if found is None:
            raise TengenError(f"{move!r} is no action of this game")
        return found

    def text(self, action: int) -> str:
        """Return an action as text, as `Game.play` reads it."""
        return "swap" if action == self.swap else write_move(self.move(action), self.board)
