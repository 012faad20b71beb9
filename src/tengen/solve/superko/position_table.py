"""The positions that a search under superko may reach, numbered, with the targets of moves.

They come from the list of all states (`states.explorer`): every position of a small board, or those reachable if both
sides play only on some points of a board, and pass.
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
from ...records import COLOURS
from ..bitboards import Bits
from ..budget import Budget
from ..ordinary import masks
from ..states.explorer import Limits, Placements, StateGraph, explore, placements
from . import history_tree as tree

WHO = "the search under superko"
SCORES = ("area", "stones")
"""The scorings that depend only on the position."""
_FOLLOWED = 7  # maximum points of boards for which reachability is computed


@dataclass(frozen=True)
class PositionTable:
    """Positions of a board, by number, with both sides' stones as masks, and the targets of moves."""

    board: Board
    graph: tree.PositionGraph
    stones: Sequence[tuple[int, int]]
    numbers: Mapping[tuple[int, int], int]

    def after(self, black: int, white: int, side: int) -> list[tuple[int, int, int]]:
        """Return a side's placements: the points, ascending, and both sides' stones after each."""
        at = self.numbers.get((black, white))
        ways = zip(self.graph.point_of[at, side].tolist(), self.graph.after[at, side].tolist(), strict=True)
        return sorted((p, *self.stones[to]) for p, to in ways if to >= 0)


def every_position(board: Board, budget: Budget, *, suicide: bool, scoring: str) -> PositionTable:
    """Number every position of a board; raises as `history.Superko`."""
    n, bits = len(board), Bits.of(board)
    game = Game("chinese", board=board, repetition="none", suicide="allowed" if suicide else "forbidden")
    states = _followed(game, None, budget)
    known, ways = placements(states)
    stones = [masks(content) for content in known]
    blacks, whites = (np.array(colour, np.uint64) for colour in zip(*stones, strict=True))
    scores, sures = np.zeros(len(known), np.int16), np.full((len(known), 2), -n, np.int16)
    tree.assess(bits.near, suicide, scoring == "stones", blacks, whites, scores, sures)
    return _table(board, stones, ways, tree.Worth(scores, sures), n, budget, is_followed=n <= _FOLLOWED)


def positions_on(game: Game, points: Collection[int], budget: Budget) -> PositionTable:
    """Number the positions reachable if both sides play only on some points; or raise OutOfMemory."""
    rules = game.rules.replace(repetition="none", cycle="no-result")
    free = Game.from_position(replace(game.variant, rules=rules), game.board, game.position)
    states = _followed(free, game.board.names(tuple(points)), budget)
    known, ways = placements(states)
    stones, scores = [masks(content) for content in known], _scores(free, known)
    return _table(game.board, stones, ways, tree.Worth(scores, _sures(ways, scores)), len(points), budget)


def _followed(game: Game, labels: Sequence[str] | None, budget: Budget) -> StateGraph:
    """Return all states of a game in which both sides may always pass, and place stones only on these points."""
    points = None if labels is None else dict.fromkeys(COLOURS, labels)
    limits = Limits(points, elsewhere=True, memory=budget.memory - budget.used)
    return explore(game, limits, report=lambda now: budget.step("following moves", now.expanded / now.found))


def _table(
    board: Board, stones: Sequence[tuple[int, int]], ways: Placements, worth: tree.Worth, most: int, budget: Budget,
    *, is_followed: bool = True,
) -> PositionTable:  # fmt: skip
    """Return positions with up to ``most`` placements, the best first; unless ``is_followed`` any may follow any."""
    size = len(stones)
    budget.take(size * (2 * most * 8 + size // 8), f"a list of the positions on {most} points of {board.text}")
    scores, sures = (each.astype(np.int64) for each in worth)
    promise = np.where(ways.side == 0, scores[ways.target], -scores[ways.target])
    promise += 4 * (sures[ways.target, ways.side] - sures[ways.target, 1 - ways.side])
    source, side, point, target = (each[np.lexsort((ways.point, -promise, ways.side, ways.source))] for each in ways)
    _, begins, counts = np.unique(2 * source + side, return_index=True, return_counts=True)
    place = np.arange(len(source)) - np.repeat(begins, counts)
    after, point_of = (np.full((size, 2, most), -1, np.int32) for _ in range(2))
    after[source, side, place], point_of[source, side, place] = target, point
    reached = np.full((size, (size + 63) // 64), np.uint64(0) if is_followed else ~np.uint64(0))  # as bits
    while is_followed and tree.reach(after, reached):
        budget.step("following moves")
    graph = tree.PositionGraph(after, point_of, *worth, reached)
    return PositionTable(board, graph, stones, {each: at for at, each in enumerate(stones)})


def _scores(game: Game, contents: Collection[bytes]) -> NDArray[np.int16]:
    state, scoring = game.state(), SCORINGS[game.rules.scoring]
    owner, marks = np.zeros((2, len(game.board)), np.int8)
    scores = np.zeros(len(contents), np.int16)
    for at, content in enumerate(contents):
        state.content[:] = np.frombuffer(content, np.uint8)
        state.rebuild()
        black, white = score(state.plain, state.adjacency.plain, state.scratch, owner, marks, scoring, False)
        scores[at] = round(black - white)
    return scores


def _sures(ways: Placements, scores: NDArray[np.int16]) -> NDArray[np.int16]:
    """Return each side's minimum score from every position on: the worst result of any play."""
    sures = np.stack([scores, -scores], axis=1)
    while True:
        worse = sures.copy()
        np.minimum.at(worse, ways.source, sures[ways.target])
        if (worse == sures).all():
            return sures
        sures = worse
