"""Win rates from shares of won playouts, and opinions in KataGo's terms.

A search by playouts is underconfident, except at the extremes: of the positions in which it won 70 % of its playouts,
about 80 % are won. `benchmarks.calibration` measures that; `docs/lab/strength.md` has the figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log, sqrt
from typing import Final

from ..boards import Board
from ..records import Colour

_SCALE: Final = 1.6
"""The factor on the log odds of the playouts: near the least that fits any game except Tile Go."""
_LAPSES: Final = 0.01
"""The rate at which a unanimous result of the playouts is wrong."""


def calibrated(share: float) -> float:
    """Return the win rate for the share of won playouts; both from 0 to 1.

    >>> [round(calibrated(share), 2) for share in (0, 0.1, 0.4, 0.5, 0.7, 1)]
    [0.01, 0.04, 0.35, 0.5, 0.79, 0.99]
    """
    return _LAPSES + (1 - 2 * _LAPSES) * _sharpened(share, _SCALE)


def share_of(chance: float) -> float:
    """Return the share of won playouts for a win rate, the inverse of `calibrated`.

    >>> round(share_of(calibrated(0.7)), 6)
    0.7
    """
    return _sharpened((chance - _LAPSES) / (1 - 2 * _LAPSES), 1 / _SCALE)


def _sharpened(part: float, scale: float) -> float:
    """Return a number from 0 to 1 with its log odds multiplied, clipped to that range."""
    if not 0 < part < 1:
        return min(max(part, 0.0), 1.0)
    return 1 / (1 + exp(-scale * log(part / (1 - part))))


def standard_error(deviation: float, visits: int) -> float:
    """Return the standard error of a mean over a tree's playouts, given their standard deviation."""
    return deviation * sqrt(1 / max(1, visits) + 1 / _DIFFERENT)


def chance_error(share: float, error: float) -> float:
    return (calibrated(min(1.0, share + error)) - calibrated(max(0.0, share - error))) / 2


_DIFFERENT: Final = 2_000
"""Visits at which the variance is twice that of independent games: measured at 25 to 2,000 (docs/lab/strength.md)."""

_SURE: Final = 1.96
"""Standard errors to either side for 95 % of all cases."""


def lower_bound(win_rate: float, visits: int) -> float:
    """Return the lower confidence bound of a win rate, by the number of visits.

    It is `calibrated` of the bound on the share of won playouts, in the normal approximation. A network or another
    engine may give a win rate above that of any share; the bound is then the win rate itself.
    """
    share = share_of(win_rate)
    error = _SURE * standard_error(sqrt(share * (1 - share)), visits)
    return min(win_rate, calibrated(max(0.0, share - error)))


def terms(win_rate: float, lead: float, visits: int, mover: Colour, seen_by: Colour) -> dict[str, float]:
    """Return an opinion under KataGo's field names, from one side's view.

    ``win_rate`` is the win rate of ``mover``, ``lcb`` its lower bound from the given side; ``lead`` is Black's.

    >>> terms(0.75, 2.5, 100, "white", "white")["scoreLead"], terms(0.75, 2.5, 100, "white", "black")["winrate"]
    (-2.5, 0.25)
    """
    lcb = lower_bound(win_rate, visits)
    if mover != seen_by:
        win_rate, lcb = 1 - win_rate, 1 - lcb
    lead = points_of(seen_by, lead)
    return {
        "utility": 2 * win_rate - 1,
        "winrate": win_rate,
        "scoreMean": lead,
        "scoreLead": lead,
        "lcb": lcb,
        "utilityLcb": 2 * lcb - 1,
    }


def points_of(seen_by: Colour, lead: float) -> float:
    return lead if seen_by == "black" else -lead


def in_rows(of_points: Mapping[str, float], board: Board) -> list[float]:
    """Return values of points row by row from the upper left, 0 off the board; without rows, in the points' order."""
    points = [point for row in board.rows for point in row] or range(len(board))
    return [of_points[board.labels[point]] if point >= 0 else 0.0 for point in points]
