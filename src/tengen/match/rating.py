"""Statistics of a match: win rate and Elo with intervals, superiority, and a sequential test."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

Z: Final = 1.959964
"""Standard deviations to either side for 95 % of a normal distribution."""

Verdict = Literal["better", "not better"]


def elo_of(rate: float) -> float:
    """Return the Elo difference of a win rate; infinite for 0 and 1.

    >>> round(elo_of(0.75)), elo_of(0.5), elo_of(1.0)
    (191, 0.0, inf)
    """
    if not 0 < rate < 1:
        return math.copysign(math.inf, rate - 0.5)
    return 400 * math.log10(rate / (1 - rate)) + 0.0


def rate_of(elo: float) -> float:
    """Return the expected win rate for an Elo difference.

    >>> round(rate_of(191), 2)
    0.75
    """
    return 1 / (1 + math.pow(10, -elo / 400))


def wilson(points: float, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of the win rate (Wilson 1927).

    Draws count half. They, and openings played with both colours, make the true interval narrower.

    >>> tuple(round(end, 2) for end in wilson(10, 10)), wilson(0, 0)
    ((0.72, 1.0), (0.0, 1.0))
    """
    if not games:
        return 0.0, 1.0
    rate, weight = points / games, Z * Z / games
    middle = (rate + weight / 2) / (1 + weight)
    half = Z * math.sqrt(rate * (1 - rate) / games + weight / games / 4) / (1 + weight)
    return middle - half if points else 0.0, middle + half if points < games else 1.0


def superiority(wins: int, losses: int) -> float:
    """Return the probability that the first player is stronger, with a uniform prior.

    That is the mass above one half of a Beta(wins + 1, losses + 1) distribution; draws are ignored.

    >>> superiority(5, 5), round(superiority(8, 2), 3)
    (0.5, 0.967)
    """
    games = wins + losses + 1
    return sum(math.comb(games, k) for k in range(wins + 1)) / (1 << games)


@dataclass(frozen=True)
class Sprt:
    """A sequential test of "elo0 better" against "elo1 better", which stops when the results decide.

    The generalised sequential probability ratio test over pairs of games with one opening and exchanged colours, as
    used for chess engines: M. Van den Bergh, The Generalized Sequential Probability Ratio Test for Fishtest (2020).
    ``alpha`` and ``beta`` are the error probabilities.

    >>> test = Sprt(0, 50)
    >>> test.verdict({1.0: 30, 0.75: 20, 0.5: 10, 0.25: 2})
    'better'
    >>> test.verdict({0.5: 4}) is None
    True
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test stops: not better below the first, better above the second."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Mapping[float, int]) -> float:
        """Return the log-likelihood ratio of results, given as the count of each score from 0 to 1."""
        if not sum(counts.values()):
            return 0.0
        scores = sorted({0.0, 0.25, 0.5, 0.75, 1.0, *counts})
        weights = [max(float(counts.get(score, 0)), 1e-3) for score in scores]
        first, second = (_likelihood(scores, weights, rate_of(elo)) for elo in (self.elo0, self.elo1))
        return second - first

    def verdict(self, counts: Mapping[float, int]) -> Verdict | None:
        """Return the verdict, or None if the test must continue."""
        low, high = self.bounds
        ratio = self.ratio(counts)
        return "better" if ratio >= high else "not better" if ratio <= low else None


def _likelihood(scores: Sequence[float], weights: Sequence[float], mean: float) -> float:
    """Return the largest log-likelihood of weighted scores among the distributions with this mean.

    That distribution is p / (1 + t (score - mean)) with the observed p; t is found by bisection.
    """
    total = sum(weights)
    low, high = -1 / (scores[-1] - mean), 1 / (mean - scores[0])
    for _ in range(60):
        t = (low + high) / 2
        pull = sum(w * (s - mean) / (1 + t * (s - mean)) for s, w in zip(scores, weights))
        low, high = (t, high) if pull > 0 else (low, t)
    return sum(w * math.log(w / total / (1 + t * (s - mean))) for s, w in zip(scores, weights))
