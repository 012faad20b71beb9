"""The positions that a search under superko may come to, numbered: every one of a small board, or those of some points.

Both sides may be held to some points of a board, and passes. What they can come to from where a game stands is then
followed by the kernel, whatever the board, and numbered in the order in which it is found.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ...boards import Board
from ...game import Game
from ...kernel.state import SCORINGS
from ...kernel.taxes import score
from ...records import COLOURS, UnservedRules
from ...rules.axis import refusal
from ..bitboards import Bits
from ..budget import BoardTooLarge, Budget
from ..ordinary import FOLLOWED_POINTS, masks
from ..states.explorer import Limits, StateGraph, explore
from . import history_tree as tree

WHO = "the search under superko"
SCORES = ("area", "stones")
_FOLLOWED = 7  # points of boards on which it is worked out what can come up after what


@dataclass(frozen=True)
class PositionTable:
    """Positions of a board, by their number, with both sides' stones as masks, and where moves lead."""

    board: Board
    graph: tree.PositionGraph
    blacks: Sequence[int] | NDArray[np.uint64]
    whites: Sequence[int] | NDArray[np.uint64]
    numbers: Mapping[tuple[int, int], int] | None = None
    """The numbers of the positions; without them the positions stand in the order of `history_tree.positions`."""

    def number(self, black: int, white: int) -> int | None:
        """Return the number of a position; None where it cannot come up."""
        if self.numbers is not None:
            return self.numbers.get((black, white))
        return int(tree.number(np.uint64(black), np.uint64(white), np.asarray(self.blacks), np.asarray(self.whites)))

    def after(self, black: int, white: int, side: int) -> list[tuple[int, int, int]]:
        """Return where a side's placements lead: the points, ascending, and both sides' stones after each."""
        at = self.number(black, white)
        ways = zip(self.graph.point_of[at, side].tolist(), self.graph.after[at, side].tolist(), strict=True)
        return sorted((p, int(self.blacks[to]), int(self.whites[to])) for p, to in ways if to >= 0)


