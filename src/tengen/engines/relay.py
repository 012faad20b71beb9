"""One engine that is asked first, and another that takes over where the first cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from ..game import Game
from ..players import Analysis, Budget, ProgramError
from .engine import EFFORTS, Effort, Engine, Key


class Relay(Engine):
    """Asks ``first``, and ``then`` about what it does not know, or where its program fails.

    ``tell`` is told once of each reason why the second takes over; every opinion has it as its ``note``, too.
    A budget that was meant for the first is not handed to the second, whose simulations are worth something else:
    that one spends what it spends on the same effort. Seconds are the same for both.
    """

    def __init__(self, first: Engine, then: Engine, tell: Callable[[str], None] = lambda why: None) -> None:
        self.first = first
        self.then = then
        self._tell = tell
        self._told: set[str] = set()

    @property
    def name(self) -> str:
        """The name of who is asked first."""
        return self.first.name

    @property
    def identity(self) -> str:
        """Those of both."""
        return f"{self.first.identity}; {self.then.identity}"

    @property
    def preferred(self) -> Engine:
        """The one that is asked first."""
        return self.first

    def why_not(self, game: Game) -> str:
        """Say why neither can judge a game."""
        return self.first.why_not(game) and self.then.why_not(game)

    def budget(self, effort: Effort) -> Budget:
        """Return what the first spends."""
        return self.first.budget(effort)

    def analyse(self, game: Game, budget: Budget | None = None, interval: float | None = None) -> Iterator[Analysis]:
        """Yield what was found so far; where the first fails in the middle, the second begins anew."""
        why = self._why_not(game)
        if not why:
            try:
                yield from self.first.analyse(game, budget, interval)
                return
            except ProgramError as error:
                why = self._noted(str(error))
        for found in self.then.analyse(game, self._instead(budget), interval):
            yield _with(found, why)

    def analyse_all(self, games: Mapping[Key, Game], budget: Budget | None = None) -> Iterator[tuple[Key, Analysis]]:
        """Yield the end result for every position: first those that the first knows."""
        reasons = {key: self._why_not(game) for key, game in games.items()}
        left = {key: game for key, game in games.items() if not reasons[key]}
        failure = ""
        try:
            for key, found in self.first.analyse_all(left, budget):
                del left[key]
                yield key, found
        except ProgramError as error:
            failure = self._noted(str(error))
        rest = {key: game for key, game in games.items() if key in left or reasons[key]}
        for key, found in self.then.analyse_all(rest, self._instead(budget)):
            yield key, _with(found, reasons[key] or failure)

    def close(self) -> None:
        """End both."""
        self.first.close()
        self.then.close()

    def _why_not(self, game: Game) -> str:
        why = self.first.why_not(game)
        return self._noted(f"{self.first.name} {why}") if why else ""

    def _noted(self, why: str) -> str:
        if why not in self._told:
            self._told.add(why)
            self._tell(why)
        return why

    def _instead(self, budget: Budget | None) -> Budget | None:
        """Return what the second spends in place of a budget for the first."""
        if budget is None or budget.simulations is None:
            return budget
        wanted = budget.simulations
        same = min(EFFORTS, key=lambda effort: abs((self.first.budget(effort).simulations or 0) - wanted))
        return replace(self.then.budget(same), seconds=budget.seconds)


def _with(found: Analysis, why: str) -> Analysis:
    return replace(found, note=why) if why else found
