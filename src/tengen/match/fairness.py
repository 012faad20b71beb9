"""Figures of a game from self-play: advantage, fair komi, length, choice, rare events.

Everything here is arithmetic on finished games; docs/lab/balance.md explains the figures.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..game.scoring import komi_sign
from ..records import Colour
from ..rules import REPETITIONS, Rules
from .rating import Z, wilson

_STEPS, _WIDTHS = 401, 25
"""The numbers of centres and slopes of the logistic curve that are weighed."""

ROUND: Final = 12
"""Games per round; the games of a round are played at komis chosen before it."""

CYCLES: Final = ("no_result", "draw_by_cycle")

EVENTS: Final[Mapping[str, str]] = {
    "kos": "repetition forbids a stone",
    "captures": "stones captured",
    "incursions": "incursions",
    "tiles": "tiles laid",
    "taos": "Tao stones placed",
    "returns": "prisoners returned",
}
"""The events counted in every game besides its length, with their names."""


@dataclass(frozen=True)
class SelfGame:
    """A game of self-play, and the counts in it.

    ``komi`` is that of the game; ``margin`` is Black's score minus White's without komi, None if the score did not
    decide; ``how`` is the word of `Outcome`, or "cut". ``opening`` is a fixed first move, or "". ``choices`` are the
    legal moves at every turn, ``kos`` the turns at which only repetition forbade a stone.
    """

    number: int
    komi: float
    winner: Colour | None
    margin: float | None
    how: str
    opening: str
    moves: tuple[str, ...]
    choices: tuple[int, ...]
    kos: int = 0
    captures: int = 0
    incursions: int = 0
    tiles: int = 0
    taos: int = 0
    returns: int = 0

    @property
    def points(self) -> float:
        """Black's result: 1, 0.5 or 0."""
        return 0.5 if self.winner is None else float(self.winner == "black")


class MeasuredValue(NamedTuple):
    """A value with its 95 % confidence interval, and the number of games it is from."""

    value: float
    low: float
    high: float
    games: int

    @property
    def opposite(self) -> MeasuredValue:
        """The other player's share."""
        return MeasuredValue(1 - self.value, 1 - self.high, 1 - self.low, self.games)


def share_of(points: float, games: int) -> MeasuredValue:
    """Return a share with Wilson's interval; a draw counts as half.

    >>> share_of(5, 10).value, round(share_of(5, 10).low, 2)
    (0.5, 0.24)
    """
    return MeasuredValue(points / games if games else 0.5, *wilson(points, games), games)


def mean_of(values: Sequence[float]) -> MeasuredValue:
    """Return a mean with Student's interval, which is infinite for a single value.

    >>> mean_of([1, 2, 3]).value, round(mean_of([1, 2, 3]).high, 1)
    (2.0, 4.5)
    """
    count = len(values)
    mean = math.fsum(values) / count
    if count < 2:
        return MeasuredValue(mean, -math.inf, math.inf, count)
    error = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (count - 1) / count)
    half = _student(count - 1) * error
    return MeasuredValue(mean, mean - half, mean + half, count)


