"""Legality: every reason why a move is illegal (spec 0.5), checked before anything changes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..kernel.layout import PLACE
from ..kernel.state import State
from ..records import BLACK, COLOURS, Colour, FormatError, Gesture, Move, Pass, Place, Reason, Return, Tao, other
from ..rules import REPETITIONS, Ko, Rules
from .game_history import Content, History
from .setup import price_asked
from .turn import Points, taken_off

_KO = Reason.KO.bit
_REPETITION = Reason.REPETITION.bit
_NO_PASSING, _NO_RETURN, _NO_PRISONER = Reason.NO_PASSING.bit, Reason.NO_RETURN.bit, Reason.NO_PRISONER.bit
_UNJUDGED = Reason.TAO_NEEDS_CAPTURE.bit | Reason.SUICIDE.bit | Reason.FRIENDLY_FIRE.bit
_NO_ROOM = np.zeros(0, np.uint64)
"""Scratch space for the result on one point; only the last result is needed."""
_STANDING = Reason.OCCUPIED.bit | Reason.BLOCKED.bit
_NO_STONE = _STANDING | Reason.OFF_BOARD.bit | Reason.TAO_NEEDS_CAPTURE.bit


class Judge:
    """Judges the moves of one game: the kernel by the position, the history by repetition."""

    def __init__(self, rules: Rules, state: State, history: History) -> None:
        self.rules = rules
        self.state = state
        self.history = history
        self._spare = state.copy()
        self._size, self._calls = state.adjacency.size, state.adjacency.calls
        self._handicapped = bool(rules.handicap)
        self._may_pass, self._may_return = rules.may_pass, rules.may_return
        self._must_place = state.table["must_place"]
        self._placing, self._prisoners = state.table["placing"], state.table["prisoners"]
        self._compares_keys = REPETITIONS[rules.repetition].ko is Ko.SIMPLE
        bench: Any = state.scratch, self._spare.plain, np.zeros(state.adjacency.size, np.int8)
        self.memory: tuple[Any, ...] = state.plain, state.adjacency.plain, bench

    def place(self, point: int, colour: Colour) -> int:
        side = 1 if colour == BLACK else 2
        _, mask, key = self._calls.judge_points(*self.memory, point, point + 1, side, _NO_ROOM, False)
        if not mask and key not in self.history.latest:  # nearly always: a new position
            return 0
        return self._with_history(mask, key, point, colour)

    def _with_history(self, mask: int, key: int, point: int, colour: Colour) -> int:
        if mask & (_STANDING | _UNJUDGED) or (self._handicapped and self._placing[0]):
            return mask
        if mask & _KO and self._compares_keys and not self.history.is_previous(self._after(point)):
            mask &= ~_KO  # two positions with one key: spec 1.10
        if key in self.history.latest and self.history.forbids(
            key, colour, self.following(colour), lambda: self._after(point)
        ):
            mask |= _REPETITION
        return mask

    def following(self, colour: Colour) -> Colour:
        """Return the side to move after a placement by the side to move (spec 0.6, 6.7)."""
        row = self.state.table[0]
        return COLOURS[row["following"] - 1] if row["irregular"] else other(colour)

    def _after(self, point: int) -> Content:
        """Return the position after a placement."""
        self._spare.load(self.state)
        spare = self._spare
        self._calls.turn(spare.plain, spare.adjacency.plain, spare.scratch, PLACE, point, 0)
        return spare.content.tobytes()

    def captures(self, point: int, colour: Colour) -> Points:
        """Return the enemy's points that a stone of the side to move would capture; () if none can be placed there."""
        if self.move(Place(point), colour) & _NO_STONE:
            return ()
        before = self.state.content.tobytes()
        return taken_off(before, self._after(point), self._size, point, 1 if colour == BLACK else 2)[0]

    def tao(self, point: int, colour: Colour) -> int:
        """Return the mask of reasons against placing a Tao stone on a point (spec 3.3)."""
        points = self.state.points
        if points["colour"][point] or points["tao"][point]:
            return Reason.OCCUPIED.bit
        if points["footprints"][point]:
            return Reason.BLOCKED.bit
        return self.may_tao(colour)

    def may_tao(self, colour: Colour) -> int:
        """Return the mask of reasons why a player may not place a Tao stone anywhere."""
        table, side = self.state.table, COLOURS.index(colour) + 1
        if self.rules.tao != "on" or self._placing[0]:
            return Reason.NO_TAO.bit
        if table["tao_in_hand"][side]:
            return 0
        asked = price_asked(self.rules, self.state, colour)
        if asked is None:
            return Reason.NO_TAO.bit
        affordable = self.rules.tao_payment == "points" or self._prisoners[side] >= asked
        return 0 if affordable else _NO_PRISONER

    def gesture(self, gesture: Gesture, colour: Colour) -> int:
        """Return the mask of reasons against a pass, a return or a resignation."""
        placing = self._handicapped and bool(self._placing[0])
        if gesture is Pass:
            barred = placing or not self._may_pass or (self._must_place[0] and self.placements(colour, stop=True))
            return _NO_PASSING if barred else 0
        if gesture is Return:
            if placing or not self._may_return:
                return _NO_RETURN
            return 0 if self._prisoners[1 if colour == BLACK else 2] else _NO_PRISONER
        return 0

    def move(self, move: Move, colour: Colour) -> int:
        """Return the mask of reasons against a move of the side to move."""
        if type(move) is Place and type(point := move.point) is int and 0 <= point < self._size:
            return self.place(point, colour)
        if isinstance(move, Gesture):
            return self.gesture(move, colour)
        if self.is_off_board(move):
            return Reason.OFF_BOARD.bit
        return self.place(move.point, colour) if isinstance(move, Place) else self.tao(move.point, colour)

    def is_off_board(self, move: Place | Tao) -> bool:
        """Return whether a move's point is off the board; FormatError if it is not a move."""
        if not isinstance(move, (Place, Tao)) or type(move.point) is not int:
            raise FormatError(
                "{move!r} is not a move; a move is a label, Place(point), Tao(point), Pass, Return or Resign", move=move
            )
        return not 0 <= move.point < self._size

    def placements(self, colour: Colour, stop: bool = False) -> list[int]:
        """Return the points where the side to move may place a stone; with ``stop``, at most one of them."""
        size, side = self.state.adjacency.size, 1 if colour == BLACK else 2
        answers = np.zeros((size, 2), np.uint64)
        judged, mask, key = self._calls.judge_points(*self.memory, 0, size, side, answers.reshape(-1), stop)
        if stop and judged and not mask and not self._with_history(0, key, judged - 1, colour):
            return [judged - 1]
        if stop:
            return self.placements(colour)[:1]
        suspects = _KO if self._compares_keys else 0
        masks = answers[:, 0].astype(np.int64)
        candidates = ((masks & ~suspects) == 0).nonzero()[0].tolist()
        found, keys, latest = masks.tolist(), answers[:, 1].tolist(), self.history.latest
        return [
            p
            for p in candidates
            if (not found[p] and keys[p] not in latest) or not self._with_history(found[p], keys[p], p, colour)
        ]

    def revisits(self, colour: Colour) -> list[int]:
        """Return the points where a stone is legal and makes a position whose key is in the history.

        No other placement can repeat an earlier state.
        """
        side, latest = 1 if colour == BLACK else 2, self.history.latest
        judged = self._calls.judge_points
        return [
            p for p in self.placements(colour) if judged(*self.memory, p, p + 1, side, _NO_ROOM, False)[2] in latest
        ]

    def can_move(self, colour: Colour) -> bool:
        """Return whether the side to move has a move other than resignation (spec 2.7)."""
        if not self.gesture(Pass, colour) or not self.gesture(Return, colour):
            return True
        if self.placements(colour, stop=True):
            return True
        return not self.may_tao(colour) and bool(self.tao_points())

    def tao_points(self) -> list[int]:
        """Return the points that can take a Tao stone."""
        points = self.state.points
        free = (points["colour"] == 0) & (points["tao"] == 0) & (points["footprints"] == 0)
        return [int(p) for p in np.flatnonzero(free)]
