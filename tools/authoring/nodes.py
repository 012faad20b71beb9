"""All states that a game can reach, as nodes with turns between them, in arrays for `mining`.

If prisoners are only spare moves, the tables have states without prisoners, and a node is a state with the prisoners of
both sides, up to `MOST_PRISONERS`: turns that make more lead nowhere. Otherwise a node is a state.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.game import Game
from tengen.solve.budget import Budget, OutOfMemory
from tengen.solve.states import prisoner_thresholds, states_route
from tengen.solve.states.prisoner_thresholds import BareStates, ThresholdValues
from tengen.solve.states.state_values import ListedStates, StateValues
from tengen.solve.states.successors import UNSPENT

MOST_PRISONERS: Final = 2
NOWHERE: Final = -1
"""The target of turns that make more prisoners."""
_TOLD_APART: Final = 8
"""The most prisoners of a side that the tables distinguish."""

Numbers = NDArray[np.int64]


class Turns(NamedTuple):
    """Turns from some nodes, in their order: ``origin`` is the index of a turn's node, ``after`` its target.

    ``taken`` is the number of stones it captures, ``low`` and ``high`` are the bounds for its side after it.
    """

    origin: Numbers
    after: Numbers
    taken: Numbers
    low: NDArray[np.float32]
    high: NDArray[np.float32]


class Nodes(ABC):
    """All states that a game can reach from its position; 0 is the first."""

    start: Final = 0
    size: int

    @abstractmethod
    def turns(self, nodes: Numbers) -> Turns:
        """Return every turn of some nodes."""

    @abstractmethod
    def node(self, game: Game) -> int | None:
        """Return the node of a game's position, or None."""

    @abstractmethod
    def rounds(self, nodes: Numbers) -> Numbers:
        """Return the round in which each of some nodes was settled (0: immediately, or not kept)."""

    @abstractmethod
    def state(self, nodes: Numbers) -> Numbers:
        """Return numbers that are equal for nodes that differ only in prisoners."""


def nodes_of(game: Game, budget: Budget) -> Nodes:
    """Return the nodes of a game.

    Raises:
        OutOfBudget: the budget is too small; TengenError: unsupported game.
    """
    refusal = states_route.refusal(game)
    if refusal is not None:
        raise refusal
    return _HeldNodes(game, budget) if prisoner_thresholds.is_served(game) else _StateNodes(game, budget)


class _HeldNodes(Nodes):
    """States without prisoners, and the prisoners that the mover and the enemy hold."""

    def __init__(self, game: Game, budget: Budget) -> None:
        states = BareStates(game, budget)
        _check_whole(states)
        self._sure = (values := ThresholdValues(states, _TOLD_APART)).sure
        self._values, self._graph, self._width = values, states.graph, MOST_PRISONERS + 1
        self._stones = states.stones.astype(np.int64)
        self._back = len(game.board) + 1
        self.size = len(self._graph) * self._width**2

    def turns(self, nodes: Numbers) -> Turns:
        states, own, enemy = self._parts(nodes)
        origin, edges = _edges(self._graph.offsets, states)
        targets, is_return = self._graph.targets[edges].astype(np.int64), self._graph.moves[edges] == self._back
        taken = np.where(is_return, 0, self._stones[states[origin]] + 1 - self._stones[targets])
        held = own[origin] + taken - is_return
        legal = held >= 0
        origin, targets, taken, held = origin[legal], targets[legal], taken[legal], held[legal]
        sign = -self._sure.sign(targets, enemy[origin], held)
        after = (targets * self._width + enemy[origin]) * self._width + held
        low, high = (np.where(sign, sign, unknown).astype(np.float32) for unknown in (-1, 1))
        return Turns(origin, np.where(held > MOST_PRISONERS, NOWHERE, after), taken, low, high)

    def node(self, game: Game) -> int | None:
        place = self._values.key(game)
        if place is None or max(place[1:]) > MOST_PRISONERS:
            return None
        return (place[0] * self._width + place[1]) * self._width + place[2]

    def rounds(self, nodes: Numbers) -> Numbers:
        found: Numbers = self._sure.round(*self._parts(nodes))
        return found

    def state(self, nodes: Numbers) -> Numbers:
        return nodes // self._width**2

    def _parts(self, nodes: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Return the states of nodes, the mover's prisoners and the enemy's."""
        return nodes // self._width**2, nodes // self._width % self._width, nodes % self._width


class _StateNodes(Nodes):
    """States that include the prisoners if they count."""

    def __init__(self, game: Game, budget: Budget) -> None:
        most = _TOLD_APART if states_route.counts_prisoners(game) else None
        self._values = StateValues(game, most, budget)
        _check_whole(self._values.states)
        self._graph = self._values.states.graph
        self._stones = self._graph.stones().astype(np.int64)
        self.size = len(self._graph)

    def turns(self, nodes: Numbers) -> Turns:
        origin, edges = _edges(self._graph.offsets, nodes)
        after, moves = self._graph.targets[edges].astype(np.int64), self._graph.moves[edges]
        low, high = self._values.sure.low_high
        is_unspent = moves >= UNSPENT  # the side may hold more prisoners than the state says
        is_placed = moves < len(self._graph.game.board)
        taken = np.where(is_placed, np.maximum(self._stones[nodes[origin]] + 1 - self._stones[after], 0), 0)
        sure = np.where(is_unspent, -np.inf, -high[after]).astype(np.float32)
        return Turns(origin, np.where(is_unspent, NOWHERE, after), taken, sure, -low[after])

    def node(self, game: Game) -> int | None:
        return self._values.key(game)

    def rounds(self, nodes: Numbers) -> Numbers:
        return self._values.sure.rounds[nodes].astype(np.int64)

    def state(self, nodes: Numbers) -> Numbers:
        return nodes


def _check_whole(states: ListedStates) -> None:
    """Raise OutOfMemory if not every state was listed."""
    if not states.is_whole:
        found = f"{len(states.graph):,} states"
        raise OutOfMemory(f"{found} fill the memory, and there are more; allow more memory, or take a smaller board")


def _edges(offsets: NDArray[np.int64], states: Numbers) -> tuple[Numbers, Numbers]:
    """Return the edges of some states, each with the place of its state."""
    begin, many = offsets[states], offsets[states + 1] - offsets[states]
    origin = np.repeat(np.arange(len(states)), many)
    return origin, np.arange(len(origin)) - np.repeat(np.cumsum(many) - many - begin, many)
