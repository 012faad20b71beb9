"""The states of a game, listed within a budget, and the pieces in which they are swept."""

from __future__ import annotations

from typing import Final

from ...game import Game
from ..budget import Budget
from ..cycles.state_space import Explorer, Limits, StateGraph, StatesFull
from .kept_states import KeptStates


class Listing:
    """All states of a game from where it stands, or as many as the memory holds; ``is_whole``: they are all."""

    def __init__(self, game: Game, limits: Limits, budget: Budget, piece: int, kept: KeptStates | None = None) -> None:
        """List them, to be swept in pieces of ``piece`` states.

        Raises:
            OutOfBudget: the seconds or the positions are spent.
        """
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
        """Say what is being done, and keep what is known where it is time to.

        Raises:
            OutOfBudget: the seconds or the positions are spent.
        """
        self.budget.step(stage, nodes=looked_at)
        self.kept.step()

    def slices(self) -> list[tuple[int, int]]:
        """Return the states that were looked at, in pieces that take less than a second."""
        most = self.graph.expanded
        return [(start, min(start + self._piece, most)) for start in range(0, most, self._piece)]

    def number(self, game: Game) -> int | None:
        """Return the number of the state in which a game stands; None if it is not listed."""
        return self._explorer.number(game.state())
