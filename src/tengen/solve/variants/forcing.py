"""How many turns a side needs to force what it is sure of, for every listed state of a game.

A side that is sure of a number of points whatever infinite play is worth can also end the game, with these points, in a
number of turns that it can name. The numbers are found backwards from the ends, round by round, as in `state_values`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import inf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...game import Game
from ...records import Colour, TengenError
from ..cycles.successors import UNSPENT
from .prisoner_thresholds import ThresholdValues
from .state_values import StateList, StateValues

NEVER: Final = 1 << 30


class Forcing(ABC):
    """In how many turns a side, the *prover*, ends a game with what it is sure of."""

    @abstractmethod
    def turns(self, game: Game) -> int | None:
        """Return the most turns, both sides', that are left from where a game stands; None where nothing is sure."""


class ForcedWins(Forcing):
    """Wins of a game that is lost by having no move, by the thresholds of prisoners."""

    def __init__(self, values: ThresholdValues, prover: Colour) -> None:
        """Take the thresholds and the side that wins.

        Raises:
            TengenError: the rounds in which wins were found have not been kept, for lack of memory.
        """
        if not values.keeps_rounds:
            raise TengenError("the turns that every win takes do not fit into the memory; give more --memory")
        self._values, self._prover = values, prover

    def turns(self, game: Game) -> int | None:
        """Return the most turns left; None where the prover does not win."""
        if game.outcome is not None:
            return 0 if game.outcome.winner == self._prover else None
        wanted = 1.0 if game.to_play == self._prover else -1.0
        bracket = self._values.bracket(game)
        return self._values.plies(game) if bracket.low == bracket.high == wanted else None


class ForcedPoints(Forcing):
    """Numbers of points of a game with a score, or wins, by a list of all states."""

    def __init__(self, values: StateValues, prover: Colour, points: float) -> None:
        """Find the turns that it takes the prover to get at least some points; 1 is a win where there is no score."""
        self._states, self._prover, self._points = values.states, prover, points
        self._turns: Final = _turns(values.states, points)

    def turns(self, game: Game) -> int | None:
        """Return the most turns left; None where the prover may get less."""
        if game.outcome is not None:
            margin = game.outcome.margin
            if margin is None:
                return 0 if game.outcome.winner == self._prover else None
            got = margin + game.rules.compensation
            return 0 if (got if self._prover == "black" else -got) >= self._points else None
        number = self._states.number(game)
        if number is None:
            return None
        found = int(self._turns[0 if game.to_play == self._prover else 1][number])
        return None if found >= NEVER else found


def _turns(states: StateList, points: float) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return (N,) turns in which the prover has its points: where it is to move, and where the adversary is.

    A prover that may hold more prisoners than the key says takes only the turns that do spend them.
    """
    graph, size = states.graph, len(states.graph)
    low, high = np.full(size, -inf, np.float32), np.full(size, inf, np.float32)
    states.write_ends((low, high), generous=False)
    mine, theirs = (np.where(sure, 0, NEVER).astype(np.int32) for sure in (low >= points, -high >= points))
    counts = np.diff(graph.offsets)
    goes_on = np.flatnonzero(counts > 0)
    begins = graph.offsets[goes_on]
    spent = graph.moves < UNSPENT
    number, changed = 0, goes_on.size > 0
    while changed:
        number += 1
        states.step(f"turns, round {number}")
        best = np.minimum.reduceat(np.where(spent, theirs[graph.targets], NEVER), begins)
        worst = np.maximum.reduceat(mine[graph.targets], begins)
        changed = False
        for table, found in ((mine, best), (theirs, worst)):
            new = goes_on[(found < NEVER) & (table[goes_on] == NEVER)]
            table[new] = number
            changed = changed or new.size > 0
    return mine, theirs
