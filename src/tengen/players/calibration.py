"""What a share of won simulations is worth: how often the side in question really wins from there.

A search by playouts is too timid, and at the ends too sure: of the positions in which 70 % of its simulations were won,
some 80 % are. `benchmarks.calibration` measures that, and `docs/strength.md` has the figures.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

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
