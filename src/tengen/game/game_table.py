"""What is on a game's table: who is to play, the moves so far, stones, tiles, prisoners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..boards import Board
from ..draw.text import rows as text_rows
from ..kernel import State
from ..records import BoardError, Colour, Content, Move, Place, Position
from .repetition import History, Situation
from .setup import read_position
from .turn import Turn


class Table:
    """What can be seen of a game at any time; `Game` says how it comes about."""

    board: Board
    _state: State
    _history: History
    _to_play: Colour
    _moves: list[Move]
    _turns: list[Turn]
    _first_creator: Colour | None

    @property
    def to_play(self) -> Colour:
        """The side to move; after the end, the one who would be."""
        return self._to_play

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""
        return tuple(self._moves)

    @property
    def movers(self) -> tuple[Colour, ...]:
        """Who made each of the moves."""
        return tuple([turn.mover for turn in self._turns])

    @property
    def turns(self) -> tuple[Turn, ...]:
        """What each of the moves did."""
        return tuple(self._turns)

    @property
    def position(self) -> Position:
        """Everything on the table now."""
        found = read_position(self.board, self._state)
        return replace(found, created_by=self._creator())

    def _creator(self) -> Colour | None:
        """Return whose placement made the position on the board (spec 1.5): the last one's, or the start's creator."""
        made = (turn.mover for turn in reversed(self._turns) if isinstance(turn.move, Place))
        return next(made, self._first_creator)

    @property
    def situations(self) -> Sequence[Situation]:
        """What the start and every turn so far left: keys and contents of positions, for searches and proofs."""
        return tuple(self._history.situations)

    @property
    def stones(self) -> dict[str, Content]:
        """The stones and Tao stones by label."""
        return dict(self.position.stones)

    @property
    def tiles(self) -> dict[str, int]:
        """The height of every stack of tiles by label."""
        return dict(self.position.tiles)

    @property
    def prisoners(self) -> dict[Colour, int]:
        """The prisoners held by each colour (spec 0.4)."""
        return dict(self.position.prisoners)

    @property
    def tao_in_hand(self) -> dict[Colour, int]:
        """The Tao stones each player has in hand (spec 3.4)."""
        return dict(self.position.tao_in_hand)

    def rows(self) -> list[str]:
        """Return the position as rows, top first: X, O, T, ``.``, and ``#`` where the board has no point.

        Raises:
            BoardError: the board has no rows.
        """
        if not self.board.rows:
            raise BoardError(f"{self.board.text} has no rows; its stones are in Game.stones")
        return text_rows(self.board, self.position)
