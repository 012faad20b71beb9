"""The measures of a network, and what its numbers mean."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..records import TengenError
from .graph import RELATIONS

MIXED: Final = ("point", *RELATIONS, "lines", "group")
"""Whose numbers a block mixes into those of a point, each by a matrix of its own.

The point itself, sums over the relations, on square grids the larger of the sums over row and column, and the mean over
the point's group (see `inputs.Observation`).
"""
POINT, FIRST_RELATION, LINES, GROUP = 0, 1, len(MIXED) - 2, len(MIXED) - 1
RESULTS: Final = ("win", "no result", "loss")
"""The results that a network tells apart, as the side to move sees them; a draw is half a win and half a loss."""
BINS: Final = 33
"""The number of margins among which a network spreads its expectation."""
WIDEST: Final = 4.0
"""The inverse hyperbolic sine of the largest margin over the square root of the number of points."""
EPSILON: Final = 1e-6
"""Added to mean squares before numbers are divided by their roots."""


@dataclass(frozen=True)
class Sizes:
    """How wide and deep a network is: numbers of a point, of the heads' hidden layers, of the rules; and blocks."""

    width: int = 64
    blocks: int = 6
    heads: int = 32
    rules: int = 64

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if not isinstance(value, int) or not 1 <= value <= 4096:
                raise TengenError(f"{name} must be a whole number from 1 to 4096, not {value!r}")


@lru_cache(maxsize=256)
def margins(points: int) -> NDArray[np.float64]:
    """Return the margins of the bins on a board with a number of points, as the side to move sees them; read-only."""
    bins: NDArray[np.float64] = np.sinh(np.linspace(-WIDEST, WIDEST, BINS)) * np.sqrt(points)
    bins.flags.writeable = False
    return bins


def spread(margin: NDArray[np.float64], points: int) -> NDArray[np.float32]:
    """Return margins (B,) as shares of the two bins around each, so that their mean is the margin (B, BINS).

    >>> shares = spread(np.array([7.5]), 81)
    >>> round(float((shares * margins(81)).sum()), 3)
    7.5
    """
    bins = margins(points)
    clipped = np.clip(margin, bins[0], bins[-1])
    low = np.clip(np.searchsorted(bins, clipped, side="right") - 1, 0, BINS - 2)
    share = (clipped - bins[low]) / (bins[low + 1] - bins[low])
    found = np.zeros((len(margin), BINS), np.float32)
    rows = np.arange(len(margin))
    found[rows, low], found[rows, low + 1] = 1 - share, share
    return found
