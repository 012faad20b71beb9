"""A game under GTP: either side may move at any time, play may continue after the end, and the rules may change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal

from ..boards import Board
from ..records import Change, Colour, Content, Move, Position, Record
from ..records.errors import IllegalMove, Reason, TengenError
from ..rules import Variant
from ..rules import variant as make_variant
from ..rules.katago import handicap_played, is_strange

if TYPE_CHECKING:
    from ..game import Game, Outcome

_REPEATED: Final = {Reason.KO, Reason.REPETITION}
"""Reasons that depend on rules and history, which may differ from the controller's."""


def open_game(variant: Variant, board: Board, start: Position | None) -> Game:
    from ..game import Game

    return Game(variant, board=board) if start is None else Game.from_position(variant, board, start)


Opening = Callable[["Variant", "Board", "Position | None"], "Game"]
"""Makes a game, as `open_game` does."""


class GtpGame:
    """A game that accepts moves of either colour at any time.

    After two passes, the game is resumed with its history if the rules give that side the turn (spec 1.17a). For a move
    out of turn, or after another end, a new `Game` starts from the current position with that side to move: the
    pieces stay, but history (hence ko and superko) restarts, as in `game.record_walk`. Only a game that a side without
    moves has lost cannot continue.

    Unless ``strict``, a move that only ko or superko forbids is made. Black's stones before White's first move are a
    handicap, as in KataGo, unless ``variant`` has one.
    """

    def __init__(
        self,
        variant: Variant,
        board: Board,
        start: Position | None = None,
        *,
        opening: Opening = open_game,
        strict: bool = True,
    ) -> None:
        self._variant: Variant = variant
        self.board = board
        self._start = start
        self._opening = opening
        self._strict = strict
        self._games: list[Game] = []
        self._kind = variant.rules.handicap_kind
        self._counts = not variant.rules.handicap and not is_strange(variant.rules)
        self._is_counted = not self._counts

    def go_on(self, games: list[Game]) -> None:
        """Replace the games so far by others, each continuing the previous one."""
        self._games = games
        self._counts = self._counts and len(games) == 1
        self._is_counted = not self._counts

    @property
    def variant(self) -> Variant:
        """The rules, with the handicap that was played."""
        self._count_handicap()
        return self._variant

    @property
    def game(self) -> Game:
        """The current game; do not change it."""
        self._count_handicap()
        return self._last

    @property
    def _last(self) -> Game:
        if not self._games:
            self._games.append(self._opening(self._variant, self.board, self._start))
        return self._games[-1]

    def _count_handicap(self) -> None:
        """Add the handicap that was played to the rules; it is known for certain at White's second move."""
        if self._is_counted:
            return
        self._is_counted = True
        played = ((turn.mover, turn.move) for game in self._games for turn in game.turns)
        stones = handicap_played(self._start.stones.values() if self._start is not None else (), played)
        rules = self._variant.rules
        if stones == rules.handicap:
            return
        kind = "free" if stones else self._kind
        try:
            chosen = make_variant(self._variant, handicap=stones, handicap_kind=kind, komi=rules.komi)
            again = GtpGame(chosen, self.board, self._start, opening=self._opening, strict=self._strict)
            for game in self._games:
                for turn in game.turns:
                    again._make(turn.mover, turn.move)
        except TengenError:  # too many stones for a handicap: the game is unchanged
            return
        self._variant, self._games = chosen, again._games

    @property
    def steps(self) -> int:
        """The number of moves that can be taken back."""
        return sum(len(game.moves) for game in self._games)

    def moves(self) -> list[tuple[Colour, str]]:
        """Return all moves that can be taken back, each with its colour."""
        return [(turn.mover, game.write_move(turn.move)) for game in self._games for turn in game.turns]

    def turned(self, colour: Colour) -> Game:
        """Return the game with this side to move: the same, resumed, or a new one from the current position."""
        self._count_handicap()
        return self._turned(colour)

    def _turned(self, colour: Colour) -> Game:
        from ..game.going_on import turned

        going_on = turned(self._last, colour)
        if going_on is not None:
            return going_on
        variant = make_variant(self._variant, fairness="none") if self._last.moves else self._variant
        return self._opening(variant, self.board, replace(self._last.position, to_play=colour))

    def play(self, colour: Colour, move: str) -> tuple[Reason, ...]:
        """Make a move, refused as by `Game.play`; return the reasons against it that were overruled."""
        against = self._make(colour, move)
        self._is_counted = not self._counts
        return against

    def _make(self, colour: Colour, move: Move | str) -> tuple[Reason, ...]:
        game = self._turned(colour)
        begins = game is not self._games[-1] and not game.moves
        against = self._turn(game, colour, move)
        if begins:
            self._games.append(game)
        else:  # the same game, or a resumed copy of it
            self._games[-1] = game
        return against

    def _turn(self, game: Game, colour: Colour, move: Move | str) -> tuple[Reason, ...]:
        """Make a move in a game, overruling ko and superko unless strict."""
        try:
            return game.play(move, colour).against
        except IllegalMove as error:
            if self._strict or not set(error.reasons) <= _REPEATED:
                raise
            return game.force(move, colour).against

    def settle(self, act: Callable[[Game], object]) -> None:
        """Bid or swap sides; the komi bid holds from then on (spec 6.6a)."""
        act(self._last)
        self._counts, self._is_counted = False, True  # after settling sides, two black stones are not a handicap
        if self._last.bids and self._last.bidder is None:
            self._variant = make_variant(self._last.variant, fairness="none")

    @property
    def has_black(self) -> str:
        """The player who has Black now, "first" or "second", even if the game restarted from a position."""
        if self._variant.rules.seats % 2:  # programs keep their colours, whichever seat moves
            return "first"
        return ("first", "second")[sum(game.seats["black"] == "second" for game in self._games) % 2]

    def undo(self) -> None:
        """Take back the last move; TengenError without one."""
        self._is_counted = not self._counts
        if len(self._games) > 1 and not self._last.moves:
            self._games.pop()
        game = self._last
        game.undo()
        if game.resumptions and game.resumptions[-1].number == len(game.moves):
            game.push(game.undo())  # the undone move had resumed a finished game
        if len(self._games) > 1 and not self._last.moves:
            self._games.pop()

    def change(self, variant: Variant) -> None:
        """Continue under other rules; IllegalMove or PositionError if the moves so far are impossible under them."""
        games: list[Game] = []
        for game in self._games:
            again = self._opening(_settled_as(game, variant), self.board, game.start)
            for bid in game.bids if again.bidder else ():
                again.bid(bid.komi)
            asked = {request.number: request.by for request in game.resumptions}
            swapped = [swap.number for swap in game.swaps]
            for number, turn in enumerate(game.turns, 1):
                if turn.against:
                    again.force(turn.move, turn.mover)
                else:
                    self._turn(again, turn.mover, turn.move)
                if number in asked and again.outcome is not None:
                    again.resume(asked[number])
                if number in swapped and not again.why_no_swap():
                    again.swap()
            games.append(again)
        self._variant, self._games = variant, games

    def record(self, outcome: Outcome | None = None) -> Record:
        """Return the whole course as a record; a node sets up the start of each new game."""
        from ..game.game_records import append_moves
        from ..records import Node

        self.game  # noqa: B018 (makes the first one)
        # Only the first game can have no moves; the next one sets up its own position.
        games = self._games[1:] if len(self._games) > 1 and not self._games[0].moves else self._games
        record = games[0].record
        *_, node = record.main_line()
        for before, game in pairwise(games):
            mover = game.movers[0] if game.movers else game.to_play
            node.children.append(Node(changes=_changes(before, game), to_play=mover))
            node = node.children[0]
            *_, node = append_moves(node, game)
        record.info.pop("RE", None)
        if outcome is not None:
            record.info["RE"] = str(outcome)
        return record


def _settled_as(game: Game, variant: Variant) -> Variant:
    """Return other rules for a game with settled sides, keeping the settlement unless the bid komi was changed."""
    holds = bool(game.swaps) or (bool(game.bids) and variant.rules.komi == game.rules.komi)
    return make_variant(variant, fairness=game.rules.fairness) if holds else variant


def _changes(before: Game, game: Game) -> dict[str, Change]:
    """Return the points that change where a new game starts; at least one after an end, so that play can continue."""
    old, new = before.stones, game.start.stones if game.start is not None else {}
    changes: dict[str, Change] = {}
    for label in game.board.labels:
        content: Content | Literal["vacant"] = new.get(label, "vacant")
        is_due = content != old.get(label, "vacant") or (before.outcome is not None and not changes)
        if is_due and content != "tao":
            changes[label] = content
    return changes
