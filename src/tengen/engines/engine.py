"""What every engine has in common: what it knows, what it is asked, and what it says."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping
from typing import Final, Literal, Self, TypeVar, get_args

from ..game import Game
from ..players import Analysis, Budget

Effort = Literal["glance", "look", "study"]
"""How closely a position is looked at: as a point of a graph, for an answer, or for as long as somebody watches."""
EFFORTS: Final[tuple[Effort, ...]] = get_args(Effort)

Key = TypeVar("Key", bound=Hashable)


class Engine(ABC):
    """Who gives opinions on positions; it looks at games, and leaves them as they were."""

    @property
    @abstractmethod
    def name(self) -> str:
        """Whose opinions these are, as `Analysis.by` has it."""

    @property
    def identity(self) -> str:
        """What its opinions depend on, beside position and budget: versions, files and settings."""
        return self.name

    @property
    def preferred(self) -> Engine:
        """The engine whose opinion is wanted, where several stand in for each other."""
        return self

    @property
    def at_once(self) -> int:
        """How many positions it thinks about at once, where it is asked about many."""
        return 1

    @property
    def silence(self) -> float:
        """Seconds since its program last said anything, where it is asked something that it answers step by step."""
        return 0.0

    @abstractmethod
    def why_not(self, game: Game) -> str:
        """Say why the engine cannot judge a game, in words that follow its name ("knows no torus"); "" where it can."""

    @abstractmethod
    def budget(self, effort: Effort) -> Budget:
        """Return what the engine should spend on a position."""

    @abstractmethod
    def analyse(self, game: Game, budget: Budget | None = None, interval: float | None = None) -> Iterator[Analysis]:
        """Yield what was found so far every ``interval`` seconds (None: only at the end), and last the end result.

        Without a budget the position gets a "look". Closing the iterator ends the search.

        Raises:
            TengenError: the game is over, or the engine cannot judge it. ProgramError: the engine's program failed.
        """

    @abstractmethod
    def analyse_all(self, games: Mapping[Key, Game], budget: Budget | None = None) -> Iterator[tuple[Key, Analysis]]:
        """Yield the end result for every position by its key, as soon as it is known; errors as for `analyse`."""

    def judge(self, game: Game, budget: Budget | None = None) -> Analysis:
        """Return the end result for one position; errors as for `analyse`."""
        *_, found = self.analyse(game, budget)
        return found

    def start(self) -> None:  # noqa: B027 (an engine without a program has nothing to start)
        """Start what belongs to the engine, such as its program, where it does not run; done when it is first asked.

        Raises:
            ProgramError: it cannot be started, or does not answer.
        """

    def close(self) -> None:  # noqa: B027 (an engine without a program has nothing to end)
        """End what belongs to the engine, such as its program."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()
