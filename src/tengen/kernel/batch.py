"""Batches of random games, on several threads."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from .. import boards
from ..boards import Board
from ..records import TengenError
from ..records.display import mime_bundle
from ..rules import REPETITIONS, Rules
from .layout import Adjacency
from .playout import playouts as play_batch
from .state import KOS, State, is_special, start_state

MOST_GAMES = 100_000_000
_SLICE_SECONDS = 0.2
"""Seconds that a thread plays between two checks whether to stop."""


@dataclass(frozen=True)
class Playouts:
    """Results of a batch of random games; arrays of length ``games``.

    ``moves`` are placements (int64); ``scores`` Black's points minus White's by the rules' scoring, without komi
    (float64); ``winners`` +1 or -1 if a side had no move left in a no-moves game (spec 2.7) or the goal was reached
    (spec 6.1), otherwise 0 (int8).
    """

    moves: NDArray[np.int64]
    scores: NDArray[np.float64]
    winners: NDArray[np.int8]
    _repr_mimebundle_ = mime_bundle


def playouts(
    board: Board,
    rules: Rules,
    *,
    games: int,
    seed: int = 0,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
    footprints: bool = False,
    start: State | None = None,
) -> Playouts:
    """Play random games from the rules' start; the same seed gives the same games on any number of threads.

    Moves are drawn uniformly from the legal ones that fill no own one-point eye (all neighbours own); such eyes are
    filled only if nothing else, not even a pass, is legal. There are no Tao purchases, and a return only if nothing can
    be placed. Superko is replaced by ko; other effects of the history are ignored. Games are cut off after 3n turns,
    later with coupons. ``progress`` gets the number of games just finished; ``footprints`` uses the kernel for wide
    stones even if stones block one point only. ``start`` is a state to play from instead (see `Game.state`); its axes
    apply, and ``rules`` only distinguish superko from ko. TengenError: ``games`` or ``threads`` is out of range.

    >>> import tengen
    >>> result: Playouts = playouts(tengen.boards.parse("5x5"), tengen.variant("chinese").rules, games=10, seed=1)
    >>> len(result.moves), bool(abs(result.scores).max() <= 25)
    (10, True)
    """
    for name, number, least in (("games", games, 0), ("threads", threads, 1), ("seed", seed, -(1 << 63))):
        if not isinstance(number, (int, np.integer)) or isinstance(number, bool) or number < least:
            raise TengenError(f"{name} must be a whole number of at least {least}, not {number!r}")
    if games > MOST_GAMES:
        raise TengenError(f"{games} games are too many at once; ask for at most {MOST_GAMES:,}")
    games, threads, seed = int(games), int(threads), int(seed) & 0x7FFFFFFFFFFFFFFF
    if not isinstance(rules, Rules):
        raise TengenError(f"rules must be Rules, such as tengen.variant('chinese').rules, not {rules!r:.60}")
    result = Playouts(np.zeros(games, np.int64), np.zeros(games, np.float64), np.zeros(games, np.int8))
    board = boards.parse(board)
    begin = playout_start(start_state(board, rules) if start is None else start, board, rules)
    adjacency = begin.adjacency.arrays._replace(wide=1) if footprints else begin.adjacency.arrays
    bounds = [games * i // threads for i in range(threads + 1)]
    parts = [_Share(begin, adjacency, seed, first, last, result, progress) for first, last in pairwise(bounds)]
    if threads == 1:
        parts[0].play()
        return result
    with ThreadPoolExecutor(threads) as pool:
        try:
            for done in [pool.submit(part.play) for part in parts]:
                done.result()
        finally:
            for part in parts:
                part.stopped = True
    return result


def turn_limit(state: State) -> int:
    """Return the default number of turns after which a game from a state is cut off."""
    return 3 * len(state.points) + int(state.table["coupons"][0])


def playout_start(start: State, board: Board, rules: Rules) -> State:
    """Return a copy of a state to play from, with superko as ko; TengenError for another board's state."""
    if start.adjacency.size != len(board):
        raise TengenError(f"the state has {start.adjacency.size} points, but {board.text} has {len(board)}")
    begin = start.copy()
    row = REPETITIONS[rules.repetition]
    if row.is_superko:
        begin.table["ko_rule"][0] = KOS[row.without_history]
        begin.table["special"][0] = is_special(begin.table[0])
    return begin


@dataclass
class _Share:
    start: State
    adjacency: Adjacency
    seed: int
    first: int
    last: int
    result: Playouts
    progress: Callable[[int], None] | None
    stopped: bool = False

    def play(self) -> None:
        """Play the share in slices short enough to be interrupted."""
        state, bench, result = self.start.copy(), self.start.bench(), self.result
        at, step, limit = self.first, 1, turn_limit(state)
        while at < self.last and not self.stopped:
            began = time.perf_counter()
            end = min(at + step, self.last)
            play_batch(
                self.start.arrays, state.arrays, self.adjacency, bench, limit, self.seed, at,
                result.moves[at:end], result.scores[at:end], result.winners[at:end],
            )  # fmt: skip
            if self.progress is not None:
                self.progress(end - at)
            at = end
            step = max(1, min(int(step * _SLICE_SECONDS / max(time.perf_counter() - began, 1e-6)), step * 8))
