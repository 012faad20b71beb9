"""Tengen's own engine: every game on every board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from typing import Final

from ..extras import DISTRIBUTION
from ..game import Game
from ..players import MCTS, Analysis, Analyst, Budget
from ..players.player import OWN
from .engine import Effort, Engine, Key

_SIMULATIONS: Final[dict[Effort, int]] = {"glance": 150, "look": 2_000, "study": 4_000}


class Own(Engine):
    """Tengen's own opinion; ``make`` makes a player for each position."""

    def __init__(self, make: Callable[[], Analyst] | None = None, *, threads: int = 1) -> None:
        self._make = make or (lambda: MCTS(threads=threads))

    @property
    def name(self) -> str:
        """Whose opinions these are."""
        return OWN

    @property
    def identity(self) -> str:
        """Name and version, and what its chances are, because looks that are kept may be of an engine of before."""
        return f"{OWN} {version(DISTRIBUTION)} calibrated, with a network that judges"

    def why_not(self, game: Game) -> str:
        """Return "": it knows every game on every board."""
        return ""

    def budget(self, effort: Effort) -> Budget:
        """Return the simulations that are spent on a position."""
        return Budget(simulations=_SIMULATIONS[effort])

    def analyse(self, game: Game, budget: Budget | None = None, interval: float | None = None) -> Iterator[Analysis]:
        """Yield what was found so far; see `Engine.analyse`."""
        return self._make().analyse(game, budget or self.budget("look"), interval)

    def analyse_all(self, games: Mapping[Key, Game], budget: Budget | None = None) -> Iterator[tuple[Key, Analysis]]:
        """Yield the end result for every position in their order."""
        for key, game in games.items():
            yield key, self.judge(game, budget)
