"""What a share of won simulations is worth: how often the side really wins from there; and that in KataGo's terms.

A search by playouts is too timid, and at the ends too sure: of the positions in which 70 % of its simulations were won,
some 80 % are. `benchmarks.calibration` measures that, and `docs/lab/strength.md` has the figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log, sqrt
from typing import Final

from ..boards import Board
from ..records import Colour

_SCALE: Final = 1.6
"""By which the log odds of the simulations are multiplied: near the least that fits a game, Tile Go apart."""
_LAPSES: Final = 0.01
"""How often what every simulation says comes otherwise."""


def calibrated(share: float) -> float:
    """Return the chance to win, given the share of simulations that were won; both from 0 to 1.

    >>> [round(calibrated(share), 2) for share in (0, 0.1, 0.4, 0.5, 0.7, 1)]
    [0.01, 0.04, 0.35, 0.5, 0.79, 0.99]
    """
    return _LAPSES + (1 - 2 * _LAPSES) * _sharpened(share, _SCALE)


def share_of(chance: float) -> float:
    """Return the share of won simulations that a chance stands for, the inverse of `calibrated`.

    >>> round(share_of(calibrated(0.7)), 6)
    0.7
    """
    return _sharpened((chance - _LAPSES) / (1 - 2 * _LAPSES), 1 / _SCALE)


def _sharpened(part: float, scale: float) -> float:
    """Return a number from 0 to 1 whose log odds are multiplied; what lies beyond these is taken for them."""
    if not 0 < part < 1:
        return min(max(part, 0.0), 1.0)
    return 1 / (1 + exp(-scale * log(part / (1 - part))))


def standard_error(deviation: float, visits: int) -> float:
    """Return the standard error of a mean over a tree's simulations, whose standard deviation is given."""
    return deviation * sqrt(1 / max(1, visits) + 1 / _DIFFERENT)


def chance_error(share: float, error: float) -> float:
    """Return the standard error of `calibrated`, given that of the share."""
    return (calibrated(min(1.0, share + error)) - calibrated(max(0.0, share - error))) / 2


_DIFFERENT: Final = 2_000
"""Visits at which the variance is twice that of independent games: measured at 25 to 2,000 (docs/lab/strength.md)."""

_SURE: Final = 1.96
"""Standard errors to either side that hold a value in 95 % of all cases."""


def lower_bound(win_rate: float, visits: int) -> float:
    """Return the least that a chance is, by the number of visits.

    That is what the least share of won simulations is worth, by the normal approximation. A network or another
    engine may give a chance beyond what any share is worth; the bound is then the chance itself.
    """
    share = share_of(win_rate)
    error = _SURE * standard_error(sqrt(share * (1 - share)), visits)
    return min(win_rate, calibrated(max(0.0, share - error)))


def terms(win_rate: float, lead: float, visits: int, mover: Colour, seen_by: Colour) -> dict[str, float]:
    """Return KataGo's terms by their names, as one side sees them.

    ``win_rate`` is the chance of ``mover``, whose lower bound ``lcb`` is from either side; ``lead`` is Black's.

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
    """Return Black's lead as one side sees it."""
    return lead if seen_by == "black" else -lead


def in_rows(of_points: Mapping[str, float], board: Board) -> list[float]:
    """Return what is known of points row by row from the upper left, 0 where there is none; else in their own order."""
    points = [point for row in board.rows for point in row] or range(len(board))
    return [of_points[board.labels[point]] if point >= 0 else 0.0 for point in points]
