"""An opinion in KataGo's terms, as GTP's analyses and the analysis engine tell it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from ..boards import Board
from ..records import Colour
from .calibration import calibrated, share_of

_SURE: Final = 1.96
"""Standard errors to either side that hold a value in 95 % of all cases."""


def lower_bound(win_rate: float, visits: int) -> float:
    """Return the least that a chance is, by the number of visits.

    That is what the least share of won simulations is worth, by the normal approximation. A network or another
    engine may give a chance beyond what any share is worth; the bound is then the chance itself.
    """
    share = share_of(win_rate)
    error = _SURE * math.sqrt(share * (1 - share) / max(1, visits))
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
