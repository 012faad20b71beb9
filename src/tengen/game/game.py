"""The game: rules, a board and the moves so far. It alone knows history, hence ko, superko and the result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..boards import Board
from ..draw.text import board_text
from ..formats import json, sgf
from ..kernel import State, start_state
from ..kernel import moves as kernel_moves
from ..kernel.layout import PASS, PLACE, RETURN, TAO
from ..records import (
    COLOURS,
    Colour,
    Content,
    Gesture,
    IllegalMove,
    Move,
    Pass,
    Place,
    Position,
    PositionError,
    Reason,
    Record,
    Resign,
    Tao,
    TengenError,
    other,
)
from ..rules import Rules, Variant, variant
from ..rules.axes import Scoring
from . import game_records
from .arguments import BoardLike, Dead, board_of, labels_of, text_or_bytes
from .game_table import Table
from .legality import Judge, LegalMoves
from .move_text import plain_move, read_move, usual_moves, write_move
from .outcome import How, Outcome, Score
from .picture import picture
from .repetition import History, Situation, rest_of
from .scoring import score_of
from .setup import by_colour, canonical, heights, place_position, price, stones_from_rows
from .turn import NOWHERE, Turn, new_tuple, taken_off

__all__ = ["BoardLike", "Dead", "Game"]

SIDES: dict[Colour, int] = {"black": 1, "white": 2}


class Game(Table):
    """A game of any variant on any board.

    >>> game = Game("chinese", board="5x5")
    >>> turn = game.play("C3")
    >>> game.play("pass").ended, game.play("pass").ended == game.outcome
    (None, True)
    >>> game.outcome
    Outcome(winner='black', margin=17.5, how='score')
    """

    def __init__(self, game: str | Variant | Rules = "chinese", *, board: BoardLike | None = None, **axes: Any) -> None:
        """Start a game of a variant, by name or as made by `tengen.variant`; every other keyword changes an axis.

        Raises:
            UnknownVariant, RulesConflict, BoardError: what is wrong with the variant, the axes or the board.
        """
        chosen = variant(game, **axes)
        self._begin(chosen, board_of(chosen, board), None)

    @classmethod
    def setup(
        cls,
        game: str | Variant | Rules,
        stones: Sequence[str] | Mapping[str, Content],
        *,
        board: BoardLike | None = None,
        to_play: Colour = "black",
        tiles: Mapping[str, int] | Iterable[str] = (),
        prisoners: Mapping[Colour, int] | None = None,
        tao_in_hand: Mapping[Colour, int] | None = None,
        created_by: Colour | None = None,
        last_incursion: bool = False,
        **axes: Any,
    ) -> Game:
        """Start from any position (spec 0.7): rows top first (X, O, ``.``, T), or {label: colour}.

        Without a board, rows make a grid of their size with the variant's footprint. A handicap in the rules is taken
        to be on the board already.

        Raises:
            PositionError: the position cannot be; chains without liberties are named.

        >>> Game.setup("chinese", [".X.", "X.X", ".X."], to_play="white").why_not("B2")
        (<Reason.SUICIDE: 'suicide'>,)
        """
        chosen = variant(game, **axes)
        rows = None
        if not isinstance(stones, Mapping):
            if isinstance(stones, str) or not isinstance(stones, Iterable):
                raise PositionError(f'{stones!r} is no position; give rows [".XO."] or {{"C3": "black"}}')
            rows = list(stones)
        if board is None and rows is not None:
            board = f"{len(rows[0]) if rows and isinstance(rows[0], str) else 0}x{len(rows)}"
        place = board_of(chosen, board)
        if tao_in_hand is None:
            tao_in_hand = dict.fromkeys(COLOURS, chosen.rules.tao_in_hand)
        position = Position(
            stones=stones_from_rows(rows, place) if rows is not None else dict(stones),  # type: ignore[arg-type]
            to_play=to_play,
            tiles=heights(tiles),
            prisoners=by_colour(prisoners, "prisoners"),
            tao_in_hand=by_colour(tao_in_hand, "tao_in_hand"),
            last_incursion=last_incursion,
            created_by=created_by,
        )
        return cls.from_position(chosen, place, position)

    @classmethod
    def from_position(cls, game: str | Variant | Rules, board: BoardLike, position: Position) -> Game:
        """Start from a `Position`, as `setup` does."""
        made = cls.__new__(cls)
        chosen = variant(game)
        made._begin(chosen, board_of(chosen, board), position)
        return made

    def _begin(self, chosen: Variant, board: Board, start: Position | None) -> None:
        self.variant = chosen
        self.rules = chosen.rules
        self.board = board
        start = self.start = None if start is None else canonical(board, start)
        if start is not None and start.created_by not in (None, *COLOURS):
            raise PositionError(f"created_by is {start.created_by!r}; it must be 'black', 'white' or None")
        self._state = start_state(board, self.rules) if start is None else place_position(board, self.rules, start)
        self._to_play: Colour = COLOURS[int(self._state.table["to_move"][0]) - 1]
        self._moves: list[Move] = []
        self._turns: list[Turn] = []
        self._tables: list[bytes] = []
        self._usual = usual_moves(board)
        self._attach()
        self._handicapped = bool(self.rules.handicap)
        self._tiled = self.rules.tiles != "none"
        self._may_be_stuck = self.rules.end == "no-moves"
        self._rest = rest_of(self.rules)
        self._outcome: Outcome | None = None
        self._dead: tuple[str, ...] = ()
        creator = None
        if self._state.points["colour"].any():
            creator = (start.created_by if start else None) or other(self._to_play)
        self._first_creator = creator
        self._history = History(self.rules, self._situation(int(self._state.table["key"][0]), creator))
        self._judge = Judge(self.rules, self._state, self._history)
        self._end_if_stuck()

    # -- moves ---------------------------------------------------------------------------------------------------------

    def play(self, move: Move | str, colour: Colour | None = None) -> Turn:
        """Make a move of the side to move; return what it did. ``colour`` says who makes it, where that may be wrong.

        Raises:
            IllegalMove: with every reason; nothing has changed.
            FormatError: the text is no move.
        """
        move = plain_move(move) if not isinstance(move, str) else self._usual.get(move) or read_move(move, self.board)
        whole = self._outcome is not None or colour is not None
        mask = self._mask(move, colour) if whole else self._judge.move(move, self._to_play)
        if mask:
            raise IllegalMove(self.write_move(move), Reason.from_mask(mask))
        return self.push(move)

    def why_not(self, move: Move | str, colour: Colour | None = None) -> tuple[Reason, ...]:
        """Return every reason why a move is illegal, in the order of spec 0.5; () when it is legal."""
        return Reason.from_mask(self._mask(self.read_move(move) if isinstance(move, str) else move, colour))

    def _mask(self, move: Move, colour: Colour | None) -> int:
        if self._outcome is not None:
            return Reason.GAME_OVER.bit
        if colour is not None and colour != self._to_play:
            if colour not in COLOURS:
                raise TengenError(f"{colour!r} is no colour; it must be 'black' or 'white'")
            return Reason.NOT_YOUR_TURN.bit
        return self._judge.move(move, self._to_play)

    def legal_moves(self) -> LegalMoves:
        """Return the legal moves, lazily: iterable, with ``in`` and ``len``."""
        return LegalMoves(self, lambda: self._judge if self._outcome is None else None)

    def push(self, move: Move) -> Turn:
        """Make a move that is known to be legal, unchecked, and return what it did; `play` is for all others."""
        self._tables.append(self._table())
        self._moves.append(move)
        if isinstance(move, Place):
            turn = self._put_stone(move)
        elif isinstance(move, Tao):
            turn = self._put_tao(move)
        else:
            turn = self._gesture(move)
        self._turns.append(turn)
        return turn

    def _put_stone(self, move: Place) -> Turn:
        mover, point = self._to_play, move.point
        placing = self._handicapped and bool(self._state.table["placing"][0])
        height = int(self._state.points["tiles"][point]) if self._tiled else 0
        before = self._history.situations[-1]
        key, to_move, taken = kernel_moves.turn(*self._memory, PLACE, point, 0)
        self._to_play = COLOURS[to_move - 1]
        rest = None if self._rest is None else self._rest(self._state)
        situation = new_tuple(Situation, (key, self._content(), self._to_play, mover, rest))
        captured, lost, ko, tile, region = NOWHERE, NOWHERE, None, False, None
        if self._tiled and not placing:
            tile, region = self._tile(point, height)
        if placing:  # history starts when the last stone of a free handicap is down (spec 0.6)
            self._history = self._judge.history = History(self.rules, situation)
        elif how := self._history.push(situation):
            self._outcome = Outcome(None, None, how)
        if self._may_be_stuck and self._outcome is None:
            self._end_if_stuck()
        if taken < self._size:
            captured = (taken,)
            ko = taken if self._sizes[point] == self._vacancies[point] == 1 else None
        elif taken > self._size:
            captured, lost = taken_off(before.content, situation.content, self._size, point, SIDES[mover])
        values = (len(self._moves), mover, move, captured, lost, tile, region, 0, ko, self._outcome)
        return new_tuple(Turn, values)  # type: ignore[no-any-return]

    def _tile(self, point: int, height: int) -> tuple[bool, frozenset[int] | None]:
        """Return whether a tile was laid on a stack of a height, and the region if the placement was an incursion."""
        state = self._state
        return bool(state.points["tiles"][point] > height), state.invaded() if state.table["incursion"][0] else None

    def _put_tao(self, move: Tao) -> Turn:
        mover = self._to_play
        row = self._state.table[SIDES[mover]]
        cost, in_hand = price(self.rules, int(row["tao_bought"])), bool(row["tao_in_hand"])
        self._go_on(TAO, move.point, cost)
        self._end_if_stuck()
        return Turn(len(self._moves), mover, move, paid=0 if in_hand else cost, ended=self._outcome)

    def _gesture(self, move: Gesture) -> Turn:
        mover = self._to_play
        if move is Resign:
            self._outcome = Outcome(other(mover), None, "resignation")
            return Turn(len(self._moves), mover, move, ended=self._outcome)
        self._go_on(PASS if move is Pass else RETURN, 0, 0)
        if move is Pass and self._state.table["passes"][0] == self.rules.passes:
            self._outcome = self._scored()
        else:
            self._end_if_stuck()
        return Turn(len(self._moves), mover, move, ended=self._outcome)

    def _go_on(self, kind: int, point: int, cost: int) -> None:
        """Let the kernel make a turn that puts no stone."""
        key, to_move, _ = kernel_moves.turn(*self._memory, kind, point, cost)
        self._to_play = COLOURS[to_move - 1]
        self._history.push(self._situation(key, None))

    def _situation(self, key: int, creator: Colour | None) -> Situation:
        rest = None if self._rest is None else self._rest(self._state)
        return Situation(key, self._content(), self._to_play, creator, rest)

    def _scored(self) -> Outcome:
        margin = self.score(dead=self._dead).margin
        return Outcome(None if margin == 0 else COLOURS[margin < 0], margin, "score")

    def _end_if_stuck(self) -> None:
        """A side to move that has nothing but resignation loses (spec 2.7)."""
        if self._may_be_stuck and not self._judge.can_move(self._to_play):
            self._outcome = Outcome(other(self._to_play), None, "no_moves")

    def undo(self) -> Move:
        """Take back the last move, also after the end, and return it; everything is as it was (spec 0.9).

        Raises:
            TengenError: there is no move to take back.
        """
        if not self._moves:
            raise TengenError("there is no move to undo")
        move = self._moves[-1]
        if self.rules.handicap and self.rules.handicap_kind == "free" and len(self._moves) <= self.rules.handicap:
            earlier = self._moves[:-1]
            self._begin(self.variant, self.board, self.start)
            for earlier_move in earlier:
                self.push(earlier_move)
            return move
        turn = self._turns.pop()
        del self._moves[-1]
        self._to_play = turn.mover
        self._outcome, self._dead = None, ()
        table = self._tables.pop()
        if move is not Resign:
            self._history.pop()
            laid = move.point if turn.tile and isinstance(move, Place) else -1
            self._state.restore(self._history.situations[-1].content, table, laid)
        return move

    # -- the end -------------------------------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self._outcome

    def score(self, kind: Scoring | None = None, dead: Dead = ()) -> Score:
        """Score the position now, by the rules' scoring or another (spec 1.13-1.16); only ``dead`` stones are removed.

        ``dead`` are labels, each naming its whole chain, or a function that estimates them for this game.

        Raises:
            TengenError: an unknown kind, or a dead label without a stone.

        >>> Game.setup("chinese", ["XX.OO"], komi=0.5).score().margin
        -0.5
        """
        labels = labels_of(dead(self) if callable(dead) else dead)
        return score_of(self._state, self.board, self.rules, kind, labels)

    def settle(self, dead: Dead) -> Outcome:
        """Agree on the dead stones of a game that ended by passes (spec 1.14); return the outcome with them removed.

        Raises:
            TengenError: the game did not end by passes.
        """
        if self._outcome is None or self._outcome.how != "score":
            raise TengenError("dead stones are agreed on after a game that ended by passes")
        chosen = labels_of(dead(self) if callable(dead) else dead)
        self.score(dead=chosen)
        self._dead = chosen
        outcome = self._scored()
        self._end(outcome, chosen)
        return outcome

    def _end(self, outcome: Outcome | None, dead: tuple[str, ...]) -> None:
        """Set how the game ended; what passes ended is counted anew with the dead stones agreed on."""
        self._outcome, self._dead = outcome, dead
        if self._turns and self._turns[-1].ended is not None:
            self._turns[-1] = self._turns[-1]._replace(ended=outcome)

    @property
    def dead(self) -> tuple[str, ...]:
        """The dead stones agreed on by `settle`."""
        return self._dead

    def finish(self, how: How, winner: Colour | None = None) -> Outcome:
        """End the game from outside, out of turn perhaps: ``"time"``, ``"forfeit"`` or ``"resignation"``.

        ``winner`` wins. Undo takes it back together with the last move.

        Raises:
            TengenError: the game is over, or it cannot end so.
        """
        if self._outcome is not None:
            raise TengenError(f"the game is over: {self._outcome}")
        if how not in ("time", "forfeit", "resignation") or winner not in COLOURS:
            known = "time, forfeit or resignation"
            raise TengenError(f"a game is finished by {known} and won by black or white, not {how!r}, {winner!r}")
        self._outcome = Outcome(winner, None, how)
        return self._outcome

    # -- text ----------------------------------------------------------------------------------------------------------

    def read_move(self, text: str) -> Move:
        """Read a move's text; FormatError where it is none."""
        return self._usual.get(text) or read_move(text, self.board)

    def write_move(self, move: Move) -> str:
        """Write a move as `read_move` reads it."""
        return write_move(move, self.board)

    @property
    def record(self) -> Record:
        """The game as a record: what it takes to play it again."""
        return game_records.record_of(self)

    @classmethod
    def from_record(cls, record: Record, game: str | Variant | Rules | None = None) -> Game:
        """Play a record's main line, under its own rules or those given.

        Where stones are set up in mid-game, the game begins with the last position so made: `walk` follows the rest.

        Raises:
            IllegalMove: a move is illegal; PositionError: what is set up cannot stand.
        """
        return game_records.play_record(record, game)

    def sgf(self) -> str:
        """Return the game as SGF."""
        return sgf.write(self.record)

    @classmethod
    def from_sgf(cls, text: str | bytes) -> Game:
        """Play the main line of the first game in an SGF file's text."""
        return cls.from_record(sgf.read(text_or_bytes(text)))

    def to_json(self) -> str:
        """Return the game as JSON, without loss."""
        return json.dumps(self.record)

    @classmethod
    def from_json(cls, text: str | bytes) -> Game:
        """Return the game that `to_json` wrote."""
        given = text_or_bytes(text)
        return cls.from_record(json.loads(given if isinstance(given, str) else given.decode("utf-8", "replace")))

    def svg(self, **options: Any) -> str:
        """Return the picture of the position, the last move ringed; the options are those of `draw.svg`."""
        return picture(self, options)

    def _repr_svg_(self) -> str:
        return self.svg(size=400)

    def copy(self) -> Game:
        """Return an independent game in the same state, with the same history."""
        made = self.__class__.__new__(self.__class__)
        made.__dict__.update(self.__dict__)
        for name in ("_moves", "_turns", "_tables"):
            setattr(made, name, list(getattr(self, name)))
        made._state = self._state.copy()
        made._history = self._history.copy()
        made._judge = Judge(made.rules, made._state, made._history)
        made._attach()
        return made

    def _attach(self) -> None:
        """Keep at hand what every turn reads of the state."""
        state, net = self._state, self._state.net
        self._memory = state.plain, state.net.plain, state.scratch
        self._table, self._content = state.table.tobytes, state.content.tobytes
        self._size, self._sizes, self._vacancies = net.size, state.points["size"], state.points["vacancies"]

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _replayed, (self.variant, self.board, self.start, self.moves, self._outcome, self._dead)

    def state(self) -> State:
        """Return a copy of the kernel's memory of the position, for searches that go on from here."""
        return self._state.copy()

    def __str__(self) -> str:
        return board_text(self.board, self.position)

    def __repr__(self) -> str:
        state = f"{self._to_play} to play" if self._outcome is None else str(self._outcome)
        return f"<Game {self.variant.name} on {self.board.text}, {len(self._moves)} moves, {state}>"


def _replayed(
    chosen: Variant, board: Board, start: Position | None, moves: Iterable[Move], outcome: Outcome | None, dead: Any
) -> Game:
    """Return a pickled game: its moves were legal once."""
    made = Game.from_position(chosen, board, start) if start is not None else Game(chosen, board=board)
    for move in moves:
        made.push(move)
    made._end(outcome, dead)
    return made
