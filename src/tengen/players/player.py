"""The base of every player: budgets, choices and analyses; and the random player."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from ..game import Game
from ..records import Colour, Content, Move, Pass, Place, Resign, Return, TengenError
from ..records.display import mime_bundle
from .scope import WHOLE, Scope

OWN: Final = "Tengen"
"""The source of Tengen's own opinions."""


def check_whole(name: str, value: object, least: int, most: int) -> None:
    """Raise TengenError unless a setting is an integer within bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise TengenError(f"{name} must be a whole number from {least} to {most}, not {value!r}")


@dataclass(frozen=True)
class Budget:
    """A limit on thinking: simulations, seconds, or both, whichever is reached first.

    The search for a move may end sooner, once the rest cannot make another move the most visited.

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


@dataclass(frozen=True)
class Spread:
    """The mean and spread of the ends of games.

    ``ownership`` is as in `Analysis`, ``ownership_spread`` its standard deviation for every point (0 to 1), and
    ``lead_spread`` that of Black's points minus White's.
    """

    ownership: Mapping[str, float]
    ownership_spread: Mapping[str, float]
    lead_spread: float


@dataclass(frozen=True)
class Candidate:
    """A candidate move.

    ``win_rate`` (0 to 1) is that of the side to move after making it, ``lead`` Black's expected points minus White's
    and komi, ``prior`` its prior probability, ``variation`` the expected moves from it on, itself first, as text, and
    ``variation_visits`` their visits. In a detailed analysis (`Scope`), ``apart`` is the spread after this move alone.
    ``win_rate_error`` and ``lead_error`` are standard errors, 0 if the engine states none.
    """

    move: str
    visits: int
    win_rate: float
    lead: float
    prior: float
    variation: tuple[str, ...]
    variation_visits: tuple[int, ...] = ()
    apart: Spread | None = None
    win_rate_error: float = 0.0
    lead_error: float = 0.0


@dataclass(frozen=True)
class Analysis:
    """The candidates, best first, and the evaluation of the position.

    ``win_rate`` is that of the side to move, ``lead`` Black's expected points minus White's and komi, ``ownership`` the
    likely owner of every point by its label, from 1 (Black) to -1 (White), ``visits`` the number of all simulations in
    the tree. ``spread`` is the spread of the results, if the analysis is detailed. ``by`` names the source, and
    ``note`` adds remarks on it, such as why it is not the requested engine. ``win_rate_error`` and ``lead_error`` are
    as in `Candidate`.

    >>> from tengen.players import MCTS
    >>> player: Analyst = MCTS(seed=1)
    >>> [*_, found] = player.analyse(Game("chinese", board="3x3"), Budget(simulations=100))
    >>> best: Candidate = found.candidates[0]
    >>> isinstance(found, Analysis), best.move, best.variation[0], found.visits, len(found.ownership)
    (True, 'B2', 'B2', 100, 9)
    """

    candidates: tuple[Candidate, ...]
    win_rate: float
    lead: float
    ownership: Mapping[str, float]
    visits: int
    spread: Spread | None = None
    by: str = OWN
    note: str = ""
    win_rate_error: float = 0.0
    lead_error: float = 0.0
    _repr_mimebundle_ = mime_bundle


class Player(Protocol):
    """Chooses moves, and leaves the game unchanged.

    >>> player: Player = Random(seed=1)
    >>> player.name
    'Random'
    """

    @property
    def name(self) -> str:
        """The player's name in records and on the screen."""

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        """Return a legal move for the side to move, or a resignation; a budget of None is the player's own.

        Raises:
            TengenError: the game is over.
        """


class Analyst(Player, Protocol):
    """A player that can analyse positions."""

    def analyse(
        self, game: Game, budget: Budget | None = None, interval: float | None = None, scope: Scope = WHOLE
    ) -> Iterator[Analysis]:
        """Yield interim results every ``interval`` seconds (None: none), and the final result last.

        ``scope`` selects the moves to search. Closing the iterator ends the search.
        """


def within(own: Budget | None, given: float) -> Budget:
    """Return the budget of a move: a player's own, within the seconds of its clock.

    >>> within(Budget(500), 2)
    Budget(simulations=500, seconds=2)
    """
    if own is None:
        return Budget(seconds=given)
    return Budget(own.simulations, given if own.seconds is None else min(given, own.seconds))


def between_looks(interval: float, seconds: float | None, now: Callable[[], float]) -> Iterator[float]:
    """Yield the seconds of search before each check, until its ``seconds`` are over.

    There is at least one look, even if the search starts late. ``now`` measures seconds.

    >>> times = iter([10.0, 10.4, 10.9, 11.1])
    >>> list(between_looks(0.5, 1.0, lambda: next(times))) == [0.5, 0.5, 11.0 - 10.9]
    True
    """
    end = None if seconds is None else now() + seconds
    left = interval if seconds is None else min(interval, seconds)
    while left > 0:
        yield left
        if end is not None:
            left = min(interval, end - now())


def until_decided(looks: Iterator[Analysis], budget: Budget | None, now: Callable[[], float]) -> Iterator[Analysis]:
    """Yield checks of the search for a move, until the time left by ``now`` cannot change the most visited move."""
    if budget is None or budget.seconds is None:
        yield from looks
        return
    end = now() + budget.seconds
    first: tuple[float, int] | None = None
    for found in looks:
        yield found
        moment = now()
        first = first or (moment, found.visits)
        rate = (found.visits - first[1]) / max(moment - first[0], 1e-6) or float("inf")
        foremost = sorted(each.visits for each in found.candidates)[-2:]
        ahead = foremost[-1] - foremost[0] if foremost else 0  # lead of the most visited move
        if moment >= end or ahead > rate * (end - moment):
            return


class Random:
    """Plays a uniformly random stone that does not fill an own one-point eye, or else passes.

    Without passing it fills eyes, then returns prisoners, then places Tao stones, and resigns if nothing is left. These
    are the moves of `kernel.playouts`. The same seed gives the same moves.

    >>> from tengen import Game
    >>> game = Game("chinese", board="1x1")
    >>> Random(seed=1).choose(game)
    Pass
    """

    name = "Random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        """Return a random legal move; see `Player.choose`."""
        if game.outcome is not None:
            raise TengenError("the game is over; there is no move to choose")
        legal = list(game.legal_moves())
        stones, own = game.stones, game.to_play
        places = [move for move in legal if isinstance(move, Place)]
        open_places = [move for move in places if not _is_own_eye(game, stones, own, move.point)]
        if open_places:
            return self._random.choice(open_places)
        if Pass in legal:
            return Pass
        left: list[Move] = [*places] or ([Return] if Return in legal else legal)
        return self._random.choice(left) if left else Resign


def _is_own_eye(game: Game, stones: Mapping[str, Content], own: Colour, point: int) -> bool:
    """Return whether a point is a one-point eye: it has neighbours, all with stones of the colour (spec 1.18)."""
    board = game.board
    near = board.neighbours[point]
    return bool(near) and all(stones.get(board.labels[other]) == own for other in near)
