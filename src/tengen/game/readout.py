"""What can be read off a game at any time: who is to play, the moves and what they did, the position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..boards import Board, Point
from ..draw.text import rows as text_rows
from ..kernel import State, start_state
from ..records import COLOURS, BoardError, Colour, Content, Move, Place, Position
from ..rules import Rules, Variant
from .game_history import History, Situation
from .move_text import write_move
from .outcome import Outcome
from .setup import price_asked, read_position
from .turn import Points, Resumption, Turn
from .vacant_regions import Region, regions_of


class Readout:
    """What can be read off a game; `Playing` says how it comes about.

    A point is asked for by its label or its index; points are answered as indices, and `Board.names` gives their
    labels. Mappings have labels.
    """

    variant: Variant
    rules: Rules
    board: Board
    start: Position | None
    """The position that the game was set up from, where it is not the variant's own start."""
    _state: State
    _history: History
    _to_play: Colour
    _moves: list[Move]
    _turns: list[Turn]
    _first_creator: Colour | None
    _resumptions: list[Resumption]
    _outcome: Outcome | None
    _dead: tuple[str, ...]
    _seki: tuple[str, ...] | None
    _settled: bool
    _position: Position | None
    """The position as plain data, once somebody has asked for it."""

    @property
    def to_play(self) -> Colour:
        """The side to move; after the end, the one who would be."""
        return self._to_play

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self._outcome

    @property
    def dead(self) -> tuple[str, ...]:
        """The dead stones agreed on by `settle`."""
        return self._dead

    @property
    def seki(self) -> tuple[str, ...] | None:
        """A stone of each holding in seki, as agreed on by `settle`; None where the automatic mark holds."""
        return self._seki

    # -- what happened -------------------------------------------------------------------------------------------------

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
    def resumptions(self) -> tuple[Resumption, ...]:
        """Every request to go on after the passes that ended the game (spec 1.17a), in order."""
        return tuple(self._resumptions)

    @property
    def settled(self) -> bool:
        """Whether both sides have agreed on the result, by `settle`."""
        return self._settled

    @property
    def may_end_without_result(self) -> bool:
        """Whether both sides together may end the game without result: the whole state has come back (spec 1.6)."""
        return self._outcome is None and bool(self._history.returns)

    @property
    def situations(self) -> Sequence[Situation]:
        """What the start and every turn so far left: keys and contents of positions, for searches and proofs."""
        return tuple(self._history.situations)

    def write_move(self, move: Move) -> str:
        """Write a move as `Game.read_move` reads it."""
        return write_move(move, self.board)

    @property
    def invader(self) -> Turn | None:
        """The turn of the last placement, if that was an incursion (spec 2.1); ``position`` says it of set-up ones."""
        last = next((turn for turn in reversed(self._turns) if isinstance(turn.move, Place)), None)
        return last if last is not None and last.incursion is not None else None

    def regions(self) -> tuple[Region, ...]:
        """Return the regions of vacant points, each with the colours that it touches (spec 0.3, 2.1)."""
        return regions_of(self.board, self._state)

    def territory(self) -> dict[str, Colour]:
        """Return in whose territory each vacant point lies: a stone of the other colour there is an incursion (2.1).

        Points whose region touches both colours or none are left out. `score` counts, and this does not: a Tao stone
        bounds no territory during play (spec 3.8).

        >>> from tengen import Game
        >>> Game.setup("tile", [".X.O.", "XX.OO"]).territory()
        {'A2': 'black', 'E2': 'white'}
        """
        owned = ((p, region.owner) for region in self.regions() for p in region.points)
        return {self.board.labels[p]: owner for p, owner in sorted(owned) if owner is not None}

    # -- what stands on a point ----------------------------------------------------------------------------------------

    def content(self, point: Point) -> Content | None:
        """Return what stands on a point.

        Raises:
            BoardError: the board has no such point.
        """
        p = self.board.point(point)
        colour = int(self._state.points["colour"][p])
        if colour:
            return COLOURS[colour - 1]
        return "tao" if self._state.points["tao"][p] else None

    def chain(self, point: Point) -> Points:
        """Return the points of the chain of the stone on a point (spec 0.3); () where no stone stands.

        Raises:
            BoardError: the board has no such point.
        """
        p = self.board.point(point)
        if not self._state.points["colour"][p]:
            return ()
        heads = self._state.points["chain"]
        return tuple((heads == heads[p]).nonzero()[0].tolist())

    def liberties(self, point: Point) -> Points:
        """Return the liberties of the chain on a point: vacant points beside its stones, Tao points included (0.3).

        Raises:
            BoardError: the board has no such point.
        """
        beside = {q for p in self.chain(point) for q in self.board.neighbours[p]}
        blocked = self._state.points["footprints"]
        return tuple(sorted(q for q in beside if not blocked[q]))

    # -- the position --------------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """Everything on the table now; not to be changed."""
        if self._position is None:
            self._position = replace(read_position(self.board, self._state), created_by=self._creator())
        return self._position

    @property
    def first_position(self) -> Position:
        """The position before the first move."""
        return self.start or read_position(self.board, start_state(self.board, self.rules))

    def _creator(self) -> Colour | None:
        """Return whose placement made the position on the board (spec 1.5): the last one's, or the start's creator.

        Before the first turn it is None unless the start names one: the default follows the side to move, so whoever
        changes that side in a copy of the position changes the default with it.
        """
        if not self._turns:
            return None if self.start is None else self.start.created_by
        made = (turn.mover for turn in reversed(self._turns) if isinstance(turn.move, Place))
        return next(made, self._first_creator)

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
        """What a Tao stone costs each player now (spec 3.3, 3.9); None where none can be bought.

        A Tao stone in hand goes first and costs nothing.

        >>> from tengen import Game
        >>> Game("tao", tao_price=(2, 3)).tao_prices, Game("tao", tao_price="off").tao_prices
        ({'black': 2, 'white': 2}, {'black': None, 'white': None})
        """
        if self.rules.tao != "on":
            return dict.fromkeys(COLOURS)
        return {colour: price_asked(self.rules, self._state, colour) for colour in COLOURS}

    def rows(self) -> list[str]:
        """Return the position as rows, top first: X, O, T, ``.``, and ``#`` where the board has no point.

        Raises:
            BoardError: the board has no rows.
        """
        if not self.board.rows:
            raise BoardError("{board} has no rows; its stones are in Game.stones", board=self.board.text)
        return text_rows(self.board, self.position)

    def state(self) -> State:
        """Return a copy of the kernel's memory of the position, for searches that go on from here."""
        return self._state.copy()
