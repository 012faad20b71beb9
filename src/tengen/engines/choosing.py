"""Engines by name: Tengen's own search, KataGo, or a relay that turns to the second where the first cannot answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from importlib.metadata import version
from typing import Final

from ..extras import DISTRIBUTION
from ..game import Game
from ..players import MCTS, Analysis, Analyst, Budget, ProgramError
from ..players.player import OWN
from ..records import FormatError
from .engine import EFFORTS, Effort, Engine, Key
from .katago.katago import KataGo
from .registry import installation, installations

BEST: Final = "best"
"""The best engine there is: KataGo where one is known, and Tengen's own where it knows no answer, or there is none."""


def engine_named(asked: str, *, threads: int = 1, behind: bool = False) -> Engine:
    """Return the engine of a name by itself, which nobody helps out.

    "tengen" and "mcts" are both Tengen's own; the other names are those in `registry`.

    A program of its own that runs ``behind`` leaves the processors to others who want them.

    Raises:
        TengenError: there is none of that name.
    """
    if asked in ("tengen", "mcts"):
        return Own(threads=threads)
    return KataGo(installation(asked), behind=behind)


def adviser(asked: str = BEST, *, threads: int = 1, tell: Callable[[str], None] = lambda why: None) -> Engine:
    """Return the engine that gives opinions: the one that was asked for, with Tengen's own where that cannot answer.

    ``asked`` is tengen, the name of a known engine, or "best", which a damaged file of engines does not stop.
    ``tell`` gets the reason why Tengen's own takes over, in words.

    Raises:
        TengenError: there is none of that name.

    >>> adviser("tengen").name
    'Tengen'
    """
    own = Own(threads=threads)
    if asked == BEST:
        try:
            known = installations()
        except FormatError as error:
            tell(str(error))
            return own
        return Relay(KataGo(known[0]), own, tell) if known else own
    engine = engine_named(asked, threads=threads)
    return Relay(engine, own, tell) if isinstance(engine, KataGo) else engine


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
        return self.first.name

    @property
    def identity(self) -> str:
        return f"{self.first.identity}; {self.then.identity}"

    @property
    def preferred(self) -> Engine:
        return self.first

    def why_not(self, game: Game) -> str:
        return self.first.why_not(game) and self.then.why_not(game)

    def budget(self, effort: Effort) -> Budget:
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


_SIMULATIONS: Final[dict[Effort, int]] = {"glance": 150, "look": 2_000, "study": 4_000}


class Own(Engine):
    """Tengen's own opinion; ``make`` makes a player for each position."""

    def __init__(self, make: Callable[[], Analyst] | None = None, *, threads: int = 1) -> None:
        self._make = make or (lambda: MCTS(threads=threads))

    @property
    def name(self) -> str:
        return OWN

    @property
    def identity(self) -> str:
        """Name and version, and what its chances are, because looks that are kept may be of an engine of before."""
        return f"{OWN} {version(DISTRIBUTION)} calibrated, with a network that judges"

    def why_not(self, game: Game) -> str:
        """Return "": it knows every game on every board."""
        return ""

    def budget(self, effort: Effort) -> Budget:
        return Budget(simulations=_SIMULATIONS[effort])

    def analyse(self, game: Game, budget: Budget | None = None, interval: float | None = None) -> Iterator[Analysis]:
        return self._make().analyse(game, budget or self.budget("look"), interval)

    def analyse_all(self, games: Mapping[Key, Game], budget: Budget | None = None) -> Iterator[tuple[Key, Analysis]]:
        for key, game in games.items():
            yield key, self.judge(game, budget)
