"""The turns of a game: judged, made on the kernel's state, stored and taken back."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, repeat
from struct import iter_unpack
from typing import Final, TypeAlias

import numpy as np

from ..boards import Board
from ..kernel import State, start_state
from ..kernel.layout import PASS, PLACE, RETURN, TABLE, TAO, plain
from ..kernel.running import Run, is_worth_while, play_run, room_for
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
from ..rules import Rules, played_on
from .fairness import Bid, Swap, bid_of, is_bidding, winner_of
from .game_history import History, Situation, no_rest, rest_of
from .legality import Judge
from .move_text import illegal
from .on_board import liberties_of, read_position
from .outcome import Outcome
from .scoring import Agreed, score_outcome
from .setup import canonical, place_position, price_asked
from .turn import NOWHERE, Points, Resumption, Turn, new_tuple, taken_off

SIDES: Final[dict[Colour, int]] = {"black": 1, "white": 2}

_UNDECIDED: Final = Reason.GAME_OVER.bit | Reason.NOT_YOUR_TURN.bit | Reason.BIDDING.bit
"""Reasons after which nothing else is judged."""
_MAY_BE_FORCED: Final = _UNDECIDED | sum(
    reason.bit
    for reason in (Reason.SUICIDE, Reason.KO, Reason.REPETITION, Reason.RECAPTURE, Reason.WHERE, Reason.NO_PASSING)
)
"""Reasons from the rules alone: the move is still possible."""
Stone: TypeAlias = tuple[Place, Colour | None]
"""A placement and its colour; None: the side to move."""
SHORTEST_RUN: Final = 16
LONGEST_RUN: Final = 1_000
LONGEST_HISTORY: Final = 5_000
"""In longer games a run would search too many keys."""


class Timeline:
    """The parts of a game: rules, a board, the kernel's state of the position, its history and all turns so far.

    `Readout` shows it and `Game` drives it. Moves are values; those of `make` are on the board.
    """

    def __init__(self, rules: Rules, board: Board, start: Position | None = None) -> None:
        self.rules: Rules = rules
        self.board: Board = played_on(board, self.rules)
        self.start: Position | None = None if start is None else canonical(self.board, start)
        if self.start is not None and self.start.created_by not in (None, *COLOURS):
            raise PositionError(
                "created_by is {created_by!r}; it must be 'black', 'white' or None", created_by=self.start.created_by
            )
        self._handicapped: bool = bool(self.rules.handicap)
        self._tiled: bool = self.rules.tiles != "none"
        self._may_be_stuck: bool = not self.rules.ends_by_passes
        self._may_be_won: bool = self.rules.aim.is_instant
        self._rest = rest_of(self.rules)
        special = self._tiled or self._may_be_stuck or self._may_be_won or self.rules.tao != "off"
        narrow = self.board.point_stones and not self.board.directed
        self._runs: bool = narrow and not special and self._rest in (None, no_rest)
        self.bids: list[Bid] = []
        self.is_bidding: bool = is_bidding(rules, ())
        self.said: tuple[str, str] = ("", "")
        """The texts of the board and of the game, for `Position`; `Game` sets them when a position is needed."""
        self._begin()

    def _begin(self) -> None:
        """Go to the start of the game, before any move."""
        start, rules = self.start, self.rules
        self.state: State = (
            start_state(self.board, rules) if start is None else place_position(self.board, rules, start)
        )
        self.to_play: Colour = COLOURS[int(self.state.table["to_move"][0]) - 1]
        self.moves: list[Move] = []
        self.turns: list[Turn] = []
        self.resumptions: list[Resumption] = []
        self.swaps: list[Swap] = []
        self._tables: list[bytes] = []  # the kernel's tables before each move
        self._position: Position | None = None
        self._attach()
        self.outcome: Outcome | None = None
        self.agreed: Agreed | None = None
        """The agreement of `Game.settle`."""
        creator = None
        if self.state.points["colour"].any():
            creator = (start.created_by if start else None) or other(self.to_play)
        self._first_creator: Colour | None = creator
        self.history: History = History(rules, self._situation(int(self.state.table["key"][0]), creator))
        self.judge: Judge = Judge(rules, self.state, self.history)
        self._end_if_stuck()

    def _attach(self) -> None:
        """Cache the parts of the state that every turn reads."""
        state, adjacency = self.state, self.state.adjacency
        self._memory = state.plain, adjacency.plain, state.scratch
        self._table, self._content = state.table.tobytes, state.content.tobytes
        self._wide, self._size, self._calls = adjacency.wide, adjacency.size, adjacency.calls
        self._heads, self._sizes = state.points["chain"], state.points["size"]
        self._vacancies, self._heights = state.points["vacancies"], state.points["tiles"]
        self._incursion, self._table_row = state.table["incursion"], state.table[0]

    def copy(self) -> Timeline:
        """Return an independent copy, with the same history."""
        made = Timeline.__new__(Timeline)
        made.__dict__.update(self.__dict__)
        made.moves, made.turns = list(self.moves), list(self.turns)
        made.resumptions, made._tables = list(self.resumptions), list(self._tables)
        made.swaps, made.bids = list(self.swaps), list(self.bids)
        made.state, made.history = self.state.copy(), self.history.copy()
        made.judge = Judge(made.rules, made.state, made.history)
        made._attach()
        return made

    @property
    def position(self) -> Position:
        """The current position; the last placement created it, or else the start's creator (spec 1.5).

        Before the first turn it has no creator unless the start names one: a reader then infers the creator from the
        side to move, even if that is changed in a copy.
        """
        if self._position is None:
            creator = None if self.start is None else self.start.created_by
            if self.turns:
                made = (turn.mover for turn in reversed(self.turns) if isinstance(turn.move, Place))
                creator = next(made, self._first_creator)
            self._position = read_position(self.board, self.state, creator, self.said)
        return self._position

    # -- making turns --------------------------------------------------------------------------------------------------

    def reasons(self, move: Move, colour: Colour | None) -> int:
        """Return the mask of all reasons why a colour (None: the side to move) may not make a move."""
        if self.outcome is not None:
            return Reason.GAME_OVER.bit
        if self.is_bidding:
            return Reason.BIDDING.bit
        if colour is not None and colour != self.to_play:
            if colour not in COLOURS:
                raise TengenError("colour must be 'black' or 'white', not {colour!r}", colour=colour)
            return Reason.NOT_YOUR_TURN.bit
        return self.judge.move(move, self.to_play)

    def make(self, move: Move) -> Turn:
        """Make a move, and record it only after the kernel succeeded, so that an error leaves no trace."""
        table = self._table()
        if isinstance(move, Place):
            turn = self._put_stone(move)
        elif isinstance(move, Tao):
            turn = self._put_tao(move)
        else:
            turn = self._gesture(move)
        self._tables.append(table)
        self.moves.append(move)
        self.turns.append(turn)
        self._position = None
        return turn

    def run(self, stones: Sequence[Stone]) -> int:
        """Make placements in one call, up to the first that needs full judging; return how many.

        Short runs, and runs under some rules, make none.
        """
        known = self.history.latest
        if not self._runs or self.outcome is not None or self.is_bidding or self._table_row["placing"]:
            return 0
        fits = SHORTEST_RUN <= len(stones) <= LONGEST_RUN and len(known) <= LONGEST_HISTORY
        if not fits or not is_worth_while(len(stones)):
            return 0
        given = np.array([(move.point, SIDES[colour] if colour else 0) for move, colour in stones], np.int32)
        room = room_for(self.state, given, known)
        state, adjacency, bench = self.judge.memory
        count = play_run(state, adjacency, bench, plain(room), len(known))
        if count:
            self._note_run([move for move, _ in stones[:count]], room, len(known))
        return count

    def _note_run(self, moves: list[Place], room: Run, known: int) -> None:
        """Record the turns that the kernel has made, like `make` one by one."""
        count, size, width = len(moves), self._size, len(room.table)
        contents = list(chain.from_iterable(iter_unpack(f"{size}s", room.contents[:count].data)))
        sides = *room.stones[:count, 1].tolist(), int(self._table_row["to_move"])
        movers = [COLOURS[side - 1] for side in sides]
        quiet = map(repeat, (NOWHERE, NOWHERE, False, None, 0, None, None, (), 0))
        made = zip(range(len(self.moves) + 1, len(self.moves) + count + 1), movers, moves, *quiet, strict=False)
        turns: list[Turn] = list(map(new_tuple, repeat(Turn), made))
        for i in np.flatnonzero(room.taken[:count] != size).tolist():
            taken, captured, lost = int(room.taken[i]), NOWHERE, NOWHERE
            if taken > size:
                before = contents[i - 1] if i else self.history.situations[-1].content
                captured, lost = taken_off(before, contents[i], size, moves[i].point, sides[i])
            else:
                captured = (taken if taken >= 0 else -1 - taken,)
            turns[i] = turns[i]._replace(captured=captured, lost=lost, ko=-1 - taken if taken < 0 else None)
        rest = repeat(None if self._rest is None else ())
        keys = room.keys[known : known + count].tolist()
        situations = map(new_tuple, repeat(Situation), zip(keys, contents, movers[1:], movers, rest, strict=False))
        self.history.extend(keys, situations)
        self._tables += chain.from_iterable(iter_unpack(f"{width}s", room.tables[:count].data))
        self.moves += moves
        self.turns += turns
        self.to_play, self._position = movers[-1], None

    def force(self, move: Move, colour: Colour | None) -> Turn:
        mover, mask = colour or self.to_play, self.reasons(move, colour)
        also = mask | (self.judge.move(move, mover) if mask & _UNDECIDED else 0)
        if also & ~_MAY_BE_FORCED or (also and self._table_row["placing"]):
            raise illegal(move, Reason.from_mask(also), self.board)
        if not also:
            return self.make(move)
        # First bring the state to the mover's turn, with nothing that forbids the move.
        before, row, reasons = self._table(), self._table_row, Reason.from_mask(also)
        if mover != self.to_play:
            self.to_play = mover
            self.state.give_turn(SIDES[mover])
        if self.outcome is not None and self.outcome.how == "score":  # so that a further pass ends it, too
            row["passes"] = self.rules.passes - 1
        allowed, row["suicide"] = int(row["suicide"]), 1
        self.outcome, self.agreed, self.is_bidding = None, None, False
        turn = self.make(move)
        row["suicide"] = allowed
        self._tables[-1] = before
        self.turns[-1] = turn._replace(against=reasons)
        return self.turns[-1]

    def _put_stone(self, move: Place) -> Turn:
        mover, point = self.to_play, move.point
        placing = self._handicapped and bool(self.state.table["placing"][0])
        height = int(self._heights[point]) if self._tiled else 0
        key, to_move, taken = self._calls.turn(*self._memory, PLACE, point, 0)
        self.to_play = COLOURS[to_move - 1]
        rest = None if self._rest is None else self._rest(self.state)
        situation = new_tuple(Situation, (key, self._content(), self.to_play, mover, rest))
        captured, lost, ko, tile, region = NOWHERE, NOWHERE, None, False, None
        if taken != self._size:  # it captured something
            captured, lost, ko = self._taken(taken, point, SIDES[mover], situation.content)
        if self._tiled and not placing:
            tile = bool(self._heights[point] > height)
            region = self.state.invaded() if self._incursion[0] else None
        if placing:  # history starts after the last stone of a free handicap (spec 0.6)
            self.history = self.judge.history = History(self.rules, situation)
        elif how := self.history.push(situation):
            self.outcome = Outcome(None, None, how)
        if self._may_be_won and (won := self._table_row["won"]):
            self.outcome = Outcome(COLOURS[won - 1], None, "goal")
        if self._may_be_stuck and self.outcome is None:
            self._end_if_stuck()
        values = (len(self.moves) + 1, mover, move, captured, lost, tile, region, 0, ko, self.outcome, (), 0)
        return new_tuple(Turn, values)  # type: ignore[no-any-return]

    def _taken(self, taken: int, point: int, side: int, after: bytes) -> tuple[Points, Points, int | None]:
        """Return the enemy's and own points that a stone captured, and the point of the ko, if it took one."""
        if taken > self._size:
            before = self.history.situations[-1].content
            return (*taken_off(before, after, self._size, point, side), None)
        alone = self._vacancies[point] == 1 and self._sizes[self._heads[point]] == 1
        if alone and (self._wide is None or liberties_of(self.board, self.state, point) == (taken,)):
            return (taken,), NOWHERE, taken
        return (taken,), NOWHERE, None

    def _put_tao(self, move: Tao) -> Turn:
        mover = self.to_play
        in_hand = bool(self.state.table["tao_in_hand"][SIDES[mover]])
        cost = 0 if in_hand else price_asked(self.rules, self.state, mover) or 0
        self._go_on(TAO, move.point, cost)
        self._end_if_stuck()
        return Turn(len(self.moves) + 1, mover, move, paid=cost, ended=self.outcome)

    def _gesture(self, move: Gesture) -> Turn:
        mover = self.to_play
        if move is Resign:
            self.outcome = Outcome(other(mover), None, "resignation")
            return Turn(len(self.moves) + 1, mover, move, ended=self.outcome)
        coupon = self._table_row["coupons"] / 2 if move is Pass else 0
        self._go_on(PASS if move is Pass else RETURN, 0, 0)
        if move is Pass and self.state.table["passes"][0] == self.rules.passes:
            self.outcome = score_outcome(self.state, self.board, self.rules)
        else:
            self._end_if_stuck()
        return Turn(len(self.moves) + 1, mover, move, ended=self.outcome, coupon=float(coupon))

    def _go_on(self, kind: int, point: int, cost: int) -> None:
        """Let the kernel make a turn without a stone."""
        key, to_move, _ = self._calls.turn(*self._memory, kind, point, cost)
        self.to_play = COLOURS[to_move - 1]
        self.history.push(self._situation(key, None))

    def _situation(self, key: int, creator: Colour | None) -> Situation:
        rest = None if self._rest is None else self._rest(self.state)
        return Situation(key, self._content(), self.to_play, creator, rest)

    def _end_if_stuck(self) -> None:
        """End the game if the side to move has no move but resignation, and loses (spec 2.7)."""
        if self._may_be_stuck and not self.judge.can_move(self.to_play):
            self.outcome = Outcome(other(self.to_play), None, "no_moves")

    # -- going on, and back --------------------------------------------------------------------------------------------

    def resume(self, by: Colour, to_play: Colour) -> Resumption:
        self.to_play = to_play
        self.state.give_turn(SIDES[to_play])
        self.state.table["passes"][0] = 0
        self.turns[-1] = self.turns[-1]._replace(ended=None)
        self.resumptions.append(Resumption(len(self.moves), by))
        self.outcome, self._position = None, None
        return self.resumptions[-1]

    def bid(self, komi: float | None) -> Bid:
        """Record a bid; the last one settles the komi: see `Game.bid`."""
        self.bids.append(bid_of(self.rules, self.bids, komi))
        self.is_bidding = is_bidding(self.rules, self.bids)
        if not self.is_bidding:
            self.rules = self.rules.replace(komi=winner_of(self.bids).komi or 0)
            self._position = None  # its text has the komi
        return self.bids[-1]

    @property
    def is_swapped(self) -> bool:
        """Whether the second player has Black now."""
        taken = bool(self.bids) and not self.is_bidding and winner_of(self.bids).by == "second"
        return taken != bool(len(self.swaps) % 2)

    def undo(self) -> Move:
        if not self.moves:
            raise TengenError("no move to undo")
        move = self.moves[-1]
        if np.frombuffer(self._tables[-1], TABLE)["placing"][0]:
            earlier = self.moves[:-1]
            self._begin()
            for earlier_move in earlier:
                self.make(earlier_move)
            return move
        turn, table = self.turns.pop(), self._tables.pop()
        del self.moves[-1]
        # After undoing a move forced after the end, the game is over again.
        self.outcome, self.agreed = (self.turns[-1].ended if self.turns else None), None
        if self.resumptions and self.resumptions[-1].number > len(self.moves):
            self.resumptions.pop()
        if self.swaps and self.swaps[-1].number > len(self.moves):
            self.swaps.pop()
        self._position = None
        self.to_play = COLOURS[np.frombuffer(table, TABLE)["to_move"][0] - 1]
        self.is_bidding = not self.moves and is_bidding(self.rules, self.bids)
        if move is not Resign:
            self.history.pop()
            laid: Points = (move.point,) if turn.tile and isinstance(move, Place) else ()
            if self.rules.captured == "wall":
                laid = turn.captured + turn.lost
            self.state.restore(self.history.situations[-1].content, table, laid)
            if self.rules.recapture == "tibetan" and len(self.history.situations) > 1:
                self.state.mark_taken(*(each.content for each in self.history.situations[-2:]))
        else:
            self.state.table[:] = np.frombuffer(table, TABLE)
        return move
