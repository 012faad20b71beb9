"""Values of any game whose states can be listed: for every state, the guaranteed and the best possible result.

All reachable states are found first (`states.explorer`), merged by symmetries of the board and exchange of colours.
Then bounds are improved until nothing changes, from the view of the side to move. Infinite play counts as the worst for
``low`` and as the best for ``high``; between them the value depends on its worth, as in `brackets`. States not expanded
may have any value, so proofs about a part of the states hold.

Prisoners. Prisoners that can be spent, or count at the end, have no upper limit, so numbers are distinguished only up
to a limit. One more prisoner never harms its owner, who can ignore it: it forbids nothing, and an additional turn never
loses. So a side's sure result is computed as if it held at most the limit, and its opponent, from the limit on, any
number; its best possible result, the other way round. The value lies between the two. If they differ, the generous
bounds tell whether a higher limit could change them: there the roles are exchanged. If the generous bounds are the
same, no number of prisoners changes anything.

Rounds. Bounds are computed from those of the previous round, never from newer ones. So if there is only winning and
losing, the round in which the bounds of a state meet is the number of turns in which the winner can end the game,
against any defence.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from math import inf
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ...game import Game
from ...records import Move, TengenError
from ...rules import Rules
from ..budget import Budget
from ..checkpoints import KeptStates, Snapshot
from ..route import Bracket, continuations
from . import sweeps
from .explorer import Explorer, Limits, StateGraph, StatesFull


class ListedStates:
    """All states of a game from its position, or as many as fit into memory; ``is_whole``: they are all."""

    def __init__(self, game: Game, limits: Limits, budget: Budget, piece: int, kept: KeptStates | None = None) -> None:
        """List the states, for sweeps in slices of ``piece`` states."""
        self.game: Final = game
        self.budget: Final = budget
        self.kept: Final = kept or KeptStates()
        self._piece = piece
        self._explorer = Explorer(game, limits, game.state())
        self.kept.part("list", self._explorer.snapshot, self._explorer.take_up)
        self._seen = self._explorer.expanded
        self.is_whole: bool = True
        try:
            self._explorer.run(self._report)
        except StatesFull:
            self.is_whole = False
        self.graph: Final[StateGraph] = self._explorer.graph()

    def _report(self, explorer: Explorer) -> None:
        looked_at, self._seen = explorer.expanded - self._seen, explorer.expanded
        self.step(f"listing states: {explorer.found:,}", looked_at)

    def step(self, stage: str, looked_at: int = 0) -> None:
        """Report a stage, and save a checkpoint if it is due."""
        self.budget.step(stage, nodes=looked_at)
        self.kept.step()

    def slices(self) -> list[tuple[int, int]]:
        """Return the expanded states, in slices that take less than a second."""
        most = self.graph.expanded
        return [(start, min(start + self._piece, most)) for start in range(0, most, self._piece)]

    def number(self, game: Game) -> int | None:
        """Return the number of the state of a game; None if it is not listed."""
        return self._explorer.number(game.state())


class ListedValues(ABC):
    """Values of a game's states, however they are listed.

    ``is_whole``: every state was expanded. ``is_exact``: no higher limit changes the bracket of the first state; a
    value between its bounds then depends on what infinite play is worth.
    """

    is_whole: bool
    is_exact: bool

    @abstractmethod
    def key(self, game: Game) -> Hashable | None:
        """Return the identity of a game's state; None if it was not listed."""

    @abstractmethod
    def bracket(self, game: Game) -> Bracket[float]:
        """Return the bracket of a game's state, from the view of the side to move."""

    @abstractmethod
    def plies(self, game: Game) -> int:
        """Return the round in which the bounds of a game's state met (0: never, immediately, or not kept)."""

    @abstractmethod
    def is_certain(self, game: Game) -> bool:
        """Return whether the bracket of a game's state depends on no limit."""

    def options(self, game: Game) -> list[tuple[Move, Bracket[float], int]]:
        """Return the moves whose value depends on no limit, their value, and the round that settled it."""
        certain = [(move, after) for move, after in continuations(game) if self.is_certain(after)]
        return [(move, self.bracket(after).turned(), self.plies(after)) for move, after in certain]

    def keeping(self, game: Game, cycle: float) -> list[Move]:
        """Return the moves that keep the value, infinite play worth ``cycle``: fastest wins or slowest losses first."""
        now = self.bracket(game)
        if now.is_settled:
            kept = [(move, plies) for move, after, plies in self.options(game) if after == now]
        else:
            kept = [(move, 0) for move, after, _ in self.options(game) if after.worth(cycle) == now.worth(cycle)]
        sign = 1 if now.low > 0 else -1
        return [move for move, _ in sorted(kept, key=lambda each: sign * each[1])]

    def line(self, game: Game, cycle: float, most: int) -> list[str]:
        """Return up to ``most`` moves of best play, to the end or until play would repeat."""
        at, written, seen = game.copy(), list[str](), set[Hashable]()
        while at.outcome is None and len(written) < most and (key := self.key(at)) not in seen:
            seen.add(key)
            moves = self.keeping(at, cycle if at.to_play == game.to_play else -cycle)
            if not moves:
                break
            written.append(at.write_move(moves[0]))
            at.play(moves[0])
        return written


