"""What a judge such as a network says of positions of one kind of game, as a search hands them over."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from ..game import Game
from ..network.evaluator import Evaluator, Group
from ..network.graph import graph_of
from ..network.inputs import Observer
from ..search.leaves import Evaluation, Leaves


class Judge(Protocol):
    """Who is asked about positions; `network.Evaluator` is one."""

    def evaluate(self, groups: Sequence[Group]) -> Sequence[Evaluation]:
        """Return what is said of each group of positions."""


def judge_of(network: Judge | Path | None) -> Judge:
    """Return the judge itself, the network in a file of weights, or for None that of the package.

    Raises:
        WeightsError: there are no weights, or no good ones.
    """
    return Evaluator.load(network) if network is None or isinstance(network, Path) else network


class Opinions:
    """Asks a judge about positions of games under the rules of ``game`` on its board.

    ``limit`` is how many turns such a game may last, 0 without a limit.
    """

    def __init__(self, judge: Judge, game: Game, limit: int = 0) -> None:
        self._judge, self._limit = judge, limit
        self._observer, self._graph = Observer(game.board, game.rules), graph_of(game.board)

    def __call__(self, leaves: Leaves) -> Evaluation:
        """Return what is said of positions."""
        spent = None if not self._limit else np.minimum(1, leaves.turns / self._limit).astype(np.float32)
        seen = self._observer.observe(leaves.points, leaves.tables, leaves.legal, spent)
        [said] = self._judge.evaluate([(self._graph, seen, leaves.legal)])
        return said
