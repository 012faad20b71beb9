"""What engines share, Tengen's own search as one, a fallback to a second engine, and players that follow one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import replace
from importlib.metadata import version
from typing import Final, Literal, TypeVar, get_args

from ..extras import DISTRIBUTION
from ..game import Game
from ..players import MCTS, Analysis, Analyst, Budget, ProgramError
from ..players.player import OWN
from ..players.process import Closing
from ..players.resigning import RESIGNING, Prospects
from ..players.scope import WHOLE, Scope
from ..records import Move, Resign, TengenError

Effort = Literal["glance", "look", "study"]
"""How closely a position is looked at: as a point of a graph, for an answer, or for as long as somebody watches."""
EFFORTS: Final[tuple[Effort, ...]] = get_args(Effort)

Key = TypeVar("Key", bound=Hashable)


class Engine(Closing, ABC):
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

    def start(self) -> None:
        """Start the engine's program where it does not run, as the first question does; ProgramError where it fails."""


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


_MOMENT: Final = 0.1
"""Seconds in which nothing more is found."""
_KNOWN: Final = 10
"""Visits of an engine's from which on a look says whether a game is lost: each is worth many playouts."""


class Consulted:
    """Plays what an engine likes best; without a budget it thinks as long as the engine's "look" takes.

    With ``resigns`` it gives up a game that the engine finds lost at several turns on end (`players.resigning`).
    """

    def __init__(
        self, engine: Engine, *, budget: Budget | None = None, resigns: bool = True, name: str | None = None
    ) -> None:
        self.engine = engine
        self.budget = budget
        self.resigns = resigns
        self._given_name = name
        self._last: tuple[tuple[object, ...], Analysis] | None = None
        self._prospects = Prospects(replace(RESIGNING, visits=_KNOWN))

    @property
    def name(self) -> str:
        """What the player is called."""
        return self._given_name or self.engine.name

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        """Return the engine's favourite legal move, from what was just found if that is worth the budget."""
        found = self.found(game)
        if found is None or not _is_worth(found, budget):
            *_, found = self.analyse(game, budget)
        if self.resigns and self._prospects.note(game, found.win_rate, found.visits, found.ownership.values()):
            return Resign
        return favourite(game, found) or next(iter(game.legal_moves()), Resign)

    def analyse(
        self, game: Game, budget: Budget | None = None, interval: float | None = None, scope: Scope = WHOLE
    ) -> Iterator[Analysis]:
        """Yield what was found so far; see `Analyst.analyse`. All moves are looked at, none by itself."""
        if scope is not WHOLE:
            raise TengenError(f"{self.name} looks at whole positions only")
        for found in self.engine.analyse(game, budget or self.budget, interval):
            self._last = _identity(game), found
            yield found

    def found(self, game: Game) -> Analysis | None:
        """Return what was last found, if it was of this position."""
        return self._last[1] if self._last is not None and self._last[0] == _identity(game) else None

    def close(self) -> None:
        """End the engine."""
        self.engine.close()


def favourite(game: Game, found: Analysis) -> Move | None:
    """Return the best of the candidates that are legal in a game; None where no candidate is."""
    moves = (game.read_move(each.move) for each in found.candidates)
    return next((move for move in moves if not game.why_not(move)), None)


def _is_worth(found: Analysis, budget: Budget | None) -> bool:
    """Say whether a budget would find no more than what has been found."""
    if budget is None:
        return False
    if budget.simulations is not None:
        return found.visits >= budget.simulations
    return (budget.seconds or 0) <= _MOMENT


def _identity(game: Game) -> tuple[object, ...]:
    return game.board, game.rules, game.start, game.resumptions, game.moves
