"""How a game goes on: turns judged, made and taken back."""

from __future__ import annotations

from typing import Final, Self

import numpy as np

from ..boards import Board
from ..kernel import start_state
from ..kernel.layout import PASS, PLACE, RETURN, TABLE, TAO
from ..records import (
    COLOURS,
    Colour,
    Gesture,
    Move,
    Pass,
    Place,
    Position,
    PositionError,
    Reason,
    Resign,
    Tao,
    TengenError,
    other,
)  # fmt: skip
from ..rules import Rules, Variant, played_on
from .game_history import History, Situation, rest_of
from .legality import Judge
from .move_text import illegal, plain_move, read_move, usual_moves
from .outcome import Outcome
from .readout import Readout
from .scoring import score_outcome
from .setup import canonical, place_position, price_asked
from .turn import NOWHERE, Points, Resumption, Turn, new_tuple, taken_off

SIDES: dict[Colour, int] = {"black": 1, "white": 2}

_UNDECIDED: Final = Reason.GAME_OVER.bit | Reason.NOT_YOUR_TURN.bit
"""Reasons beside which nothing else was judged."""
_MAY_BE_FORCED: Final = _UNDECIDED | sum(
    reason.bit for reason in (Reason.SUICIDE, Reason.KO, Reason.REPETITION, Reason.NO_PASSING)
)
"""Reasons that are matters of rules: the move could be made all the same."""


