"""The state of a game at any time: its moves, the legal moves, and the position."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ..boards import Board, Point
from ..draw.text import rows as text_rows
from ..kernel import State, start_state
from ..records import (
    COLOURS,
    BoardError,
    Colour,
    Content,
    FormatError,
    Gesture,
    Move,
    Pass,
    Place,
    Position,
    Reason,
    Resign,
    Return,
    Tao,
    Text,
    other,
)  # fmt: skip
from ..rules import Rules, Variant
from .fairness import SIDES, Bid, Side, Swap, why_no_swap
from .game_history import Situation
from .legality import Judge
from .move_text import plain_move, read_move, usual_moves, write_move
from .on_board import VacantRegion, array_of, chain_of, liberties_of, read_position, regions_of
from .outcome import Outcome, hahn_points
from .setup import price_asked
from .timeline import Timeline
from .turn import NOWHERE, Points, Resumption, Turn


class Readout:
    """Read access to a game; `Game` adds starting, playing and ending it.

    Points are given by label or index and returned as indices; `Board.names` gives their labels. Mappings use labels.
    """

    def __init__(self, chosen: Variant, timeline: Timeline) -> None:
        self._timeline = timeline
        self._usual = usual_moves(timeline.board)
        self.variant: Variant = chosen
        self.rules: Rules = timeline.rules
        self.board: Board = timeline.board
        self.start: Position | None = timeline.start
        """The position the game was set up from, or the variant's start; None: the start under the rules alone."""

    def _take_rules(self) -> None:
        """Apply the komi of the bids to the rules."""
        self.rules = self._timeline.rules
        self.variant = replace(self.variant, rules=self.rules, komi_given=True)
        self._timeline.said = "", ""

    @property
    def to_play(self) -> Colour:
        """The side to move; after the end, the side that would move."""
        return self._timeline.to_play

    @property
    def seat(self) -> int:
        """The player to move (spec 6.7), from 1; with two players, Black is 1 and White is 2.

        >>> from tengen import Game
        >>> game = Game("rengo")
        >>> turns = game.play("D4"), game.play("Q16")
        >>> game.seat, game.to_play
        (3, 'black')
        """
        seats, state = self.rules.seats, self._timeline.state
        if seats > 2 and not (state.table["placing"][0] or state.table["handicap_turns"][0]):
            return state.order_turn % seats + 1
        return COLOURS.index(self.to_play) + 1

    @property
    def turns_in_a_row(self) -> int:
        """The number of turns in a row of the side to move, including this one (spec 0.6, 6.7)."""
        return self._timeline.state.turns_in_a_row()

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game; None during play."""
        return self._timeline.outcome

    @property
    def dead(self) -> tuple[str, ...]:
        """The dead stones agreed on in `settle`."""
        agreed = self._timeline.agreed
        return agreed.dead if agreed else ()

    @property
    def seki(self) -> tuple[str, ...] | None:
        """A stone of each holding in seki, as agreed on by `settle`; None under the automatic mark."""
        agreed = self._timeline.agreed
        return agreed.seki if agreed else None

    # -- what happened -------------------------------------------------------------------------------------------------

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""
        return tuple(self._timeline.moves)

    @property
    def movers(self) -> tuple[Colour, ...]:
        """The colours that made the moves."""
        return tuple([turn.mover for turn in self._timeline.turns])

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The effects of the moves."""
        return tuple(self._timeline.turns)

    @property
    def resumptions(self) -> tuple[Resumption, ...]:
        """Every request to resume play after the final passes (spec 1.17a), in order."""
        return tuple(self._timeline.resumptions)

    # -- the players (spec 6.6a) ---------------------------------------------------------------------------------------

    @property
    def seats(self) -> dict[Colour, Side]:
        """The player of each colour now: the "first" started as Black, the "second" as White.

        With an odd number of seats (spec 6.7), the first player has seat 1, in both colours, and the second the others.

        >>> from tengen import Game
        >>> game = Game("go-with-pie", board="5x5")
        >>> turn, why, swap = game.play("C3"), game.why_no_swap(), game.swap()
        >>> why, game.seats, game.to_play, game.swaps == (swap,), game.players
        ('', {'black': 'second', 'white': 'first'}, 'white', True, ('first',))
        """
        is_swapped = self._timeline.is_swapped
        if self.rules.seats % 2:
            is_swapped ^= (self.seat == 1) != (self.to_play == COLOURS[0])
        return dict(zip(COLOURS, reversed(SIDES) if is_swapped else SIDES, strict=True))

    @property
    def players(self) -> tuple[Side, ...]:
        """The players who made the moves."""
        seats, swaps, count = self.seats, self.swaps, self.rules.seats
        if count % 2:
            made = sum(turn.move is not Resign for turn in self.turns)
            return tuple([SIDES[bool((self.seat - 1 - made + each) % count)] for each in range(len(self.turns))])
        if not swaps:
            return tuple([seats[turn.mover] for turn in self._timeline.turns])
        turned = [sum(swap.number >= turn.number for swap in swaps) % 2 for turn in self.turns]
        return tuple([seats[other(turn.mover) if odd else turn.mover] for turn, odd in zip(self.turns, turned)])

    @property
    def winner(self) -> Side | None:
        """The player who won, or None."""
        return self.seats[self.outcome.winner] if self.outcome is not None and self.outcome.winner else None

    @property
    def bids(self) -> tuple[Bid, ...]:
        """The bids so far, in order."""
        return tuple(self._timeline.bids)

    @property
    def bidder(self) -> Side | None:
        """The player who bids next; None if no bid is due."""
        return SIDES[len(self._timeline.bids) % 2] if self._timeline.is_bidding else None

    @property
    def swaps(self) -> tuple[Swap, ...]:
        """The swaps of sides so far."""
        return tuple(self._timeline.swaps)

    def why_no_swap(self) -> Text:
        """Return why the sides cannot be swapped now; "" if the side to move may swap instead of moving."""
        timeline, is_over = self._timeline, self.outcome is not None
        return why_no_swap(self.rules, timeline.turns, timeline.swaps, self.to_play, is_over=is_over)

    @property
    def settled(self) -> bool:
        """Whether both sides have agreed on the result, by `settle`."""
        return self._timeline.agreed is not None

    @property
    def may_end_without_result(self) -> bool:
        """Whether both sides may agree to end the game without result: the whole state has repeated (spec 1.6)."""
        return self._timeline.outcome is None and bool(self._timeline.history.returns)

    @property
    def situations(self) -> Sequence[Situation]:
        """The situations at the start and after each turn: keys and contents of positions, for searches and proofs."""
        return tuple(self._timeline.history.situations)

    def regions(self) -> tuple[VacantRegion, ...]:
        """Return the regions of vacant points, each with the colours that it touches (spec 0.3, 2.1)."""
        return regions_of(self.board, self._timeline.state)

    def territory(self) -> dict[str, Colour]:
        """Return the owner of each vacant point: a stone of the other colour there is an incursion (2.1).

        Points whose region touches both colours or none are left out. Unlike in `score`, Tao stones bound no territory
        during play (spec 3.8).

        >>> from tengen import Game
        >>> Game.setup("tile", [".X.O.", "XX.OO"]).territory()
        {'A2': 'black', 'E2': 'white'}
        """
        owned = ((p, region.owner) for region in self.regions() for p in region.points)
        return {self.board.labels[p]: owner for p, owner in sorted(owned) if owner is not None}

    # -- moves ---------------------------------------------------------------------------------------------------------

    def read_move(self, text: str) -> Move:
        """Read a move's text; FormatError if it is not a move."""
        return self._usual.get(text) or read_move(text, self.board)

    def write_move(self, move: Move) -> str:
        """Write a move as `Game.read_move` reads it."""
        return write_move(move, self.board)

    def why_not(self, move: Move | str, colour: Colour | None = None) -> tuple[Reason, ...]:
        """Return every reason why a move is illegal, in the order of spec 0.5; () if it is legal.

        >>> from tengen import Game
        >>> game = Game("chinese", board="5x5")
        >>> turn = game.play("C3")
        >>> game.why_not("C3"), game.why_not("D3")
        ((<Reason.OCCUPIED: 'occupied'>,), ())
        """
        return Reason.from_mask(self._timeline.reasons(self._plain(move), colour))

    def _plain(self, move: Move | str) -> Move:
        """Return a move as read from its text, or as given, with a plain int for its point."""
        return self.read_move(move) if isinstance(move, str) else plain_move(move)

    @property
    def pass_ends(self) -> bool:
        """Whether the side to move may pass and thereby end the game.

        >>> from tengen import Game
        >>> game = Game("chinese", board="5x5")
        >>> game.pass_ends, game.play("pass").ended, game.pass_ends
        (False, None, True)
        """
        if self._timeline.reasons(Pass, None):
            return False
        if not self.rules.ends_by_passes:  # the opponent may be left without a move
            return self._timeline.copy().make(Pass).ended is not None
        return not self.coupon and bool(self._timeline.state.table["passes"][0] + 1 == self.rules.passes)

    def captures(self, move: Move | str) -> Points:
        """Return the points of the enemy's stones that a move would capture now; nothing changes.

        Ko and repetition are ignored: `why_not` judges them. A point that cannot take a stone captures nothing.

        >>> from tengen import Game
        >>> game = Game.setup("chinese", [".XO", "X..", "..."])
        >>> game.board.names(game.captures("C2"))
        ('C3',)
        """
        move = self._plain(move)
        return self._timeline.judge.captures(move.point, self._timeline.to_play) if isinstance(move, Place) else NOWHERE

    @property
    def judge(self) -> Judge:
        """The judge of moves, which returns masks of reasons."""
        return self._timeline.judge

    def legal_moves(self) -> LegalMoves:
        """Return the legal moves, lazily: iterable, with ``in`` and ``len``.

        >>> from tengen import Game
        >>> game = Game("chinese", board="2x2")
        >>> game.legal_moves(), len(game.legal_moves()), "B1" in game.legal_moves()
        (<LegalMoves: A2, B2, A1, B1, pass>, 5, True)
        """
        return LegalMoves(self)

    # -- what stands on a point ----------------------------------------------------------------------------------------

    def content(self, point: Point) -> Content | None:
        """Return the content of a point; BoardError if the board has no such point."""
        p = self.board.point(point)
        colour = int(self._timeline.state.points["colour"][p])
        if colour:
            return COLOURS[colour - 1]
        return "tao" if self._timeline.state.points["tao"][p] else None

    def chain(self, point: Point) -> Points:
        """Return the points of the chain of the stone on a point (spec 0.3); () without a stone.

        Raises:
            BoardError: the board has no such point.
        """
        return chain_of(self._timeline.state, self.board.point(point))

    def liberties(self, point: Point) -> Points:
        """Return the liberties of the chain on a point: vacant points next to its stones, including Tao points (0.3).

        Raises:
            BoardError: the board has no such point.
        """
        return liberties_of(self.board, self._timeline.state, self.board.point(point))

    # -- the position --------------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The current position; do not change it."""
        return self._timeline.position

    @property
    def first_position(self) -> Position:
        """The position before the first move."""
        first, now = self.start or read_position(self.board, start_state(self.board, self.rules)), self.position
        return replace(first, board=now.board, game=now.game)

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

    @property
    def tao_prices(self) -> dict[Colour, int | None]:
        """The price of a Tao stone for each player now (spec 3.3, 3.9); None if none can be bought.

        A Tao stone in hand is used first and is free.

        >>> from tengen import Game
        >>> Game("tao", tao_price=(2, 3)).tao_prices, Game("tao", tao_price="off").tao_prices
        ({'black': 2, 'white': 2}, {'black': None, 'white': None})
        """
        if self.rules.tao != "on":
            return dict.fromkeys(COLOURS)
        return {colour: price_asked(self.rules, self._timeline.state, colour) for colour in COLOURS}

    @property
    def coupon(self) -> float:
        """The highest coupon left, which a pass takes (spec 6.8); 0 if none is left."""
        return float(self._timeline.state.table["coupons"][0]) / 2

    @property
    def payoff(self) -> dict[Colour, float] | None:
        """The payoff of both players after the end (spec 6.8c); None without a payoff or a result."""
        outcome = self._timeline.outcome
        if self.rules.payoff == "none" or outcome is None or outcome.how == "no_result":
            return None
        won = {"black": 100.0, "white": -100.0, None: 0.0}[outcome.winner]
        points = hahn_points(won if outcome.margin is None else outcome.margin)
        return dict(zip(COLOURS, points, strict=True))

    def rows(self) -> list[str]:
        """Return the position as rows, top first: X, O, T, ``.``, ``#`` without a point; BoardError without rows."""
        if not self.board.rows:
            raise BoardError("{board} has no rows; its stones are in Game.stones", board=self.board.text)
        return text_rows(self.board, self.position)

    def array(self, what: Literal["stones", "tiles"] = "stones", *, grid: bool = False) -> NDArray[np.int32]:
        """Return the position as a read-only array; it does not follow later moves.

        Its shape is (points,), in the order of `Board.labels`; with ``grid`` it is (rows, columns), top row first, with
        -1 where the board has no point. Stones are 0 for vacant, 1 for black, 2 for white and 3 for a Tao stone; tiles
        are the heights of the stacks. BoardError: ``grid`` on a board without rows.

        >>> from tengen import Game
        >>> game = Game.setup("chinese", ["X..", ".O.", "..."])
        >>> game.array().tolist(), (game.array(grid=True) == 2).sum(), game.array(grid=True).shape
        ([1, 0, 0, 0, 2, 0, 0, 0, 0], np.int64(1), (3, 3))
        """
        return array_of(self.board, self._timeline.state, what, grid)

    def state(self) -> State:
        """Return a copy of the kernel's state of the position, for searches from here."""
        return self._timeline.state.copy()


