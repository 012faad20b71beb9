"""The game: rules, a board and the moves so far, with the history that ko, superko and the result depend on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self, TypeAlias, Unpack

from ..boards import Board
from ..draw import image_files
from ..draw.text import board_text
from ..formats import json, one_line, sgf
from ..records import (
    COLOURS,
    Colour,
    Content,
    Gesture,
    Move,
    Position,
    PositionError,
    Reason,
    Record,
    TengenError,
    listed,
    other,
)
from ..records.display import mime_bundle
from ..rules import REPETITIONS, Rules, Then, Variant, variant
from ..rules.axes import Scoring, Tiles
from ..rules.rules import Axes, SetupAxes
from .fairness import Bid, Swap
from .game_records import game_text, record_of, record_variant, text_of_board
from .move_text import illegal
from .outcome import FINISHES, How, Outcome, Score
from .picture import picture
from .readout import Readout
from .scoring import Agreed, score_of, score_outcome
from .setup import (
    BoardLike,
    board_of,
    by_colour,
    heights,
    labels_of,
    rows_of,
    size_of,
    split_axes,
    start_of,
    stones_from_rows,
    text_or_bytes,
)
from .timeline import Stone, Timeline
from .turn import Resumption, Turn

__all__ = ["BoardLike", "Dead", "Game"]

Dead: TypeAlias = Iterable[str] | Callable[["Game"], Iterable[str]]
"""Dead stones: labels (each names its whole chain), or a function that estimates the labels."""


class Game(Readout):
    """A game of any variant on any board.

    `Readout` has the read-only part: ``to_play``, ``position``, ``turns``, ``why_not``, ``chain`` and so on. A game
    changes as it is played, so it is equal only to itself; compare positions, or ``to_json()`` for the history.

    >>> game = Game("chinese", board="5x5")
    >>> turn = game.play("C3")
    >>> game.play("pass").ended, game.play("pass").ended == game.outcome
    (None, True)
    >>> game.outcome
    Outcome(winner='black', margin=17.5, how='score')
    >>> game == game.copy(), game.position == game.copy().position, game.to_json() == game.copy().to_json()
    (False, True, True)
    """

    def __init__(
        self, game: str | Variant | Rules = "chinese", *, board: BoardLike | None = None,
        seed: int | None = None, **axes: Unpack[Axes],
    ) -> None:  # fmt: skip
        """Start a game of a variant, by name or as made by `tengen.variant`; every other keyword changes an axis.

        ``seed`` draws the stones of a variant with a random start; with None they differ each time.

        Raises:
            UnknownVariant, RulesConflict, BoardError: an error in the variant, the axes or the board.
            TengenError: a ``seed`` without a random start.
        """
        chosen = variant(game, **axes)
        if seed is not None and not (chosen.start and chosen.start.random):
            raise TengenError("{variant} starts without random stones; leave out seed", variant=chosen.name)
        place = board_of(chosen, board)
        super().__init__(chosen, Timeline(chosen.rules, place, start_of(chosen, place, seed)))

    @classmethod
    def setup(
        cls,
        game: str | Variant | Rules | Position,
        stones: Sequence[str] | Mapping[str, Content] | None = None,
        *,
        board: BoardLike | None = None,
        to_play: Colour = "black",
        tiles: Tiles | Mapping[str, int] | Iterable[str] = (),
        prisoners: Mapping[Colour, int] | None = None,
        tao_in_hand: int | Mapping[Colour, int] | None = None,
        tao_turns: int = 0,
        order_turn: int = 0,
        created_by: Colour | None = None,
        last_incursion: bool = False,
        **axes: Unpack[SetupAxes],
    ) -> Game:
        """Start from any position (spec 0.7): rows from the top (X, O, ``.``, T), or {label: colour}.

        Without a board, rows make a grid of their size with the variant's footprint. A handicap in the rules is assumed
        to be on the board already. ``tiles`` and ``tao_in_hand`` are axes, too: a value of the axis changes the axis,
        while labels or counts by colour set the pieces. ``tao_turns`` and ``order_turn`` are explained in `Position`.

        A `Position`, or its text, may be the only argument; axes and a board may follow, and replace its own.

        Raises:
            PositionError: an impossible position; chains without liberties are named. FormatError: the text is wrong.

        >>> Game.setup("chinese", [".X.", "X.X", ".X."], to_play="white").why_not("B2")
        (<Reason.SUICIDE: 'suicide'>,)
        >>> Game.setup("game=tile board=5x5 black=C3 to_play=white").play("C4").mover
        'white'
        """
        if stones is None:
            position = Position.parse(game) if isinstance(game, str) else game
            if not isinstance(position, Position):
                raise PositionError("without stones, the first argument must be a position or its text")
            others = to_play, tiles, prisoners, tao_in_hand, tao_turns, order_turn, created_by, last_incursion
            if others != ("black", (), None, None, 0, 0, None, False):
                raise PositionError("a position says everything but the board and the rules; leave out the rest")
            if board is not None:
                position = replace(position, board="")
            record = one_line.record_of(position, None if board is None else board_of(variant("chinese"), board))
            return cls.from_record(record, variant(record_variant(record), **axes))
        if isinstance(game, Position):
            raise PositionError("the position has stones already; leave out the second argument")
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
            order_turn=order_turn,
            last_incursion=last_incursion,
            created_by=created_by,
        )
        return cls.from_position(chosen, place, position)

    @classmethod
    def from_position(cls, game: str | Variant | Rules, board: BoardLike, position: Position | None) -> Game:
        """Start from a `Position`, as `setup` does; None: the start under the rules alone."""
        chosen = variant(game)
        return cls._of(chosen, Timeline(chosen.rules, board_of(chosen, board), position))

    @classmethod
    def _of(cls, chosen: Variant, timeline: Timeline) -> Self:
        made = cls.__new__(cls)
        Readout.__init__(made, chosen, timeline)
        return made

    def copy(self) -> Self:
        """Return an independent copy of the game, with its history."""
        return self._of(self.variant, self._timeline.copy())

    def at(self, number: int) -> Self:
        """Return the game after ``number`` of its moves, as an independent game; 0 is its start.

        Raises:
            TengenError: the game has fewer moves.

        >>> from tengen import Game
        >>> game = Game("chinese", board="5x5")
        >>> turns = [game.play(label) for label in ("C3", "D3", "C2")]
        >>> game.at(1).stones, len(game.moves)
        ({'C3': 'black'}, 3)
        """
        last = len(self.moves)
        if type(number) is not int or not 0 <= number <= last:
            raise TengenError(
                "the game has {last} moves; number must be a whole number from 0 to {last}, not {number!r}",
                last=last,
                number=number,
            )
        made = self.copy()
        while len(made.moves) > number:
            made.undo()
        return made

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    # -- moves ---------------------------------------------------------------------------------------------------------

    def play(self, move: Move | str, colour: Colour | None = None) -> Turn:
        """Make a move of the side to move; return what it did. ``colour`` names the mover, as a check.

        Raises:
            IllegalMove: with every reason; nothing has changed.
            FormatError: the text is not a move.
        """
        move = self._plain(move)
        if mask := self._timeline.reasons(move, colour):
            raise illegal(move, Reason.from_mask(mask), self.board)
        return self._timeline.make(move)

    def push(self, move: Move | str) -> Turn:
        """Make a move that is known to be legal, without checks, and return what it did; use `play` for all others.

        An illegal move leaves the game in an invalid state.

        Raises:
            FormatError: it is not a move; nothing has changed.
            IllegalMove: its point is not on the board; nothing has changed.
        """
        move = self._plain(move)
        if not isinstance(move, Gesture) and self.judge.is_off_board(move):
            raise illegal(move, (Reason.OFF_BOARD,), self.board)
        return self._timeline.make(move)

    def run(self, stones: Sequence[Stone]) -> int:
        """Make placements in one call, up to the first that needs the checks of `play`; return how many were made.

        Each comes with its colour, or None. The turns are the same as with `play`.
        """
        return self._timeline.run(stones)

    def force(self, move: Move | str, colour: Colour | None = None) -> Turn:
        """Make a move as recorded, even against the rules; return what it did, with the reasons `against` it.

        The move may be out of turn, after the end, or against ko, superko or the ban on suicide or passing. A suicide
        removes its stones. A third pass leaves the game ended.

        Raises:
            IllegalMove: with every reason; the move is impossible. Nothing has changed.
            FormatError: it is not a move; nothing has changed.

        >>> from tengen import Game
        >>> game = Game("chinese", board="5x5")
        >>> turns = game.play("C3", "black"), game.force("D3", "black")
        >>> game.stones, turns[1].against
        ({'C3': 'black', 'D3': 'black'}, (<Reason.NOT_YOUR_TURN: 'not_your_turn'>,))
        """
        return self._timeline.force(self._plain(move), colour)

    def undo(self) -> Move:
        """Take back the last move, even after the end, and return it, restoring everything (spec 0.9).

        Agreements and requests since that move, such as `resume`, are undone with it.

        Raises:
            TengenError: there is no move to take back.

        >>> game = Game("chinese", board="5x5")
        >>> turn = game.play("C3")
        >>> game.write_move(game.undo()), game.stones
        ('C3', {})
        """
        return self._timeline.undo()

    def resume(self, by: Colour) -> Resumption:
        """Resume play after the passes that ended the game, at a player's request (spec 1.17a); return the request.

        Nothing is erased: the passes stay in the record and in the history, so that they lift a ko. The count of
        consecutive passes restarts. Under rules whose `Variant.resumption` is "opponent" (Japanese and Korean) the
        opponent of ``by`` moves first, under all others the side to move.

        Raises:
            TengenError: the game did not end by passes, or the result has been agreed on (`Game.settle`).

        >>> from tengen import Game
        >>> game = Game("japanese", board="9x9")
        >>> passes = game.play("pass"), game.play("pass")
        >>> game.resume(by="black"), game.to_play, len(game.resumptions)
        (Resumption(number=2, by='black'), 'white', 1)
        """
        if by not in COLOURS:
            raise TengenError("by must be 'black' or 'white', not {by!r}", by=by)
        if self.outcome is None:
            raise TengenError("the game is not over; play resumes only after the passes that end a game")
        if self.outcome.how != "score":
            raise TengenError(
                "only a game that ended by passes can be resumed; this one ended otherwise: {outcome}",
                outcome=self.outcome,
            )
        if self.settled:
            raise TengenError("the result has been agreed on: {outcome}", outcome=self.outcome)
        return self._timeline.resume(by, other(by) if self.variant.resumption == "opponent" else self.to_play)

    def swap(self) -> Swap:
        """Have the players swap sides, at the request of the side to move instead of its move (spec 6.6a).

        The position and the side to move stay; `seats` changes. Undo takes it back with the move before it.

        Raises:
            TengenError: the sides cannot be swapped now, with the reason of `why_no_swap`.
        """
        if why := self.why_no_swap():
            raise TengenError(why)
        self._timeline.swaps.append(Swap(len(self.moves), self.to_play))
        return self._timeline.swaps[-1]

    def bid(self, komi: float | None) -> Bid:
        """Name the komi for which the next `bidder` would take Black; None: the player bids no more, in an auction.

        Bids come before the first move. The last one settles the komi and the `seats`; none can be taken back.

        Raises:
            TengenError: no bid is due, or this one is not a whole or half number, or is too low.

        >>> from tengen import Game
        >>> game = Game("komi-bidding", board="5x5")
        >>> bids = game.bid(6.5), game.bid(7)
        >>> game.rules.komi, game.seats["black"], game.bids == bids, game.bidder
        (7, 'second', True, None)
        """
        made = self._timeline.bid(komi)
        self._take_rules()
        return made

    # -- the end -------------------------------------------------------------------------------------------------------

    def score(self, kind: Scoring | None = None, dead: Dead = (), seki: Iterable[str] | None = None) -> Score:
        """Score the position now, by the rules' scoring or another (spec 1.13-1.16); only ``dead`` stones are removed.

        ``dead`` are labels, each naming its whole chain, or a function that estimates them for this game. ``seki`` are
        labels, each naming the whole holding of a stone, if tax = seki (spec 1.13a); None marks them automatically.

        Raises:
            TengenError: an unknown kind, a label without a stone, or seki under rules without a tax on it.

        >>> Game.setup("chinese", ["XX.OO"], komi=0.5).score().margin
        -0.5
        """
        return score_of(self._timeline.state, self.board, self.rules, kind, self._agreed(dead, seki))

    def settle(self, dead: Dead, seki: Iterable[str] | None = None) -> Outcome:
        """Agree on dead stones and seki after a game that ended by passes (spec 1.13a, 1.14); return the outcome.

        ``dead`` and ``seki`` are as in `score`. Under rules that count the position as it stands nothing is dead.

        Raises:
            TengenError: the game did not end by passes, the rules remove no dead stones, or an error of `score`.

        >>> game = Game.setup("japanese", ["X.XO.", "XXXOO", "....."], komi=0)
        >>> passes = game.play("pass"), game.play("pass")
        >>> print(game.settle(dead=["D3"]), game.dead, game.settled)
        B+13 ('D3',) True
        """
        if self.outcome is None or self.outcome.how != "score":
            raise TengenError("dead stones are agreed on after a game that ended by passes")
        agreed = self._agreed(dead, seki)
        if agreed.dead and self.variant.dead_stones == "stay":
            raise TengenError("no dead stones are removed: these rules count the position as it stands")
        timeline = self._timeline
        timeline.outcome = outcome = score_outcome(timeline.state, self.board, self.rules, agreed)
        timeline.agreed = agreed
        timeline.turns[-1] = timeline.turns[-1]._replace(ended=outcome)
        return outcome

    def _agreed(self, dead: Dead, seki: Iterable[str] | None) -> Agreed:
        labels = labels_of(dead(self) if callable(dead) else dead)
        return Agreed(labels, None if seki is None else labels_of(seki, "seki"))

    def finish(self, how: How, winner: Colour | None = None) -> Outcome:
        """End the game from outside, even out of turn: ``"time"``, ``"forfeit"`` or ``"resignation"``.

        ``winner`` wins. Undo takes it back together with the last move.

        Raises:
            TengenError: the game is over, or it cannot end in this way.
        """
        if self.outcome is not None:
            raise TengenError("the game is over: {outcome}", outcome=self.outcome)
        if how not in FINISHES or winner not in COLOURS:
            raise TengenError(
                "a game can be finished by {ways} and won by black or white, not {how!r}, {winner!r}",
                ways=listed(FINISHES, "or"),
                how=how,
                winner=winner,
            )
        self._timeline.outcome = Outcome(winner, None, how)
        return self._timeline.outcome

    def agree_no_result(self) -> Outcome:
        """End the game without result by agreement, after the whole state has repeated (spec 1.6).

        Only ``cycle = agreement`` leaves that to the players. Undo takes it back together with the last move.

        Raises:
            TengenError: the game is over, the state has not repeated, or the rules do not leave it to the players.

        >>> game = Game("chinese", board="3x1", repetition="no-result", cycle="agreement")
        >>> turns = [game.play(move) for move in ("A1", "B1", "pass", "C1", "A1")]
        >>> game.may_end_without_result, game.agree_no_result()
        (True, Outcome(winner=None, margin=None, how='no_result'))
        """
        if self.outcome is not None:
            raise TengenError("the game is over: {outcome}", outcome=self.outcome)
        if REPETITIONS[self.rules.repetition].end(self.rules.cycle) is not Then.AGREEMENT:
            raise TengenError("these rules do not let the players agree on no result; set cycle = agreement")
        if not self.may_end_without_result:
            raise TengenError("the players may agree on no result only after the whole state of the game has repeated")
        self._timeline.outcome = Outcome(None, None, "no_result")
        return self._timeline.outcome

    @property
    def changes_colours(self) -> bool:
        """Whether the players swap colours for the `rematch`: not with a handicap, nor after a game without result.

        A game without result is replayed, as the Japanese rules say, and a handicap stays with the weaker player.
        """
        return not self.rules.handicap and (self.outcome is None or self.outcome.how != "no_result")

    def rematch(self) -> Self:
        """Return the same game at its start: its rules, its board and the position it was set up from."""
        return self._of(self.variant, Timeline(self.rules, self.board, self.start))

    # -- text ----------------------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The current position, with the board and the game; ``str`` writes it as one line (see `Position`)."""
        if not self._timeline.said[0]:
            self._timeline.said = text_of_board(self.variant, self.board), game_text(self.variant)
        return super().position

    @property
    def record(self) -> Record:
        """The game as a record, with everything needed to replay it."""
        return record_of(self)

    @classmethod
    def from_record(cls, record: Record, game: str | Variant | Rules | None = None) -> Game:
        """Play a record's main line, under its own rules or those given.

        If stones are set up in mid-game, the game starts from the last position so made; `walk` follows the whole line.
        A move that the record's own rules forbid, such as two in a row by one colour, is played anyway (`force`), with
        a `TengenWarning` naming it; under other rules it is an error.

        Raises:
            IllegalMove: a move is illegal; PositionError: the setup is impossible.
        """
        from .played_records import play_record  # late: it depends on this module

        return play_record(record, game)

    def sgf(self, *, why: bool = False) -> str:
        """Return the game as SGF; with ``why``, comments explain each tile (spec 2.1, 2.2).

        >>> game = Game("chinese", board="9x9")
        >>> turn = game.play("E5")
        >>> ";B[ee]" in game.sgf()
        True
        """
        from .played_records import explained  # late: it depends on this module

        return sgf.write(explained(self.record, self.variant) if why else self.record)

    @classmethod
    def from_sgf(cls, text: str | bytes) -> Game:
        """Play the main line of the first game in the text of an SGF file.

        >>> game = Game.from_sgf("(;SZ[9]KM[7];B[ee];W[cc])")
        >>> game.stones, game.rules.komi
        ({'C7': 'white', 'E5': 'black'}, 7)
        """
        return cls.from_record(sgf.read(text_or_bytes(text)))

    def to_json(self) -> str:
        """Return the game as JSON, without loss.

        >>> game = Game("tile", board="5x5")
        >>> turn = game.play("C3")
        >>> Game.from_json(game.to_json()).stones
        {'C3': 'black'}
        """
        return json.dumps(self.record)

    @classmethod
    def from_json(cls, text: str | bytes) -> Game:
        """Return the game that `to_json` wrote."""
        given = text_or_bytes(text)
        return cls.from_record(json.loads(given if isinstance(given, str) else given.decode("utf-8", "replace")))

    def svg(self, **options: Any) -> str:
        """Return the picture of the position, with the last move ringed and the region of an incursion shaded.

        The options are those of `draw.svg`, and ``territory=True`` marks the owner of each vacant point.

        >>> Game("chinese", board="5x5").svg()[:4]
        '<svg'
        """
        return "\n".join(picture(self, options))

    def png(self, **options: Any) -> bytes:
        """Return the picture of the position as PNG; the options are those of `svg`, ``size`` is in pixels.

        Raises:
            TengenError: the extra ``pictures`` is not installed; the message has the command that installs it.

        >>> Game("chinese", board="5x5").png(size=100)[1:4]
        b'PNG'
        """
        return image_files.png(self.svg(**options))

    def gif(self, *, delay: float = 1.0, **options: Any) -> bytes:
        """Return the game from its first position on as a moving picture; each position stays ``delay`` seconds.

        The options are those of `svg`, and errors those of `png`.

        >>> game = Game("chinese", board="5x5")
        >>> turn = game.play("C3")
        >>> game.gif(size=100)[:6]
        b'GIF89a'
        """
        image_files.check_installed("gif")
        copy, svgs = self.copy(), [self.svg(**options)]
        while copy.moves:
            copy.undo()
            svgs.append(copy.svg(**options))
        return image_files.animation(svgs[::-1], "gif", delay)

    _repr_mimebundle_ = mime_bundle

    def __reduce__(self) -> tuple[Any, ...]:
        turns = [(turn.move, turn.mover, bool(turn.against)) for turn in self.turns]
        agreed = self._timeline.agreed
        fair = [bid.komi for bid in self.bids], [swap.number for swap in self.swaps]
        return _replayed, (self.variant, self.board, self.start, turns, self.resumptions, self.outcome, agreed, fair)

    def __str__(self) -> str:
        return board_text(self.board, self.position, walls=self.rules.captured == "wall")

    def __repr__(self) -> str:
        state = f"{self.to_play} to play" if self.outcome is None else str(self.outcome)
        return f"<Game {self.variant.name} on {self.board.text}, {len(self.moves)} moves, {state}>"


def _replayed(
    chosen: Variant,
    board: Board,
    start: Position | None,
    turns: Iterable[tuple[Move, Colour, bool]],
    resumptions: Iterable[Resumption],
    outcome: Outcome | None,
    agreed: Agreed | None,
    fair: tuple[Sequence[float | None], Sequence[int]] = ((), ()),
) -> Game:
    """Return a pickled game, whose moves were legal or forced. ``agreed`` is as in `settle`."""
    made = Game._of(chosen, Timeline(chosen.rules, board, start))
    for komi in fair[0]:
        made.bid(komi)
    asked = {request.number: request.by for request in resumptions}
    for number, (move, mover, forced) in enumerate(turns, 1):
        if forced:
            made.force(move, mover)
        else:
            made.push(move)
        if number in asked:
            made.resume(asked[number])
        if number in fair[1]:
            made.swap()
    if outcome is not None and made.outcome is None and outcome.how == "no_result":
        made.agree_no_result()
    elif outcome is not None and made.outcome is None:
        made.finish(outcome.how, outcome.winner)
    elif agreed is not None:
        made.settle(*agreed)
    return made
