"""Who plays itself where games are examined: a level of the engine, or a network."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..network.evaluator import Evaluator
from ..players import LEVELS, MCTS, Budget, Guided
from ..records import TengenError
from ..search.guided import ForestOptions


@dataclass(frozen=True)
class SelfPlayer:
    """Who plays both sides of a game: plain data that makes a new player for every game.

    ``level`` is that of `MCTS`, ``simulations`` a move if not the level's. With ``visits`` a network plays in place of
    playouts, by a Gumbel search with that many visits a move, in which chance has its say: no two games are alike. Its
    ``weights`` are a file, None for those of the package.

    Raises:
        WeightsError: there are no weights, or no good ones.
        TengenError: another value that cannot be.
    """

    level: int = 3
    simulations: int | None = None
    visits: int | None = None
    weights: Path | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.level <= len(LEVELS):
            raise TengenError(f"there is no level {self.level}; levels are from 1 to {len(LEVELS)}")
        for name in ("simulations", "visits"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise TengenError(f"{name} must be at least 1, not {value}")
        if self.visits is None and self.weights is not None:
            raise TengenError("weights are for the network: give its visits a move, too")
        if self.visits is not None:
            _network(self.weights)

    @property
    def budget(self) -> int:
        """Simulations a move; those of the network are visits."""
        return self.visits or self.simulations or LEVELS[self.level - 1]

    @property
    def strength(self) -> str:
        """How strongly is played, in words that follow "at"."""
        return f"level {self.level}" if self.visits is None else f"{self.visits:,} visits a move of the network"

    @property
    def told(self) -> str:
        """How strongly is played, in words that a report begins with: a level's simulations are told, too.

        >>> SelfPlayer().told, SelfPlayer(simulations=20).told
        ('level 3, 120 simulations a move', 'level 3, 20 simulations a move')
        """
        return f"{self.strength}, {self.budget:,} simulations a move" if self.visits is None else self.strength

    @property
    def head(self) -> dict[str, Any]:
        """What a file of games says of who plays: the level stands there for a network, too."""
        return {"level": self.level, "simulations": self.budget}

    @property
    def network(self) -> str | None:
        """Which network plays, by its fingerprint; None where none does."""
        return None if self.visits is None else _network(self.weights).weights.fingerprint

    def player(self, seed: int) -> MCTS | Guided:
        """Make the player of one game: it plays for both sides, and never resigns, so that games have their length."""
        budget = Budget(simulations=self.budget)
        if self.visits is None:
            return MCTS(self.level, budget=budget, seed=seed, resigns=False, megabytes=16)
        gumbel = ForestOptions(method="gumbel")
        return Guided(_network(self.weights), budget=budget, seed=seed, resigns=False, megabytes=16, options=gumbel)

    def judge(self, seed: int, times: int) -> MCTS | Guided:
        """Make who judges a position, by a search so many times as long as that of a move; chance has no say in it."""
        budget = Budget(simulations=times * self.budget)
        if self.visits is None:
            return MCTS(self.level, budget=budget, seed=seed, megabytes=16)
        return Guided(_network(self.weights), budget=budget, seed=seed, megabytes=16)


@cache
def _network(weights: Path | None) -> Evaluator:
    return Evaluator.load(weights)
