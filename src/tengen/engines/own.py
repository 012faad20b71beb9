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
    """Tengen's own opinion; ``make`` makes a player for each position, by default a search by playouts alone.

    ``share`` is how many simulations are spent where playouts are given one.
    """

    def __init__(
        self, make: Callable[[], Analyst] | None = None, *, name: str = OWN, threads: int = 1, share: float = 1.0
    ) -> None:
        self._make = make or (lambda: MCTS(threads=threads))
        self._name, self._share = name, share

    @property
    def name(self) -> str:
        """Whose opinions these are."""
        return self._name

    @property
    def identity(self) -> str:
        """Name and version, and what its chances are, because looks that are kept may be of an engine of before."""
        return f"{self._name} {version(DISTRIBUTION)} calibrated, with a network that judges"

    def why_not(self, game: Game) -> str:
        """Return "": it knows every game on every board."""
        return ""

    def budget(self, effort: Effort) -> Budget:
        """Return the simulations that are spent on a position."""
        return Budget(simulations=max(1, round(self._share * _SIMULATIONS[effort])))

    def analyse(self, game: Game, budget: Budget | None = None, interval: float | None = None) -> Iterator[Analysis]:
        """Yield what was found so far; see `Engine.analyse`."""
        return self._make().analyse(game, budget or self.budget("look"), interval)

    def analyse_all(self, games: Mapping[Key, Game], budget: Budget | None = None) -> Iterator[tuple[Key, Analysis]]:
        """Yield the end result for every position in their order."""
        for key, game in games.items():
            yield key, self.judge(game, budget)
