"""The reliability of opinions: how many positions predicted at 70 % were won, and the correction.

Everything here is arithmetic on judged games; docs/lab/strength.md says what the figures mean.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tengen.match.rating import wilson

from .judged_games import JudgedGame

BINS: Final = 10
"""Classes of chances, of equal width."""

_LEAST: Final = 0.002
"""Chances are kept at least this far from 0 and 1, where the logarithm diverges."""
_RESAMPLED: Final = 400
"""The number of bootstrap samples for an interval."""


@dataclass(frozen=True)
class Bin:
    """The positions whose predicted chances lie within a class.

    ``called`` is the mean prediction, ``won`` the mean result, ``low`` and ``high`` the ends of its 95 % interval, as
    if there were one position in every game; ``games`` is the number of their games.
    """

    called: float
    won: float
    low: float
    high: float
    positions: int
    games: int


def bins(games: Iterable[JudgedGame], scale: float = 1.0, count: int = BINS) -> list[Bin]:
    """Return the classes that have positions, from the lowest chance on, after a correction (`corrected`).

    Positions of one game have one result, so the interval counts games: a position is weighted by one over the number
    of its game's positions in the class.

    >>> one = JudgedGame(1, "black", "score", (0.75, 0.25, 0.75), "bwb", ())
    >>> [(each.called, each.won, each.positions) for each in bins([one])]
    [(0.25, 0.0, 1), (0.75, 1.0, 2)]
    """
    rows = [
        (corrected(opinion, scale), result, game.number)
        for game in games
        for opinion, result in zip(game.opinions, game.results, strict=True)
    ]
    found = []
    for place in range(count):
        inside = [row for row in rows if min(count - 1, int(row[0] * count)) == place]
        if inside:
            of = len({number for *_, number in inside})
            called, won = (sum(row[k] for row in inside) / len(inside) for k in (0, 1))
            found.append(Bin(called, won, *wilson(won * of, of), len(inside), of))
    return found


def error(games: Iterable[JudgedGame], scale: float = 1.0) -> float:
    """Return the expected calibration error: the distance of classes from the diagonal, weighted by positions.

    That is the ECE of Naeini, Cooper and Hauskrecht, *Obtaining well calibrated probabilities using Bayesian binning*
    (2015), with ten classes of equal width.
    """
    found = bins(games, scale)
    total = sum(each.positions for each in found)
    return sum(each.positions * abs(each.called - each.won) for each in found) / total if total else 0.0


def loss(games: Iterable[JudgedGame], scale: float = 1.0) -> float:
    """Return the mean logarithmic loss of opinions: less is better, and 0.69 is that of guessing."""
    chances, results = _arrays(games)
    return _loss(chances, results, scale)


def corrected(chance: float, scale: float) -> float:
    """Return a chance whose distance from one half, in log odds, is ``scale`` times as far.

    >>> corrected(0.7, 1.0), round(corrected(0.7, 2.0), 3), corrected(0.5, 3.0), corrected(1.0, 0.5)
    (0.7, 0.845, 0.5, 1.0)
    """
    if scale == 1 or not 0 < chance < 1:
        return chance
    return 1 / (1 + math.pow((1 - chance) / chance, scale))


def fit(games: Sequence[JudgedGame]) -> float:
    """Return the scale of log odds under which the results are likeliest: above 1 the opinions were too timid."""
    chances, results = _arrays(games)
    return _fit(chances, results)


def fit_interval(games: Sequence[JudgedGame], seed: int = 0) -> tuple[float, float]:
    """Return the 95 % interval of the scale, by resampling whole games (bootstrap)."""
    chance = np.random.default_rng(seed)
    each = [_arrays([game]) for game in games]
    found = []
    for _ in range(_RESAMPLED):
        drawn = [each[place] for place in chance.integers(len(each), size=len(each))]
        found.append(_fit(np.concatenate([one for one, _ in drawn]), np.concatenate([one for _, one in drawn])))
    low, high = np.quantile(found, (0.025, 0.975))
    return float(low), float(high)


def _arrays(games: Iterable[JudgedGame]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the log odds of all opinions, and their results."""
    rows = [pair for game in games for pair in zip(game.opinions, game.results, strict=True)]
    chances, results = np.array(rows, np.float64).reshape(-1, 2).T
    clipped = np.clip(chances, _LEAST, 1 - _LEAST)
    return np.log(clipped / (1 - clipped)), results


def _loss(odds: NDArray[np.float64], results: NDArray[np.float64], scale: float) -> float:
    return float(np.mean(np.logaddexp(0, scale * odds) - results * scale * odds)) if len(odds) else 0.0


def _fit(odds: NDArray[np.float64], results: NDArray[np.float64]) -> float:
    """Find the least loss, which is convex in the scale, by bisecting on the sign of its slope."""
    low, high = 0.05, 20.0
    for _ in range(50):
        scale = math.sqrt(low * high)
        slope = float(np.sum(odds * (1 / (1 + np.exp(-scale * odds)) - results)))
        low, high = (scale, high) if slope < 0 else (low, scale)
    return math.sqrt(low * high)
