"""What every opponent has in common."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from ..game import Game
from ..records import Move, TengenError
from .analysis import Analysis


@dataclass(frozen=True)
class Budget:
    """How much thinking is allowed: simulations, seconds, or both; whichever is spent first ends it.

    >>> Budget(seconds=2.0)
    Budget(simulations=None, seconds=2.0)
    """

    simulations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for name, value in (("simulations", self.simulations), ("seconds", self.seconds)):
            if value is not None and not value > 0:
                raise TengenError(f"{name} must be more than 0, not {value!r}")
        if self.simulations is None and self.seconds is None:
            raise TengenError("a budget needs simulations or seconds")


class Player(Protocol):
    """Whoever chooses moves; the game is theirs to look at, and left as it was."""

    @property
    def name(self) -> str:
        """What the player is called in records and on the screen."""

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        """Return a legal move for the side to move, or a resignation; None: with the player's own budget.

        Raises:
            TengenError: the game is over.
        """


class Analyst(Player, Protocol):
    """A player who can say what it thinks."""

    def analyse(self, game: Game, budget: Budget | None = None, interval: float | None = None) -> Iterator[Analysis]:
        """Yield what was found so far every ``interval`` seconds (None: only at the end), and last the end result.

        Closing the iterator ends the search.
        """
