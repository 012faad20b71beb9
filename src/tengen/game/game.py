"""The game: rules, a board and the moves so far. It alone knows history, hence ko, superko and the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self, TypeAlias, Unpack

from ..boards import Board
from ..draw.text import board_text
from ..formats import json, sgf
from ..records import COLOURS, Colour, Content, Move, Position, Reason, Record, TengenError, listed
from ..rules import REPETITIONS, Rules, Then, Variant, variant
from ..rules.axes import Scoring, Tiles
from ..rules.keywords import Axes, SetupAxes
from .arguments import BoardLike, board_of, labels_of, text_or_bytes
from .game_records import record_of
from .legal_moves import LegalMoves
from .move_text import illegal, plain_move, read_move
from .outcome import FINISHES, How, Outcome, Score
from .picture import picture
from .playing import Playing
from .scoring import Agreed, score_of, score_outcome
from .setup import by_colour, heights, rows_of, size_of, split_axes, stones_from_rows
from .turn import Resumption, Turn

__all__ = ["BoardLike", "Dead", "Game"]

Dead: TypeAlias = Iterable[str] | Callable[["Game"], Iterable[str]]
"""Dead stones: labels (each names its whole chain), or an estimator that answers with labels."""


class Game(Playing):
    """A game of any variant on any board.

    `Readout` has what can be seen of it (``to_play``, ``position``, ``turns``, ``chain`` and so on), `Playing` how it
    goes on (``push``, ``why_not``, ``captures``, ``undo``, ``copy``, ``at``).

    >>> game = Game("chinese", board="5x5")
    >>> turn = game.play("C3")
    >>> game.play("pass").ended, game.play("pass").ended == game.outcome
    (None, True)
    >>> game.outcome
    Outcome(winner='black', margin=17.5, how='score')
    """

    def __init__(
        self, game: str | Variant | Rules = "chinese", *, board: BoardLike | None = None, **axes: Unpack[Axes]
    ) -> None:
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
        tiles: Tiles | Mapping[str, int] | Iterable[str] = (),
        prisoners: Mapping[Colour, int] | None = None,
        tao_in_hand: int | Mapping[Colour, int] | None = None,
        tao_turns: int = 0,
        created_by: Colour | None = None,
        last_incursion: bool = False,
        **axes: Unpack[SetupAxes],
    ) -> Game:
        """Start from any position (spec 0.7): rows top first (X, O, ``.``, T), or {label: colour}.

        Without a board, rows make a grid of their size with the variant's footprint. A handicap in the rules is taken
        to be on the board already. ``tiles`` and ``tao_in_hand`` are axes, too: a value of the axis changes the axis,
        labels or counts by colour are what lies there. ``tao_turns`` is explained in `Position`.

        Raises:
            PositionError: the position cannot be; chains without liberties are named.

        >>> Game.setup("chinese", [".X.", "X.X", ".X."], to_play="white").why_not("B2")
        (<Reason.SUICIDE: 'suicide'>,)
        """
        also, lies = split_axes({"tiles": tiles, "tao_in_hand": tao_in_hand})
        chosen = variant(game, **axes, **also)
        rows = None if isinstance(stones, Mapping) else rows_of(stones)
        place = board_of(chosen, size_of(rows) if board is None and rows is not None else board)
        position = Position(
            stones=dict(stones) if isinstance(stones, Mapping) else stones_from_rows(rows or [], place),
            to_play=to_play,
            tiles=heights(lies.get("tiles", ())),
            prisoners=by_colour(prisoners, "prisoners"),
            tao_in_hand=by_colour(lies.get("tao_in_hand"), "tao_in_hand", chosen.rules.tao_in_hand),
            tao_turns=tao_turns,
            last_incursion=last_incursion,
            created_by=created_by,
        )
        return cls.from_position(chosen, place, position)

    @classmethod
    def from_position(cls, game: str | Variant | Rules, board: BoardLike, position: Position) -> Game:
        """Start from a `Position`, as `setup` does."""
        chosen = variant(game)
        return cls._started(chosen, board_of(chosen, board), position)

    @classmethod
    def _started(cls, chosen: Variant, board: Board, start: Position | None) -> Self:
        made = cls.__new__(cls)
        made._begin(chosen, board, start)
        return made

    # -- moves ---------------------------------------------------------------------------------------------------------

    def play(self, move: Move | str, colour: Colour | None = None) -> Turn:
        """Make a move of the side to move; return what it did. ``colour`` says who makes it, where that may be wrong.

        Raises:
            IllegalMove: with every reason; nothing has changed.
            FormatError: the text is no move.
        """
        move = plain_move(move) if not isinstance(move, str) else self._usual.get(move) or read_move(move, self.board)
        whole = self._outcome is not None or colour is not None
        mask = self._mask(move, colour) if whole else self.judge.move(move, self._to_play)
        if mask:
            raise illegal(move, Reason.from_mask(mask), self.board)
        return self._make(move)

    def legal_moves(self) -> LegalMoves:
        """Return the legal moves, lazily: iterable, with ``in`` and ``len``."""
        return LegalMoves(self)

    # -- the end -------------------------------------------------------------------------------------------------------

    def score(self, kind: Scoring | None = None, dead: Dead = (), seki: Iterable[str] | None = None) -> Score:
        """Score the position now, by the rules' scoring or another (spec 1.13-1.16); only ``dead`` stones are removed.

        ``dead`` are labels, each naming its whole chain, or a function that estimates them for this game. ``seki`` are
        labels, each naming the whole holding of a stone, where tax = seki (spec 1.13a); None marks them automatically.

        Raises:
            TengenError: an unknown kind, a label without a stone, or seki under rules that have no tax on it.

        >>> Game.setup("chinese", ["XX.OO"], komi=0.5).score().margin
        -0.5
        """
        return score_of(self._state, self.board, self.rules, kind, self._agreed(dead, seki))

    def settle(self, dead: Dead, seki: Iterable[str] | None = None) -> Outcome:
        """Agree on what is dead, and in seki, after a game that ended by passes (spec 1.13a, 1.14); return the outcome.

        ``dead`` and ``seki`` are as in `score`. Under rules that count the position as it stands nothing is dead.

        Raises:
            TengenError: the game did not end by passes, the rules let no stone be taken off, or `score` refuses.
        """
        if self._outcome is None or self._outcome.how != "score":
            raise TengenError("dead stones are agreed on after a game that ended by passes")
        agreed = self._agreed(dead, seki)
        if agreed.dead and self.variant.dead_stones == "stay":
            raise TengenError("no stone is taken off as dead: these rules count the position as it stands")
        outcome = score_outcome(self._state, self.board, self.rules, agreed)
        (self._dead, self._seki), self._outcome = agreed, outcome
        self._settled = True
        self._turns[-1] = self._turns[-1]._replace(ended=self._outcome)
        return self._outcome

    def _agreed(self, dead: Dead, seki: Iterable[str] | None) -> Agreed:
        labels = labels_of(dead(self) if callable(dead) else dead)
        return Agreed(labels, None if seki is None else labels_of(seki, "seki"))

    def finish(self, how: How, winner: Colour | None = None) -> Outcome:
        """End the game from outside, out of turn perhaps: ``"time"``, ``"forfeit"`` or ``"resignation"``.

        ``winner`` wins. Undo takes it back together with the last move.

        Raises:
            TengenError: the game is over, or it cannot end so.
        """
        if self._outcome is not None:
            raise TengenError("the game is over: {outcome}", outcome=self._outcome)
        if how not in FINISHES or winner not in COLOURS:
            raise TengenError(
                "a game is finished by {ways} and won by black or white, not {how!r}, {winner!r}",
                ways=listed(FINISHES, "or"),
                how=how,
                winner=winner,
            )
        self._outcome = Outcome(winner, None, how)
        return self._outcome

    def agree_no_result(self) -> Outcome:
        """End the game without result, because both sides want to, where the whole state has come back (spec 1.6).

        Only ``cycle = agreement`` leaves that to the players. Undo takes it back together with the last move.

        Raises:
            TengenError: the game is over, or nothing has come back, or the rules do not leave it to the players.
        """
        if self._outcome is not None:
            raise TengenError("the game is over: {outcome}", outcome=self._outcome)
        if REPETITIONS[self.rules.repetition].end(self.rules.cycle) is not Then.AGREEMENT:
            raise TengenError("these rules do not let the players agree on no result; cycle = agreement does")
        if not self.may_end_without_result:
            raise TengenError("the players may agree on no result only after the whole state of the game has come back")
        self._outcome = Outcome(None, None, "no_result")
        return self._outcome

    @property
    def changes_colours(self) -> bool:
        """Whether the players change colours for the `rematch`: not with a handicap, nor after a game without result.

        Such a game is replayed, as the Japanese rules say, and a handicap is the weaker player's.
        """
        return not self.rules.handicap and (self._outcome is None or self._outcome.how != "no_result")

    def rematch(self) -> Self:
        """Return the same game at its beginning: its rules, its board and the position it was set up from."""
        return type(self)._started(self.variant, self.board, self.start)

    # -- text ----------------------------------------------------------------------------------------------------------

    def read_move(self, text: str) -> Move:
        """Read a move's text; FormatError where it is none."""
        return self._usual.get(text) or read_move(text, self.board)

    @property
    def record(self) -> Record:
        """The game as a record: what it takes to play it again."""
        return record_of(self)

    @classmethod
    def from_record(cls, record: Record, game: str | Variant | Rules | None = None) -> Game:
        """Play a record's main line, under its own rules or those given.

        Where stones are set up in mid-game, the game begins with the last position so made: `walk` follows the rest.
        A move that the record's own rules forbid, such as two in a row by one colour, is made all the same (`force`),
        with a `TengenWarning` that says which; other rules forbid what they forbid.

        Raises:
            IllegalMove: a move is illegal; PositionError: what is set up cannot stand.
        """
        from .played_records import play_record  # late: it stands above this module, since it makes games

        return play_record(record, game)

    def sgf(self, *, why: bool = False) -> str:
        """Return the game as SGF; ``why`` has the comments say why each tile fell (spec 2.1, 2.2)."""
        from .explained import explained  # late: it stands above this module, since it walks through games

        return sgf.write(explained(self.record, self.variant) if why else self.record)

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
        """Return the picture of the position, the last move ringed and the region of an incursion shaded.

        The options are those of `draw.svg`, and ``territory=True`` marks whose territory each vacant point is.
        """
        return picture(self, options)

    def _repr_svg_(self) -> str:
        return self.svg(size=400)

    def __reduce__(self) -> tuple[Any, ...]:
        agreed = (self._dead, self._seki) if self._settled else None
        turns = [(turn.move, turn.mover, bool(turn.against)) for turn in self._turns]
        return _replayed, (self.variant, self.board, self.start, turns, self.resumptions, self._outcome, agreed)

    def __str__(self) -> str:
        return board_text(self.board, self.position)

    def __repr__(self) -> str:
        state = f"{self._to_play} to play" if self._outcome is None else str(self._outcome)
        return f"<Game {self.variant.name} on {self.board.text}, {len(self._moves)} moves, {state}>"


def _replayed(
    chosen: Variant,
    board: Board,
    start: Position | None,
    turns: Iterable[tuple[Move, Colour, bool]],
    resumptions: Iterable[Resumption],
    outcome: Outcome | None,
    agreed: tuple[tuple[str, ...], tuple[str, ...] | None] | None,
) -> Game:
    """Return a pickled game: its moves were legal once, or forced. ``agreed`` is as `settle` takes it."""
    made = Game._started(chosen, board, start)
    asked = {request.number: request.by for request in resumptions}
    for number, (move, mover, forced) in enumerate(turns, 1):
        if forced:
            made.force(move, mover)
        else:
            made.push(move)
        if number in asked:
            made.resume(asked[number])
    if outcome is not None and made.outcome is None and outcome.how == "no_result":
        made.agree_no_result()
    elif outcome is not None and made.outcome is None:
        made.finish(outcome.how, outcome.winner)
    elif agreed is not None:
        made.settle(*agreed)
    return made
