"""What a network says of the position of a game, without any search."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..game import Game
from ..network.evaluator import Evaluator, Opinion
from ..network.graph import graph_of
from ..network.inputs import Observer
from ..records import Place, Reason
from .actions import action_of

_REPEATS = ((Reason.KO,), (Reason.REPETITION,), (Reason.KO, Reason.REPETITION))


def raw_opinion(network: Evaluator, game: Game) -> Opinion:
    """Return a network's opinion on one position, as the side to move sees it: every array has one row.

    Raises:
        UnservedRules: the network's inputs do not tell all about these rules.
    """
    observer, state, legal = Observer(game.board, game.rules), game.state(), _legal(game)[None]
    seen = observer.observe(state.points[None], state.table[None], legal)
    [opinion] = network.evaluate([(graph_of(observer.board), seen, legal)])
    return opinion


def _legal(game: Game) -> NDArray[np.uint8]:
    """Return for every action whether it is illegal (0), legal (1) or forbidden by repetition alone (2)."""
    n = len(game.board)
    found = np.zeros(2 * n + 2, np.uint8)
    found[[action_of(move, n) for move in game.legal_moves()]] = 1
    for point in np.flatnonzero(found[:n] == 0).tolist():
        if game.why_not(Place(point)) in _REPEATS:
            found[point] = 2
    return found