class Playing(Readout):
    """A game that goes on; `Game` adds its beginnings and its end, and what it is as text and as a picture."""

    # -- the beginning -------------------------------------------------------------------------------------------------

    def _begin(self, chosen: Variant, board: Board, start: Position | None) -> None:
        self.variant = chosen
        self.rules: Rules = chosen.rules
        board = played_on(board, self.rules)
        start = None if start is None else canonical(board, start)
        self.board: Board = board
        self.start: Position | None = start
        if start is not None and start.created_by not in (None, *COLOURS):
            raise PositionError(
                "created_by is {created_by!r}; it must be 'black', 'white' or None", created_by=start.created_by
            )
        self._state = start_state(board, self.rules) if start is None else place_position(board, self.rules, start)
        self._to_play = COLOURS[int(self._state.table["to_move"][0]) - 1]
        self._moves, self._turns, self._resumptions = [], [], []
        self._tables: list[bytes] = []  # the kernel's, before each of the moves
        self._position = None
        self._usual = usual_moves(board)
        self._attach()
        self._handicapped = bool(self.rules.handicap)
        self._tiled = self.rules.tiles != "none"
        self._may_be_stuck = not self.rules.ends_by_passes
        self._rest = rest_of(self.rules)
        self._outcome, self._dead, self._seki, self._settled = None, (), None, False
        creator = None
        if self._state.points["colour"].any():
            creator = (start.created_by if start else None) or other(self._to_play)
        self._first_creator = creator
        self._history = History(self.rules, self._situation(int(self._state.table["key"][0]), creator))
        self.judge: Judge = Judge(self.rules, self._state, self._history)
        self._end_if_stuck()

    def _attach(self) -> None:
        """Keep at hand what every turn reads of the state."""
        state, adjacency = self._state, self._state.adjacency
        self._memory = state.plain, adjacency.plain, state.scratch
        self._table, self._content = state.table.tobytes, state.content.tobytes
        self._adjacency, self._size, self._calls = adjacency, adjacency.size, adjacency.calls
        self._heads, self._sizes = state.points["chain"], state.points["size"]
        self._vacancies, self._heights = state.points["vacancies"], state.points["tiles"]
        self._incursion = state.table["incursion"]
        self._table_row = state.table[0]

    def copy(self) -> Self:
        """Return an independent game in the same state, with the same history."""
        made = self.__class__.__new__(self.__class__)
        made.__dict__.update(self.__dict__)
        for name in ("_moves", "_turns", "_tables", "_resumptions"):
            setattr(made, name, list(getattr(self, name)))
        made._state = self._state.copy()
        made._history = self._history.copy()
        made.judge = Judge(made.rules, made._state, made._history)
        made._attach()
        return made

    def at(self, number: int) -> Self:
        """Return the game as it was after ``number`` of its moves, as an independent game; 0 is its beginning.

        Raises:
            TengenError: the game has not had that many moves.

        >>> from tengen import Game
        >>> game = Game("chinese", board="5x5")
        >>> turns = [game.play(label) for label in ("C3", "D3", "C2")]
        >>> game.at(1).stones, len(game.moves)
        ({'C3': 'black'}, 3)
        """
        last = len(self._moves)
        if type(number) is not int or not 0 <= number <= last:
            raise TengenError(
                "the game has had {last} moves; {number!r} is none of the whole numbers from 0 to {last}",
                last=last,
                number=number,
            )
        made = self.copy()
        while len(made._moves) > number:
            made.undo()
        return made

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    # -- turns ---------------------------------------------------------------------------------------------------------

    def why_not(self, move: Move | str, colour: Colour | None = None) -> tuple[Reason, ...]:
        """Return every reason why a move is illegal, in the order of spec 0.5; () when it is legal."""
        return Reason.from_mask(self._mask(self._plain(move), colour))

    def _plain(self, move: Move | str) -> Move:
        """Return a move as its text says, or as it was given, with an ordinary int for its point."""
        if isinstance(move, str):
            return self._usual.get(move) or read_move(move, self.board)
        return plain_move(move)

    def _mask(self, move: Move, colour: Colour | None) -> int:
        if self._outcome is not None:
            return Reason.GAME_OVER.bit
        if colour is not None and colour != self._to_play:
            if colour not in COLOURS:
                raise TengenError("{colour!r} is no colour; it must be 'black' or 'white'", colour=colour)
            return Reason.NOT_YOUR_TURN.bit
        return self.judge.move(move, self._to_play)

    @property
    def pass_ends(self) -> bool:
        """Whether the side to move may pass, and the game is over then.

        >>> from tengen import Game
        >>> game = Game("chinese", board="5x5")
        >>> game.pass_ends, game.play("pass").ended, game.pass_ends
        (False, None, True)
        """
        if self._mask(Pass, None):
            return False
        if self._may_be_stuck:
            return self.copy().push(Pass).ended is not None
        return bool(self._table_row["passes"] + 1 == self.rules.passes)

    def captures(self, move: Move | str) -> Points:
        """Return the points of the enemy's stones that a move would take now; nothing changes.

        Ko and repetition are left aside: `why_not` judges them. Where no stone can be put, nothing is taken.

        >>> from tengen import Game
        >>> game = Game.setup("chinese", [".XO", "X..", "..."])
        >>> game.board.names(game.captures("C2"))
        ('C3',)
        """
        move = self._plain(move)
        return self.judge.captures(move.point, self._to_play) if isinstance(move, Place) else NOWHERE

    def push(self, move: Move | str) -> Turn:
        """Make a move that is known to be legal, unjudged, and return what it did; `play` is for all others.

        A move that is not legal leaves a game that no rule allows.

        Raises:
            FormatError: it is no move; nothing has changed.
            IllegalMove: its point is not on the board; nothing has changed.
        """
        return self._make(self._on_board(move))

    def _make(self, move: Move) -> Turn:
        """Make a move of this board: the kernel acts, and only then is it noted, so that an error leaves no trace."""
        table = self._table()
        if isinstance(move, Place):
            turn = self._put_stone(move)
        elif isinstance(move, Tao):
            turn = self._put_tao(move)
        else:
            turn = self._gesture(move)
        self._tables.append(table)
        self._moves.append(move)
        self._turns.append(turn)
        self._position = None
        return turn

    def force(self, move: Move | str, colour: Colour | None = None) -> Turn:
        """Make a move although rules forbid it, as a record has it; return what it did and what was `against` it.

        A record tells what was played: out of turn, after the end, against ko, superko or the ban on suicide or on
        passing. A suicide then takes its stones off. A third pass leaves a game ended that two have ended.

        Raises:
            IllegalMove: with every reason; the move cannot be made by anybody. Nothing has changed.
            FormatError: it is no move; nothing has changed.

        >>> from tengen import Game
        >>> game = Game("chinese", board="5x5")
        >>> turns = game.play("C3", "black"), game.force("D3", "black")
        >>> game.stones, turns[1].against
        ({'C3': 'black', 'D3': 'black'}, (<Reason.NOT_YOUR_TURN: 'not_your_turn'>,))
        """
        move, mover = self._plain(move), colour or self._to_play
        mask = self._mask(move, colour)
        also = mask | (self.judge.move(move, mover) if mask & _UNDECIDED else 0)
        if also & ~_MAY_BE_FORCED or (also and self._table_row["placing"]):
            raise illegal(move, Reason.from_mask(also), self.board)
        return self._make_against(move, mover, Reason.from_mask(also)) if also else self._make(move)

    def _make_against(self, move: Move, mover: Colour, reasons: tuple[Reason, ...]) -> Turn:
        """Make a move against reasons: the state is first brought to where its mover may move, and nothing forbids."""
        before, row = self._table(), self._table_row
        if Reason.NOT_YOUR_TURN in reasons or mover != self._to_play:
            self._to_play = mover
            row["to_move"], row["opening"], row["handicap_turns"] = SIDES[mover], 0, 0
        if self._outcome is not None and self._outcome.how == "score":  # so that a further pass ends it, too
            row["passes"] = self.rules.passes - 1
        allowed, row["suicide"] = int(row["suicide"]), 1
        self._outcome, self._settled, self._dead, self._seki = None, False, (), None
        turn = self._make(move)
        row["suicide"] = allowed
        self._tables[-1] = before
        self._turns[-1] = turn._replace(against=reasons)
        return self._turns[-1]

    def _on_board(self, move: Move | str) -> Move:
        """Return a move, read where it is text; raise where it is no move, or off the board."""
        move = self._plain(move)
        if not isinstance(move, Gesture) and self.judge.is_off_board(move):
            raise illegal(move, (Reason.OFF_BOARD,), self.board)
        return move

    def _put_stone(self, move: Place) -> Turn:
        mover, point = self._to_play, move.point
        placing = self._handicapped and bool(self._state.table["placing"][0])
        height = int(self._heights[point]) if self._tiled else 0
        key, to_move, taken = self._calls.turn(*self._memory, PLACE, point, 0)
        self._to_play = COLOURS[to_move - 1]
        rest = None if self._rest is None else self._rest(self._state)
        situation = new_tuple(Situation, (key, self._content(), self._to_play, mover, rest))
        captured, lost, ko, tile, region = NOWHERE, NOWHERE, None, False, None
        if taken != self._size:  # it took something off
            captured, lost, ko = self._taken(taken, point, SIDES[mover], situation.content)
        if self._tiled and not placing:
            tile = bool(self._heights[point] > height)
            region = self._state.invaded() if self._incursion[0] else None
        if placing:  # history starts when the last stone of a free handicap is down (spec 0.6)
            self._history = self.judge.history = History(self.rules, situation)
        elif how := self._history.push(situation):
            self._outcome = Outcome(None, None, how)
        if self._may_be_stuck and self._outcome is None:
            self._end_if_stuck()
        values = (len(self._moves) + 1, mover, move, captured, lost, tile, region, 0, ko, self._outcome, ())
        return new_tuple(Turn, values)  # type: ignore[no-any-return]

    def _taken(self, taken: int, point: int, side: int, after: bytes) -> tuple[Points, Points, int | None]:
        """Return the enemy's points that a stone took, the own ones, and the point of the ko, if it took one."""
        if taken > self._size:
            before = self._history.situations[-1].content
            return (*taken_off(before, after, self._size, point, side), None)
        alone = self._vacancies[point] == 1 and self._sizes[self._heads[point]] == 1
        ko = taken if alone and (self._adjacency.wide is None or self.liberties(point) == (taken,)) else None
        return (taken,), NOWHERE, ko

    def _put_tao(self, move: Tao) -> Turn:
        mover = self._to_play
        in_hand = bool(self._state.table["tao_in_hand"][SIDES[mover]])
        cost = 0 if in_hand else price_asked(self.rules, self._state, mover) or 0
        self._go_on(TAO, move.point, cost)
        self._end_if_stuck()
        return Turn(len(self._moves) + 1, mover, move, paid=cost, ended=self._outcome)

    def _gesture(self, move: Gesture) -> Turn:
        mover = self._to_play
        if move is Resign:
            self._outcome = Outcome(other(mover), None, "resignation")
            return Turn(len(self._moves) + 1, mover, move, ended=self._outcome)
        self._go_on(PASS if move is Pass else RETURN, 0, 0)
        if move is Pass and self._state.table["passes"][0] == self.rules.passes:
            self._outcome = score_outcome(self._state, self.board, self.rules)
        else:
            self._end_if_stuck()
        return Turn(len(self._moves) + 1, mover, move, ended=self._outcome)

    def _go_on(self, kind: int, point: int, cost: int) -> None:
        """Let the kernel make a turn that puts no stone."""
        key, to_move, _ = self._calls.turn(*self._memory, kind, point, cost)
        self._to_play = COLOURS[to_move - 1]
        self._history.push(self._situation(key, None))

    def _situation(self, key: int, creator: Colour | None) -> Situation:
        rest = None if self._rest is None else self._rest(self._state)
        return Situation(key, self._content(), self._to_play, creator, rest)

    def _end_if_stuck(self) -> None:
        """A side to move that has nothing but resignation loses (spec 2.7)."""
        if self._may_be_stuck and not self.judge.can_move(self._to_play):
            self._outcome = Outcome(other(self._to_play), None, "no_moves")

    def resume(self, by: Colour) -> Resumption:
        """Go on after the passes that ended the game, because a player asks to (spec 1.17a); return the request.

        Nothing is erased: the passes stay in the record and in the history, so that they lift a ko. The consecutive
        passes count from nought. Under rules whose `Variant.resumption` is "opponent" (Japanese and Korean ones) the
        opponent of ``by`` moves first, under all others the side whose turn it is.

        Raises:
            TengenError: the game did not end by passes, or the result has been agreed on (`Game.settle`).

        >>> from tengen import Game
        >>> game = Game("japanese", board="9x9")
        >>> passes = game.play("pass"), game.play("pass")
        >>> game.resume(by="black"), game.to_play, len(game.moves)
        (Resumption(number=2, by='black'), 'white', 2)
        """
        if by not in COLOURS:
            raise TengenError("{by!r} is no colour; 'black' or 'white' asks to go on", by=by)
        if self._outcome is None:
            raise TengenError("play is going on; it is resumed only after the passes that end a game")
        if self._outcome.how != "score":
            raise TengenError(
                "only a game that ended by passes is resumed; this one ended otherwise: {outcome}",
                outcome=self._outcome,
            )
        if self._settled:
            raise TengenError("the result has been agreed on, and it stands: {outcome}", outcome=self._outcome)
        if self.variant.resumption == "opponent":
            self._to_play = other(by)
            self._state.table["to_move"][0] = SIDES[self._to_play]
        self._state.table["passes"][0] = 0
        self._turns[-1] = self._turns[-1]._replace(ended=None)
        self._resumptions.append(Resumption(len(self._moves), by))
        self._outcome, self._position = None, None
        return self._resumptions[-1]

    def undo(self) -> Move:
        """Take back the last move, also after the end, and return it; everything is as it was (spec 0.9).

        What was agreed or asked for since that move, such as to `resume`, goes with it.

        Raises:
            TengenError: there is no move to take back.
        """
        if not self._moves:
            raise TengenError("there is no move to undo")
        move = self._moves[-1]
        if np.frombuffer(self._tables[-1], TABLE)["placing"][0]:
            earlier = self._moves[:-1]
            self._begin(self.variant, self.board, self.start)
            for earlier_move in earlier:
                self.push(earlier_move)
            return move
        turn = self._turns.pop()
        del self._moves[-1]
        self._outcome, self._dead, self._seki, self._settled = None, (), None, False
        if self._turns:  # where a move was forced after the end, it is over again
            self._outcome = self._turns[-1].ended
        if self._resumptions and self._resumptions[-1].number > len(self._moves):
            self._resumptions.pop()
        self._position = None
        table = self._tables.pop()
        self._to_play = COLOURS[np.frombuffer(table, TABLE)["to_move"][0] - 1]
        if move is not Resign:
            self._history.pop()
            laid = move.point if turn.tile and isinstance(move, Place) else -1
            self._state.restore(self._history.situations[-1].content, table, laid)
        else:
            self._state.table[:] = np.frombuffer(table, TABLE)
        return move
