"""Actions as numbers: one for every possible move of a game, none for moves that its rules lack."""

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
    """The actions of a game: a stone on each point in order; then a pass, a return and Tao stones, where possible.

    >>> from tengen import Game
    >>> game = Game("go-with-pie", board="5x5")
    >>> actions = Actions(game.board, game.rules)
    >>> actions.number("C3"), actions.move(12), actions.text(25), actions.numbers[Pass], actions.swap, len(actions)
    (12, Place(point=12), 'pass', 25, 26, 27)
    """

    board: Board
    rules: Rules
    room: int = 0

    @cached_property
    def moves(self) -> tuple[Move | None, ...]:
        """The moves by their numbers; None for an unused number."""
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
        return {move: number for number, move in enumerate(self.moves) if move is not None}

    @cached_property
    def swap(self) -> int | None:
        """The action that swaps sides, or None."""
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
        """Return the move of an action; TengenError for an invalid one."""
        if not isinstance(action, (int, np.integer)) or not 0 <= action < len(self):
            raise TengenError(f"there is no action {action!r:.60}; choose 0 to {len(self) - 1}")
        found = None if action == self.swap else self.moves[action]
        if found is None:
            raise TengenError(f"action {action} is not a move of this game")
        return found

    def number(self, move: Move | str) -> int:
        """Return the action of a move or its text.

        Raises:
            TengenError: the game has no such move; resignation is not an action. FormatError: the text is not a move.
        """
        if move == "swap" and self.swap is not None:
            return self.swap
        found = self.numbers.get(read_move(move, self.board) if isinstance(move, str) else move)
        if found is None:
            raise TengenError(f"{move!r} is not an action of this game")
        return found

    def text(self, action: int) -> str:
        """Return an action as text, as `Game.play` reads it."""
        return "swap" if action == self.swap else write_move(self.move(action), self.board)