def every_position(board: Board, budget: Budget, *, suicide: bool, scoring: str) -> PositionTable:
    """Number every position of a board.

    Raises:
        BoardTooLarge, PositionNotServed, UnservedRules: the board, its stones, the scoring; OutOfMemory.
    """
    near, n = Bits.of(board).near, len(board)
    if n > FOLLOWED_POINTS:
        raise BoardTooLarge(
            f"{board.text} has {n} points; under superko values are searched up to {FOLLOWED_POINTS} points, "
            "under repetition = ko on larger boards"
        )
    check_scoring(scoring)
    size = 0
    for _ in range(2):  # counted first
        blacks, whites = np.zeros(size, np.uint64), np.zeros(size, np.uint64)
        scores, sures = np.zeros(size, np.int16), np.full((size, 2), -n, np.int16)
        size = tree.positions(near, suicide, scoring == "stones", blacks, whites, scores, sures)
    budget.take(size * (n * 12 + size // 8), f"a list of every position of {board.text}")
    after, points = (np.full((size, 2, n), -1, np.int32) for _ in range(2))
    tree.connect(near, suicide, blacks, whites, scores, sures, after, points)
    reached = _reached(after, budget) if n <= _FOLLOWED else np.full((size, (size + 63) // 64), ~np.uint64(0))
    return PositionTable(board, tree.PositionGraph(after, points, scores, sures, reached), blacks, whites)


def check_scoring(scoring: str) -> None:
    """Refuse a scoring that asks for more than the position; UnservedRules."""
    if scoring not in SCORES:
        raise UnservedRules([refusal(WHO, "scoring", scoring, SCORES)])


def _reached(after: NDArray[np.int32], budget: Budget) -> NDArray[np.uint64]:
    """Return, as bits, which positions can come up after each."""
    reached = np.zeros((len(after), (len(after) + 63) // 64), np.uint64)
    while tree.reach(after, reached):
        budget.step("following moves")
    return reached


# -- some of the points ------------------------------------------------------------------------------------------------


def positions_on(game: Game, points: Collection[int], budget: Budget) -> PositionTable:
    """Number the positions that a game can come to if both sides play on some points only, history left aside.

    Raises:
        UnservedRules: the scoring; OutOfMemory: there are too many of them.
    """
    check_scoring(game.rules.scoring)
    labels = game.board.names(tuple(points))
    rules = game.rules.replace(repetition="none", cycle="no-result")
    free = Game.from_position(replace(game.variant, rules=rules), game.board, game.position)
    what = f"a list of the positions on {len(labels)} points of {game.board.text}"
    limits = Limits(dict.fromkeys(COLOURS, labels), elsewhere=True, memory=budget.memory - budget.used)
    states = explore(free, limits, report=lambda now: budget.step("following moves", now.expanded / now.found))
    contents, sides = _contents(states)
    known: dict[bytes, int] = {}
    number = np.array([known.setdefault(content, len(known)) for content in contents], np.int64)
    size = len(known)
    budget.take(size * (2 * len(labels) * 8 + size // 8), what)
    after, point_of = _placements(states, number, sides, size, len(labels))
    scores = _scores(free, known)
    reached = _reached(after, budget)
    graph = tree.PositionGraph(after, point_of, scores, _sures(after, scores), reached)
    stones = [masks(content) for content in known]
    blacks, whites = ([each[side] for each in stones] for side in (0, 1))
    return PositionTable(game.board, graph, blacks, whites, {each: at for at, each in enumerate(stones)})


def _contents(states: StateGraph) -> tuple[list[bytes], NDArray[np.uint8]]:
    """Return what stands on every point (0 nothing, 1 black, 2 white) in each state, and which side is to move."""
    n = len(states.game.board)
    bits = np.unpackbits(states.states.astype("<u8").view(np.uint8), axis=1, bitorder="little")
    cells = bits[:, : 2 * n].reshape(-1, n, 2)
    return [row.tobytes() for row in cells[:, :, 0] + 2 * cells[:, :, 1]], bits[:, 2 * n]


def _placements(
    states: StateGraph, number: NDArray[np.int64], sides: NDArray[np.uint8], size: int, most: int
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return where placements lead, and on which points they are, as `PositionGraph` has them."""
    after, point_of = (np.full((size, 2, most), -1, np.int32) for _ in range(2))
    sources = np.repeat(np.arange(len(states)), np.diff(states.offsets))
    placements = np.flatnonzero(states.moves < len(states.game.board))
    filled = np.zeros((size, 2), np.int64)
    for edge in placements.tolist():
        at, side = number[sources[edge]], sides[sources[edge]]
        k = filled[at, side]
        after[at, side, k] = number[states.targets[edge]]
        point_of[at, side, k] = states.moves[edge]
        filled[at, side] += 1
    return after, point_of


def _scores(game: Game, contents: Collection[bytes]) -> NDArray[np.int16]:
    """Return Black's score of every position."""
    state, scoring = game.state(), SCORINGS[game.rules.scoring]
    owner, marks = np.zeros((2, len(game.board)), np.int8)
    scores = np.zeros(len(contents), np.int16)
    for at, content in enumerate(contents):
        state.content[:] = np.frombuffer(content, np.uint8)
        state.rebuild()
        black, white = score(state.plain, state.net.plain, state.scratch, owner, marks, scoring, False)
        scores[at] = round(black - white)
    return scores


def _sures(after: NDArray[np.int32], scores: NDArray[np.int16]) -> NDArray[np.int16]:
    """Return what each side scores at least from every position on: the worst that any play leads to."""
    ways = after.reshape(len(after), -1)
    ways = np.where(ways < 0, np.arange(len(after))[:, None], ways)
    sures = np.stack([scores, -scores], axis=1)
    while True:
        worse = np.minimum(sures, sures[ways].min(axis=1))
        if (worse == sures).all():
            return sures
        sures = worse
