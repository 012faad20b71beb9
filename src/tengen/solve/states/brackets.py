"""Values of small boards by retrograde analysis: bounds for both sides of every position.

It supports ordinary Go with area or stone scoring, two or three passes, with or without suicide, under plain ko (spec
1.2) or without any rule of repetition (spec 1.1).

The method is a fixpoint. Let infinite play be worth the worst score to Black. Then the value L of a situation
(position, ko, passes) is the least solution of "the best of what the moves lead to", reached by improving bounds from
below until nothing changes; H, with infinite play best for Black, is the greatest. The *real* worth of infinite play,
c, only decides between them: the value is L if c < L, H if c > H, otherwise c (infinite play does not reach a threshold
above c, so that is reached exactly up to L; it does reach one up to c, so that is reached exactly up to H). All
positions are seen from the side to move, so positions that differ by colours or a symmetry of the board are one; L for
one colour is -H for the other, and both are improved together. The bounds hold at any moment: an interrupted solution
is a rougher one.

What follows from the brackets, and what does not? Call the bracket under plain ko [L, H], and the bracket without any
rule of repetition [l, h]; then l <= L <= H <= h.

* L and H are proved under plain ko, whatever a long cycle is worth and whatever was played before (except for the ko).
* l and h are proved under *situational* and *natural* superko as well, and under the third-visit rule ("ing"), if
  two passes end the game and no situation lies before the root (an empty board, or a position set up by the side that
  is not to move). The player that secures l has a stationary strategy (one move for every position, side to move
  and number of passes) under which no play is infinite. Suppose a rule barred one of its placements, because it leads
  to P with the other side to move, which occurred before. There the opponent made some move X. After the placement
  the opponent, whom nothing bars in the game of l, could make X again, so the strategy could be made to repeat the way
  from X back to P for ever: a contradiction. Bans on the opponent only help. By the same argument the strategy never
  does what plain ko forbids.
* The same does *not* follow from L = H, though this is often claimed. There a situation is a position with its ko: P
  may recur with the ko closed that was open before, and the X that would close the cycle may be just that capture.
* *Positional* superko bars P also if it occurred with the other side to move; a strategy that never repeats a
  situation may still need that. It is not covered. Neither is a root with history, nor a rule that ends the game when a
  whole state recurs ("no-result"), since the opponent may cause a recurrence after a pass.

Brackets were introduced by J. Romein and H. Bal (awari) and by E. van der Werf and M. Winands, Solving Go for
Rectangular Boards, ICGA Journal 32(2), 2009.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from math import copysign, inf
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...boards import Board
from ...game import Game
from ...records import TengenError
from ...rules import REPETITIONS, Ko
from .. import ordinary
from ..bitboards import NO_KO, Bits
from ..budget import BoardTooLarge, Budget, OutOfBudget
from ..checkpoints import Snapshot
from ..ordinary import LISTED_POINTS
from ..route import Bracket, Value
from . import position_tables

_SCORES = {"area": position_tables.AREA, "stones": position_tables.STONES}
SLICE = 1 << 16
_BYTES = 41  # the minimum bytes of a position, excluding its moves
_SPARSEST = 0.2  # the least share of all arrangements of stones that are positions


class Positions:
    """Every position of a board with its score and moves; positions equal by symmetry or colours are counted once."""

    def __init__(
        self, board: Board, *, suicide: bool = False, scoring: str = "area", budget: Budget | None = None
    ) -> None:
        """List the positions; BoardTooLarge, PositionNotServed or OutOfBudget if that is impossible."""
        self.bits: Final = Bits.of(board)
        if len(board) > LISTED_POINTS:
            raise BoardTooLarge(
                f"{board.text} has {len(board)} points; all positions of a board can be listed up to {LISTED_POINTS}"
            )
        self.suicide = suicide
        self.budget: Final = budget or Budget()
        self._what = f"a table of every position of {board.text}"
        # Refuse a board whose table cannot fit before counting anything.
        least = int(_SPARSEST * 3 ** len(self.bits.near) / len(self.bits.moved)) * _BYTES
        if least > self.budget.memory:
            self.budget.take(least, self._what)
        self._list()
        self._survey(_SCORES[scoring])
        self._link()

    def __len__(self) -> int:
        return len(self._listed.keys)

    def _array(self, size: int, kind: type) -> NDArray[Any]:
        self.budget.take(size * np.dtype(kind).itemsize, self._what)
        return np.zeros(size, kind)

    def _slices(self, size: int, stage: str, step: int = SLICE) -> Iterator[tuple[int, int]]:
        """Yield the bounds of slices; report the progress after each."""
        for start in range(0, size, step):
            yield start, min(start + step, size)
            self.budget.step(stage, start / size)

    def _list(self) -> None:
        bits = self.bits
        total, found = 1 << len(bits.near), 0
        for stage in ("counting positions", "listing positions"):
            keys, found = self._array(found, np.uint64), 0
            for start, stop in self._slices(total, stage, max(1, total >> 8)):
                found = position_tables.collect(start, stop, bits.near, bits.moved, keys, found)
        slots = self._array(_slots(found), np.uint32)
        position_tables.enter(0, found, keys, slots)
        self._listed = position_tables.ListedPositions(keys, slots, bits.near, bits.moved)

    def _survey(self, scoring: int) -> None:
        """Compute the scores, the other side's positions, and the offset of each position's moves."""
        size = len(self)
        self._first: NDArray[np.int64] = self._array(size + 1, np.int64)
        self._swap: NDArray[np.uint32] = self._array(size, np.uint32)
        self._score: NDArray[np.int8] = self._array(size, np.int8)
        self._ways = 0
        for start, stop in self._slices(size, "counting moves"):
            self._ways += position_tables.survey(
                start, stop, self._listed, self.suicide, scoring, self._first, self._swap, self._score
            )
        np.cumsum(self._first, out=self._first)

    def _link(self) -> None:
        """Compute the targets of the moves, and the situations with ko."""
        ways = self._ways * (2 if self.suicide else 1) + 1
        moves_to = self._array(int(self._first[-1]), np.uint32)
        keys, skip = self._array(ways, np.uint64), self._array(ways, np.int64)
        found = position_tables.KoSituations(keys, self._array(_slots(ways), np.uint32), skip, np.zeros(1, np.int64))
        self.graph: position_tables.SituationGraph = position_tables.SituationGraph(
            self._first, moves_to, self._swap, self._score, found.keys, found.skip
        )
        for start, stop in self._slices(len(self), "following moves"):
            position_tables.link(start, stop, self._listed, self.suicide, self.graph, found)
        self._ko_situations = found
        self.kos: int = int(found.count[0])

    def number(self, own: int, enemy: int, ko: int = NO_KO) -> int:
        """Return the number of a situation; TengenError if it does not exist."""
        mine, theirs, ko = self.bits.canonical(own, enemy, ko)
        found = int(position_tables.number(np.uint64(mine | theirs << 32), self._listed.keys, self._listed.slots))
        if found >= 0 and ko != NO_KO:
            kos = self._ko_situations
            found = int(position_tables.ko_number(found, ko, len(self), kos.keys, kos.slots))
        if found < 0:
            raise TengenError(f"no play on {self.bits.board.text} leads to such a position")
        return found


def _slots(size: int) -> int:
    return 1 << max(4, (size + size // 2).bit_length())


class Option(NamedTuple):
    """A move (None: a pass), its value for its side, and the situation after it from the other side's view."""

    point: int | None
    bracket: Bracket[int]
    after: tuple[int, int, int, int]


