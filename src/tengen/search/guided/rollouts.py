"""Games played out from leaves, as the other search plays them: the value of its playouts under outside guidance."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...boards import Board
from ...kernel.layout import StateArrays
from ...kernel.start import start_state
from ...rules import Rules
from ..leaves import Evaluation, Leaves
from ..search import Search
from .playing import play_out

Floats = NDArray[np.float32]


class Mixture(NamedTuple):
    """What is said of leaves, part of it by games played out from them: an `Evaluation`."""

    policy: NDArray[Any]
    value: Floats
    margin: Floats
    ownership: Floats


class Rollouts:
    """Plays games out from positions under some rules on a board, with the moves of `Search`'s playouts."""

    def __init__(self, board: Board, rules: Rules, seed: int = 0) -> None:
        search = Search(board, rules, seed=seed, megabytes=0)
        search.begin(start_state(board, rules))
        self._task, self._thread = search.task, search.workers[0]
        self._size = len(board)

    def played(self, leaves: Leaves, count: int) -> tuple[Floats, Floats, Floats]:
        """Return the means over ``count`` games from each leaf, as the side to move there sees them.

        These are the results (B,) from -1 to 1, the margins over komi (B,) and the owners (B, n).
        """
        rows = len(leaves.roots)
        found = np.zeros(rows, np.float32), np.zeros(rows, np.float32), np.zeros((rows, self._size), np.float32)
        play_out(self._task, self._thread, StateArrays(leaves.points, leaves.tables), count, *found)
        return found

    def mixed(self, said: Evaluation, leaves: Leaves, count: int, share: float) -> Mixture:
        """Return an evaluation in which ``count`` games from every leaf have ``share`` of the say."""
        played = self.played(leaves, count)
        first = said.value, said.margin, said.ownership
        return Mixture(said.policy, *(one + share * (other - one) for one, other in zip(first, played, strict=True)))