_SLICE: Final = 1 << 18


class StateBounds:
    """The bounds of all states of a list, and the rounds in which they met; the module explains ``generous``."""

    def __init__(self, states: StateList, *, generous: bool = False) -> None:
        """Set the trivial bounds, and those of the ends."""
        size, most = len(states.graph), 1.0 if states.is_won else inf
        self._states, self._generous = states, generous
        self.low_high: tuple[NDArray[np.float32], NDArray[np.float32]]
        self.low_high, self._next = (
            (np.full(size, -most, np.float32), np.full(size, most, np.float32)) for _ in range(2)
        )
        self.rounds: NDArray[np.uint16] = np.zeros(size, np.uint16)
        """The round in which the bounds of each state met (0: never, or immediately)."""
        self.full: Final = states.write_ends(self.low_high, generous)
        self._number = 0
        states.kept.part("generous" if generous else "sure", self._snapshot, self._take_up)

    def _snapshot(self) -> dict[str, Any]:
        low, high = self.low_high
        return {"round": self._number, "low": low, "high": high, "rounds": self.rounds}

    def _take_up(self, kept: Snapshot) -> None:
        low, high = self.low_high
        low[:], high[:], self.rounds[:] = kept["low"], kept["high"], kept["rounds"]
        self._number = int(kept["round"])

    def improve(self) -> StateBounds:
        """Improve the bounds until nothing changes; OutOfBudget leaves those of the last complete round."""
        graph, changed = self._states.graph, 1
        edges = graph.offsets, graph.targets, graph.moves
        while changed:
            number, changed = self._number + 1, 0
            for piece in self._states.slices():
                changed += sweeps.improve_bounds(
                    edges, self.low_high, self._next, self.rounds, self._generous, number, *piece
                )
                self._states.step(f"round {number}")
            self.low_high, self._next, self._number = self._next, self.low_high, number
        return self

    def of(self, number: int) -> Bracket[float]:
        low, high = self.low_high
        return Bracket(float(low[number]), float(high[number]))


class StateList(ListedStates):
    """All states with the prisoners that count; ``is_won``: the game is won and lost without a score."""

    def __init__(self, game: Game, prisoners: int | None, budget: Budget, kept: KeptStates | None = None) -> None:
        """List the states; up to ``prisoners`` of a side are distinguished (None: they do not matter).

        Raises:
            OutOfBudget; TengenError: a turn may spend more prisoners than are distinguished.
        """
        if prisoners is not None and prisoners < (least := most_spent(game.rules)):
            raise TengenError(
                f"a turn may spend {least} prisoners, so at least that many must be distinguished, not {prisoners}"
            )
        memory = budget.memory - budget.used
        limits = Limits(prisoners=prisoners, saturates=prisoners is not None, symmetric=True, memory=memory)
        super().__init__(game, limits, budget, _SLICE, kept)
        self.is_won: Final = game.rules.end == "no-moves"

    def write_ends(self, bounds: tuple[NDArray[np.float32], NDArray[np.float32]], generous: bool) -> int:
        """Write the values of ended games; return the number of states at the limit of prisoners."""
        graph, state, found = self.graph, self.game.state(), 0
        bench, adjacency = state.bench(), state.adjacency.arrays
        listed = graph.shape, graph.states, graph.offsets
        for piece in self.slices():
            found += sweeps.write_ends(state.arrays, adjacency, bench, listed, bounds, generous, *piece)
            self.step("scoring ends")
        return found


def most_spent(rules: Rules) -> int:
    """Return the most prisoners that a turn spends; with a lower limit some turns would be missing."""
    prices = rules.tao_prices.amounts if rules.tao == "on" else ()
    return max((1, *prices))


class StateValues(ListedValues):
    """The states of a game and their values, with every number of prisoners as a separate state."""

    def __init__(self, game: Game, prisoners: int | None, budget: Budget, kept: KeptStates | None = None) -> None:
        """List the states and compute their values; OutOfBudget if the budget is too small."""
        self.states: Final = StateList(game, prisoners, budget, kept)
        self.is_whole: bool = self.states.is_whole
        self._unknown = Bracket(-1.0, 1.0) if self.states.is_won else Bracket(-inf, inf)
        self._generous: StateBounds | None = None
        self.sure: Final = StateBounds(self.states).improve()
        now = self.sure.of(0)
        if self.is_whole and self.sure.full and not now.is_settled:  # further prisoners may change the bounds
            self._generous = StateBounds(self.states, generous=True).improve()
        is_same = self._generous is None or self._generous.of(0) == now
        self.is_exact: bool = now.is_settled or (self.is_whole and is_same)

    def key(self, game: Game) -> int | None:
        return self.states.number(game)

    def is_certain(self, game: Game) -> bool:
        number = self.states.number(game)
        if number is None:
            return False
        now = self.sure.of(number)
        return now.is_settled or self._generous is None or self._generous.of(number) == now

    def bracket(self, game: Game) -> Bracket[float]:
        number = self.states.number(game)
        return self._unknown if number is None else self.sure.of(number)

    def plies(self, game: Game) -> int:
        number = self.states.number(game)
        return 0 if number is None else int(self.sure.rounds[number])
