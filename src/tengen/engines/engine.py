"""The engine protocol, Tengen's own search as an engine, a fallback engine, and players that follow an engine."""

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
"""The effort for a position: a point of a graph, an answer, or as long as a user watches."""
EFFORTS: Final[tuple[Effort, ...]] = get_args(Effort)

Key = TypeVar("Key", bound=Hashable)


class Engine(Closing, ABC):
    """Gives opinions on positions; leaves the games unchanged.

    >>> from tengen import Game
    >>> game, engine = Game("chinese", board="3x3"), Own()
    >>> isinstance(engine, Engine), engine.why_not(game), engine.budget("look")
    (True, '', Budget(simulations=2000, seconds=None))
    >>> engine.judge(game, Budget(simulations=20)).candidates[0].move
    'B2'
    """

    @property
    @abstractmethod
    def name(self) -> str:
        """The source of the opinions, as in `Analysis.by`."""

    @property
    def identity(self) -> str:
        """Everything that its opinions depend on besides position and budget: versions, files and settings."""
        return self.name

    @property
    def preferred(self) -> Engine:
        """The preferred engine, if several stand in for each other."""
        return self

    @property
    def at_once(self) -> int:
        """The number of positions that it searches at once."""
        return 1

    @property
    def silence(self) -> float:
        """Seconds since its program's last output, while it has a query that it answers step by step."""
        return 0.0

    @abstractmethod
    def why_not(self, game: Game) -> str:
        """Return why the engine cannot judge a game, as words after its name, or ""."""

    @abstractmethod
    def budget(self, effort: Effort) -> Budget:
        """Return the engine's budget for an effort."""

    @abstractmethod
    def analyse(self, game: Game, budget: Budget | None = None, interval: float | None = None) -> Iterator[Analysis]:
        """Yield interim results every ``interval`` seconds (None: none), and the final result last.

        Without a budget the position gets a "look". Closing the iterator ends the search.

        Raises:
            TengenError: the game is over, or the engine cannot judge it. ProgramError: the engine's program failed.
        """

    @abstractmethod
    def analyse_all(self, games: Mapping[Key, Game], budget: Budget | None = None) -> Iterator[tuple[Key, Analysis]]:
        """Yield the final result for every position by its key, as soon as it is ready; errors as for `analyse`."""

    def judge(self, game: Game, budget: Budget | None = None) -> Analysis:
        """Return the final result for one position; errors as for `analyse`."""
        *_, found = self.analyse(game, budget)
        return found

    def start(self) -> None:
        """Start the engine's program if it is not running; ProgramError if it fails."""


class Relay(Engine):
    """Uses ``first``, or ``then`` for games that it does not support or if its program fails.

    ``tell`` gets each reason for the second engine once; its opinions have it as ``note``, too. A budget for the
    first is not passed to the second, whose playouts differ in worth: it spends its own budget of the same effort.
    Seconds are the same for both.

    >>> engine = Relay(Own(threads=2), Own())
    >>> engine.name, engine.preferred is engine.first
    ('Tengen', True)
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
        """Yield interim results and the final one; if the first engine fails midway, the second starts over."""
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
        """Yield the final result for every position, those of the first engine first."""
        reasons = {key: self._why_not(game) for key, game in games.items()}
        left = {key: game for key, game in games.items() if not reasons[key]}
        failure = ""
        try:
            for key, found in self.first.analyse_all({**left}, budget):
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
        """Return the second engine's budget in place of one for the first."""
        if budget is None or budget.simulations is None:
            return budget
        wanted = budget.simulations
        same = min(EFFORTS, key=lambda effort: abs((self.first.budget(effort).simulations or 0) - wanted))
        return replace(self.then.budget(same), seconds=budget.seconds)


def _with(found: Analysis, why: str) -> Analysis:
    return replace(found, note=why) if why else found


_SIMULATIONS: Final[dict[Effort, int]] = {"glance": 150, "look": 2_000, "study": 4_000}


class Own(Engine):
    """Tengen's own search; ``make`` makes a player for each position."""

    def __init__(self, make: Callable[[], Analyst] | None = None, *, threads: int = 1) -> None:
        self._make = make or (lambda: MCTS(threads=threads))

    @property
    def name(self) -> str:
        return OWN

    @property
    def identity(self) -> str:
        """Name and version, and the kind of its win rates, since saved looks may be of an earlier engine."""
        return f"{OWN} {version(DISTRIBUTION)} calibrated, with a network that judges"

    def why_not(self, game: Game) -> str:
        """Return "": it supports every game on every board."""
        return ""

    def budget(self, effort: Effort) -> Budget:
        return Budget(simulations=_SIMULATIONS[effort])

    def analyse(self, game: Game, budget: Budget | None = None, interval: float | None = None) -> Iterator[Analysis]:
        return self._make().analyse(game, budget or self.budget("look"), interval)

    def analyse_all(self, games: Mapping[Key, Game], budget: Budget | None = None) -> Iterator[tuple[Key, Analysis]]:
        for key, game in games.items():
            yield key, self.judge(game, budget)


_MOMENT: Final = 0.1
"""Seconds in which no engine finds anything more."""
_KNOWN: Final = 10
"""Visits from which an engine's look may decide that a game is lost: each is worth many playouts."""


class Consulted:
    """Plays an engine's favourite move; without a budget it takes as long as the engine's "look".

    With ``resigns`` it resigns a game that the engine finds lost at several turns in a row (`players.resigning`).

    >>> from tengen import Game
    >>> player, game = Consulted(Own(), budget=Budget(simulations=20)), Game("chinese", board="3x3")
    >>> player.choose(game), player.found(game).visits
    (Place(point=4), 20)
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
        """The player's name."""
        return self._given_name or self.engine.name

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        """Return the engine's favourite legal move, from the last analysis if that is worth the budget."""
        found = self.found(game)
        if found is None or not _is_worth(found, budget):
            *_, found = self.analyse(game, budget)
        if self.resigns and self._prospects.note(game, found.win_rate, found.visits, found.ownership.values()):
            return Resign
        return favourite(game, found) or next(iter(game.legal_moves()), Resign)

    def analyse(
        self, game: Game, budget: Budget | None = None, interval: float | None = None, scope: Scope = WHOLE
    ) -> Iterator[Analysis]:
        """Yield results as `Analyst.analyse`, for all moves only."""
        if scope is not WHOLE:
            raise TengenError(f"{self.name} analyses whole positions only")
        for found in self.engine.analyse(game, budget or self.budget, interval):
            self._last = _identity(game), found
            yield found

    def found(self, game: Game) -> Analysis | None:
        """Return the last analysis, if it is for this position."""
        return self._last[1] if self._last is not None and self._last[0] == _identity(game) else None

    def close(self) -> None:
        """End the engine."""
        self.engine.close()


def favourite(game: Game, found: Analysis) -> Move | None:
    """Return the best legal candidate, or None."""
    moves = (game.read_move(each.move) for each in found.candidates)
    return next((move for move in moves if not game.why_not(move)), None)


def _is_worth(found: Analysis, budget: Budget | None) -> bool:
    """Return whether the analysis is worth at least a budget."""
    if budget is None:
        return False
    if budget.simulations is not None:
        return found.visits >= budget.simulations
    return (budget.seconds or 0) <= _MOMENT


def _identity(game: Game) -> tuple[object, ...]:
    return game.board, game.rules, game.start, game.resumptions, game.moves