class LegalMoves(Collection[Move]):
    """The legal moves of the current position, computed on demand, without resignation.

    Iterates over `Place`, `Tao`, `Return` and `Pass`; ``in`` takes moves and their text alike.
    """

    def __init__(self, game: Readout) -> None:
        self._game = game
        self._moves: tuple[Move, ...] | None = None
        self._asked: tuple[object, ...] = ()

    def _all(self) -> tuple[Move, ...]:
        now = (self._game.moves, self._game.outcome, self._game.bidder)
        if self._moves is None or self._asked != now:
            self._moves, self._asked = tuple(self._work_out()), now
        return self._moves

    def _work_out(self) -> list[Move]:
        if self._game.outcome is not None or self._game.bidder:
            return []
        judge, colour = self._game.judge, self._game.to_play
        stones = [*usual_moves(self._game.board).values()]  # moves on points first, in the order of points
        found = [stones[point] for point in judge.placements(colour)]
        if not judge.may_tao(colour):
            found += map(Tao, judge.tao_points())
        return found + [gesture for gesture in (Return, Pass) if not judge.gesture(gesture, colour)]

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            try:
                move = read_move(move, self._game.board)
            except FormatError:
                return False
        if not isinstance(move, (Place, Tao, Gesture)) or move is Gesture.RESIGN:
            return False
        return not self._game.why_not(move)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __repr__(self) -> str:
        words = [self._game.write_move(move) for move in self._all()]
        return f"<LegalMoves: {', '.join(words)}>"