def _student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's distribution: exact up to two degrees of freedom, then by a series.

    The series is that of Abramowitz and Stegun, 26.7.5; its error is less than 1 % from three degrees of freedom.
    """
    if freedom < 3:
        return 12.706205 if freedom == 1 else 4.302653
    z, n = Z, freedom
    terms = (
        (z**3 + z) / 4 / n,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96 / n**2,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384 / n**3,
    )
    return z + sum(terms)


# -- fair komi ---------------------------------------------------------------------------------------------------------


class KomiCurve:
    """Black's win rate by komi: a logistic curve, weighed over all its centres and slopes.

    The probability that Black wins at komi k is 1 / (1 + exp((k - fair) / spread)). The prior is uniform over fair
    komis from ``-points - 1`` to ``points + 1``, and over the logarithms of spreads from 0.3 to half the board. With a
    ``sign`` of -1 the win rate rises. A draw counts as half a win and half a loss. Unlike a maximum-likelihood fit,
    this has an interval even if Black won at all low komis and lost at all high ones, as often happens with few games.

    >>> curve = KomiCurve(49, [(0.5, 1.0)] * 6 + [(20.5, 0.0)] * 6)
    >>> 0 < curve.fair.low < curve.fair.value < curve.fair.high < 20.5
    True
    """

    def __init__(self, points: int, results: Iterable[tuple[float, float]], sign: int = 1) -> None:
        self.points: Final = points
        self.sign: Final = sign
        self.results: Final = tuple(results)
        self.centres: Final = np.linspace(-points - 1, points + 1, _STEPS)
        self.spreads: Final = np.geomspace(0.3, max(1.0, points / 2), _WIDTHS)
        likelihood = np.zeros((_STEPS, _WIDTHS))
        for komi, score in self.results:
            steep = sign * (komi - self.centres[:, None]) / self.spreads[None, :]
            likelihood -= score * np.logaddexp(0, steep) + (1 - score) * np.logaddexp(0, -steep)
        weights = np.exp(likelihood - likelihood.max())
        self._weights: NDArray[np.float64] = weights / weights.sum()

    def quantiles(self, shares: Sequence[float]) -> list[float]:
        """Return the komis below which the fair one lies with these probabilities."""
        weights = self._weights.sum(axis=1)
        summed = np.cumsum(weights) - weights / 2  # a centre represents an interval around it
        return [float(each) for each in np.interp(shares, summed, self.centres)]

    @property
    def fair(self) -> MeasuredValue:
        """The fair komi: the median, and the middle 95 %."""
        low, middle, high = self.quantiles((0.025, 0.5, 0.975))
        return MeasuredValue(middle, low, high, len(self.results))

    def chance(self, komi: float) -> MeasuredValue:
        """Return Black's win rate at a komi: the mean, and the middle 95 %."""
        chances = 1 / (1 + np.exp(np.clip(self.sign * (komi - self.centres[:, None]) / self.spreads[None, :], -60, 60)))
        flat, weights = chances.ravel(), self._weights.ravel()
        order = np.argsort(flat)
        summed = np.cumsum(weights[order])
        low, high = (float(flat[order][min(int(np.searchsorted(summed, at)), flat.size - 1)]) for at in (0.025, 0.975))
        return MeasuredValue(float((flat * weights).sum()), low, high, len(self.results))

    def next_komis(self, count: int) -> list[float]:
        """Return the komis at which further games are most informative: quantiles in halves, in mixed order.

        This bisects the interval, several games at a time.
        """
        shares = [(2 * number + 1) / (2 * count) for number in range(count)]
        halves = [math.floor(komi) + 0.5 for komi in self.quantiles(shares)]
        stride = next(step for step in range(max(1, int(count * 0.618)), 2 * count) if math.gcd(step, count) == 1)
        return [halves[number * stride % count] for number in range(count)]