class Retrograde:
    """Every position of a board with its bracket, under plain ko or without a rule of repetition.

    >>> from tengen import boards
    >>> positions = Positions(boards.parse("2x4"))
    >>> Retrograde(positions).solve().bracket(0, 0)
    Bracket(low=8, high=8)
    """

    def __init__(
        self, positions: Positions, *, ko: bool = True, passes: int = 2, endless: int | None = None
    ) -> None:  # fmt: skip
        """Set the trivial bounds; OutOfBudget if memory is too small.

        Infinite play counts as ``endless`` points at its best, and minus that at its worst; the default is the whole
        board, and one point more distinguishes the two.
        """
        self.positions = positions
        self.ko = ko
        self.passes = passes
        self.sweeps: int = 0
        self.settled: bool = False
        size = len(positions)
        self.endless: int = len(positions.bits.near) if endless is None else endless
        situations = size + (positions.kos if ko else 0)
        positions.budget.take(2 * (situations + size), "the bounds of every position")
        self._bounds = position_tables.SituationBounds(
            *(np.full(situations, sign * self.endless, np.int8) for sign in (-1, 1)),
            *(np.full(size, sign * 127, np.int8) for sign in (-1, 1)),
        )

    def solve(self) -> Retrograde:
        """Improve the bounds until nothing changes; after an interruption the current ones hold."""
        p, total = self.positions, len(self._bounds.low)
        keeper = p.budget.keeper
        if keeper is not None:
            keeper.keep("retrograde", self._snapshot, self._take_up)
        while not self.settled:
            changed = 0
            for start in range(0, total, SLICE):
                stop = min(start + SLICE, total)
                ends = (start, stop) if self.sweeps % 2 else (total - 1 - start, total - 1 - stop)
                changed += position_tables.sweep(*ends, self.passes, self.ko, p.graph, self._bounds)
                p.budget.step(f"sweep {self.sweeps + 1}")
                if keeper is not None and keeper.is_due:
                    keeper.save()
            self.sweeps += 1
            self.settled = changed == 0
        return self

    def _snapshot(self) -> dict[str, Any]:
        return {"sweeps": self.sweeps, **{f"_{name}": bounds for name, bounds in self._bounds._asdict().items()}}

    def _take_up(self, kept: Snapshot) -> None:
        for name, bounds in self._bounds._asdict().items():
            bounds[:] = kept[f"_{name}"]
        self.sweeps = int(kept["sweeps"])

    def bracket(self, own: int, enemy: int, ko: int = NO_KO, passes: int = 0) -> Bracket[int]:
        """Return the bracket of the side to move, which may not retake on ``ko``; TengenError if it is impossible."""
        position = self.positions.number(own, enemy)
        if passes:
            return self._after_passes(position, passes)
        situation = self.positions.number(own, enemy, ko) if self.ko else position
        return Bracket(int(self._bounds.low[situation]), int(self._bounds.high[situation]))

    def _after_passes(self, position: int, passes: int) -> Bracket[int]:
        low, high = int(self._bounds.low_placing[position]), int(self._bounds.high_placing[position])
        if passes == self.passes - 1:
            end = int(self.positions.graph.score[position])
            return Bracket(max(low, end), min(max(high, end), self.endless))
        other = self._after_passes(int(self.positions.graph.swap[position]), passes + 1).turned()
        return Bracket(max(low, other.low), max(high, other.high))

    def options(self, own: int, enemy: int, ko: int = NO_KO, passes: int = 0) -> list[Option]:
        """Return every move with its value, the pass last."""
        p = self.positions
        found = [
            Option(point, self.bracket(theirs, mine, after).turned(), (theirs, mine, after, 0))
            for point, mine, theirs, after in p.bits.placements(own, enemy, ko if self.ko else NO_KO, p.suicide)
        ]
        after_pass = enemy, own, NO_KO, passes + 1
        if passes == self.passes - 1:
            end = int(p.graph.score[p.number(own, enemy)])
            return [*found, Option(None, Bracket(end, end), after_pass)]
        return [*found, Option(None, self.bracket(*after_pass).turned(), after_pass)]


