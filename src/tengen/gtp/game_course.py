"""A game as GTP has it: any side may move at any time, a game may go on after its end, and its rules may change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from ..boards import Board
    from ..game import Game
    from ..records import Change, Colour, Content, Position, Record
    from ..rules import Variant


def open_game(variant: Variant, board: Board, start: Position | None) -> Game:
    """Return a game of a variant on a board, from a position where one is given."""
    from ..game import Game

    return Game(variant, board=board) if start is None else Game.from_position(variant, board, start)


Opening = Callable[["Variant", "Board", "Position | None"], "Game"]
"""How a game is made, such as `open_game` makes it."""


class Course:
    """A game that grows by moves of any colour.

    `Game` knows whose turn it is and when it is over. Where GTP goes on after both have passed, the game is resumed
    with all its history, if its rules give that side the turn (spec 1.17a). Where GTP moves out of turn, or goes on
    after another end, a new `Game` begins with the position as it stands and that side to move: everything on the table
    stays, history (hence ko and superko) begins anew, as in `game.record_walk`. Only a game that is over because a side
    has no moves left cannot go on.
    """

    def __init__(
        self, variant: Variant, board: Board, start: Position | None = None, *, opening: Opening = open_game
    ) -> None:
        self.variant: Variant = variant
        self.board = board
        self._start = start
        self._opening = opening
        self._games: list[Game] = []

    def go_on(self, games: list[Game]) -> None:
        """Put games in the place of what has been, each going on where the one before it was left."""
        self._games = games

    @property
    def game(self) -> Game:
        """The game as it stands: not to be changed."""
        if not self._games:
            self._games.append(self._opening(self.variant, self.board, self._start))
        return self._games[-1]

    @property
    def steps(self) -> int:
        """How many moves can be taken back."""
        return sum(len(game.moves) for game in self._games)

    def moves(self) -> list[tuple[Colour, str]]:
        """Return all moves that can be taken back, each with whose it was."""
        return [(turn.mover, game.write_move(turn.move)) for game in self._games for turn in game.turns]

    def turned(self, colour: Colour) -> Game:
        """Return the game with this side to move: the game, one resumed from it, or one that begins where it stands."""
        from ..game.going_on import turned

        going_on = turned(self.game, colour)
        if going_on is not None:
            return going_on
        return self._opening(self.variant, self.board, replace(self.game.position, to_play=colour))

    def play(self, colour: Colour, move: str) -> None:
        """Make a move.

        Raises:
            IllegalMove, FormatError: as `Game.play`; nothing has changed.
        """
        game = self.turned(colour)
        begins = game is not self._games[-1] and not game.moves
        game.play(move, colour)
        if begins:
            self._games.append(game)
        else:  # the same game, or a copy of it that was resumed
            self._games[-1] = game

    def undo(self) -> None:
        """Take back the last move; TengenError where there is none."""
        if len(self._games) > 1 and not self.game.moves:
            self._games.pop()
        game = self.game
        game.undo()
        if game.resumptions and game.resumptions[-1].number == len(game.moves):
            game.push(game.undo())  # the move taken back had resumed the game, which is over again
        if len(self._games) > 1 and not self.game.moves:
            self._games.pop()

    def change(self, variant: Variant) -> None:
        """Go on under other rules.

        Raises:
            IllegalMove, PositionError: what has happened so far cannot be under these rules; nothing has changed.
        """
        games: list[Game] = []
        for game in self._games:
            again = self._opening(variant, self.board, game.start)
            asked = {request.number: request.by for request in game.resumptions}
            for number, turn in enumerate(game.turns, 1):
                (again.force if turn.against else again.play)(turn.move, turn.mover)
                if number in asked and again.outcome is not None:
                    again.resume(asked[number])
            games.append(again)
        self.variant, self._games = variant, games

    def record(self) -> Record:
        """Return the whole course as a record: where a game begins anew, a step says what stands and who moves."""
        from ..game.game_records import append_moves
        from ..records import Node

        self.game  # noqa: B018 (makes the first one)
        # Only the first game can be without moves; the next one says by itself what stood there.
        games = self._games[1:] if len(self._games) > 1 and not self._games[0].moves else self._games
        record = games[0].record
        *_, node = record.main_line()
        for before, game in pairwise(games):
            mover = game.movers[0] if game.movers else game.to_play
            node.children.append(Node(changes=_changes(before, game), to_play=mover))
            node = node.children[0]
            *_, node = append_moves(node, game)
        record.info.pop("RE", None)
        if self.game.outcome is not None:
            record.info["RE"] = str(self.game.outcome)
        return record


def _changes(before: Game, game: Game) -> dict[str, Change]:
    """Return what stands otherwise where a game begins; after an end, at least one point, so that it can go on."""
    old, new = before.stones, game.start.stones if game.start is not None else {}
    changes: dict[str, Change] = {}
    for label in game.board.labels:
        content: Content | Literal["vacant"] = new.get(label, "vacant")
        is_due = content != old.get(label, "vacant") or (before.outcome is not None and not changes)
        if is_due and content != "tao":
            changes[label] = content
    return changes