# -- all figures -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Balance:
    """The figures of a game on a board of ``points`` points, from self-play.

    ``swap`` is the first move judged fairest, or "" if none was tried.
    """

    rules: Rules
    points: int
    games: tuple[SelfGame, ...]
    swap: str = ""

    @property
    def has_komi(self) -> bool:
        """Return whether the score decides, so that komi can make the game fair."""
        return self.rules.ends_by_passes

    @cached_property
    def as_ruled(self) -> tuple[SelfGame, ...]:
        """The games at the rules' own komi without a fixed first move."""
        return tuple(game for game in self.games if game.komi == self.rules.komi and not game.opening)

    @cached_property
    def first(self) -> MeasuredValue:
        """Black's share of points in those games."""
        return share_of(sum(game.points for game in self.as_ruled), len(self.as_ruled))

    @cached_property
    def curve(self) -> KomiCurve:
        """Black's win rate by komi."""
        results = ((game.komi, game.points) for game in self.games)
        return KomiCurve(self.points, results, komi_sign(self.rules))

    @cached_property
    def swapped(self) -> MeasuredValue | None:
        """Black's share of points after the fairest first move, or None without such games."""
        games = [game for game in self.games if game.opening]
        return share_of(sum(game.points for game in games), len(games)) if games else None

    @cached_property
    def margin(self) -> MeasuredValue | None:
        """Black's mean lead without komi, in games at komis that may be fair; None with fewer than two games."""
        fair = self.curve.fair
        leads = [
            game.margin for game in self.games if game.margin is not None and fair.low - 1 <= game.komi <= fair.high + 1
        ]
        return mean_of(leads) if len(leads) > 1 else None

    @cached_property
    def draws(self) -> MeasuredValue:
        """The share of draws among the games at the rules' own komi; cut games do not count."""
        drawn = sum(game.winner is None and game.how != "cut" for game in self.as_ruled)
        return share_of(drawn, len(self.as_ruled))

    def ended(self, *hows: str) -> MeasuredValue:
        """Return the share of games that ended in one of these ways."""
        return share_of(sum(game.how in hows for game in self.games), len(self.games))

    @cached_property
    def length(self) -> MeasuredValue:
        """Moves per game."""
        return mean_of([len(game.moves) for game in self.games])

    @cached_property
    def branching(self) -> MeasuredValue:
        """Legal moves per turn: the mean over games of each game's mean."""
        return mean_of([sum(game.choices) / len(game.choices) for game in self.games if game.choices] or [0.0])

    @cached_property
    def different(self) -> int:
        """The number of distinct games."""
        return len({game.moves for game in self.games})

    @property
    def events(self) -> list[str]:
        """The events that these rules allow."""
        rules, known = self.rules, ["captures"]
        known += ["kos"] if REPETITIONS[rules.repetition].bars else []
        known += ["incursions", "tiles"] if rules.tiles != "none" else []
        known += ["taos"] if rules.tao == "on" else []
        known += ["returns"] if rules.may_return else []
        return [name for name in EVENTS if name in known]

    def games_with(self, event: str) -> MeasuredValue:
        """Return the share of games with an event."""
        return share_of(sum(getattr(game, event) > 0 for game in self.games), len(self.games))

    def times(self, event: str) -> MeasuredValue:
        """Return the mean number of an event per game."""
        found = mean_of([getattr(game, event) for game in self.games])
        return found._replace(low=max(0.0, found.low))

    def by_turn(self) -> list[tuple[int, float, float, float]]:
        """Return turn, mean, lowest and highest number of legal moves, while at least half of the games last."""
        found = []
        for turn in range(max((len(game.choices) for game in self.games), default=0)):
            counts = [game.choices[turn] for game in self.games if turn < len(game.choices)]
            if 2 * len(counts) < len(self.games):
                break
            found.append((turn + 1, sum(counts) / len(counts), float(min(counts)), float(max(counts))))
        return found

    def as_dict(self) -> dict[str, Any]:
        """Return the figures as plain data for JSON, each as value, low, high."""
        figures: dict[str, MeasuredValue | None] = {
            "first": self.first, "draws": self.draws, "length": self.length, "branching": self.branching,
            "cycles": self.ended(*CYCLES), "cut": self.ended("cut"), "swapped": self.swapped,
        }  # fmt: skip
        if self.has_komi:
            figures |= {"fair_komi": self.curve.fair, "margin": self.margin, "first_without_komi": self.curve.chance(0)}
        for name in self.events:
            figures |= {f"games_with_{name}": self.games_with(name), name: self.times(name)}
        return {
            "games": len(self.games),
            "ends": dict(Counter(game.how for game in self.games)),
            "swap": self.swap,
            **{name: each and [round(end, 4) if math.isfinite(end) else None for end in each[:3]]
               for name, each in figures.items()},
        }  # fmt: skip