_CYCLE: Final = "whatever a cycle is worth"


def refusal(game: Game) -> TengenError | None:
    """Return why the positions of a game cannot be listed."""
    return ordinary.refusal(game, "a list of every position", ordinary.LISTED_POINTS, repetition=ordinary.is_listed)


class _Listed(NamedTuple):
    """A situation from the view of the side to move, and that side (1 Black, -1 White)."""

    own: int
    enemy: int
    ko: int
    passes: int
    sign: int


def solve(game: Game, budget: Budget) -> Value:
    """Return the value of a game, or the current bounds at the time limit."""
    rules, points = game.rules, len(game.board)
    positions = Positions(game.board, suicide=rules.suicide == "allowed", scoring=rules.scoring, budget=budget.part())
    endless = points + (abs(rules.compensation) > points)  # then infinite play may be worth more than the board
    ko = REPETITIONS[rules.repetition].ko is Ko.SIMPLE
    solved = Retrograde(positions, ko=ko, passes=rules.passes, endless=endless)
    with suppress(KeyboardInterrupt, OutOfBudget):
        solved.solve()
    standing = ordinary.Standing.of(game)
    root = _Listed(*standing.sides, ordinary.ko_point(game), standing.passes, -1 if standing.side else 1)
    bracket = _counted(solved, solved.bracket(*root[:4]))
    low, high = bracket if root.sign == 1 else bracket.turned()
    moves: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    if solved.settled:
        best = partial(_best, solved, komi=rules.compensation)
        with suppress(KeyboardInterrupt):
            moves = tuple(ordinary.written(game, point) for point, _ in best(root))
            line = tuple(ordinary.written(game, point) for point in ordinary.line_of_play(root, best))
    words = _proved_under(game, solved, bracket)
    komi = rules.compensation
    return Value(low - komi, high - komi, "points", solved.settled, moves, line, words, "retrograde", len(positions))


def _best(solved: Retrograde, node: _Listed, komi: float) -> list[tuple[int | None, _Listed]]:
    """Return the moves that keep the value, infinite play being worth 0 with komi, and the situations after them."""
    if node.passes == solved.passes:
        return []
    cycle, at = node.sign * komi, node[:4]
    kept = _counted(solved, solved.bracket(*at)).worth(cycle)
    options = [option for option in solved.options(*at) if _counted(solved, option.bracket).worth(cycle) == kept]
    return [(option.point, _Listed(*option.after, -node.sign)) for option in options]


def _counted(solved: Retrograde, bracket: Bracket[int]) -> Bracket[float]:
    """Return a bracket in which the value of infinite play is clipped to the points of the board."""
    most = len(solved.positions.bits.near)
    low, high = (bound if abs(bound) <= most else copysign(inf, bound) for bound in bracket)
    return Bracket(low, high)


def _proved_under(game: Game, solved: Retrograde, bracket: Bracket[float]) -> str:
    """Return the rules under which a bracket is proved; `brackets` gives the reasons."""
    rule = "plain ko, with any history" if solved.ko else "no rule of repetition"
    if not solved.settled:
        return rule
    if bracket.low < bracket.high:
        return f"{rule}; between the bounds it depends on what infinite play is worth; superko is not covered"
    if not solved.ko and solved.passes == 2 and not ordinary.has_history(game):
        return f"{rule}, {_CYCLE}; and plain ko, situational and natural superko; positional superko is not covered"
    return f"{rule}, {_CYCLE}; superko is not covered"
