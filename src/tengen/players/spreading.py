"""How far results differ, from sums of them and of their squares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .player import Spread

Numbers = NDArray[Any]


class Sums:
    """Sums over the ends of games that follow some moves: a row for every move.

    ``leads`` are the number of games, Black's leads, and their squares: (k, 3). ``owners`` are the owners of every
    point, and ``squares`` their squares: (k, n).
    """

    def __init__(self, leads: Numbers, owners: Numbers, squares: Numbers) -> None:
        self.leads = leads
        self.owners = owners
        self.squares = squares

    def add(self, rows: Sequence[int], leads: Numbers, owners: Numbers) -> None:
        """Add ends of games, each to its row."""
        np.add.at(self.leads, rows, np.stack([np.ones(len(leads)), leads, leads**2], axis=1))
        np.add.at(self.owners, rows, owners)
        np.add.at(self.squares, rows, owners**2)

    def of(self, rows: int | slice, labels: Sequence[str]) -> Spread:
        """Return what followed one of the moves, or several."""
        games, lead, lead_squares = np.atleast_2d(self.leads[rows]).sum(axis=0)
        owners = np.atleast_2d(self.owners[rows]).sum(axis=0) / max(games, 1)
        squares = np.atleast_2d(self.squares[rows]).sum(axis=0) / max(games, 1)
        spread = np.sqrt(np.maximum(0, squares - owners**2))
        lead /= max(games, 1)
        return Spread(
            _by_label(labels, owners),
            _by_label(labels, spread),
            float(np.sqrt(max(0.0, lead_squares / max(games, 1) - lead**2))),
        )


def _by_label(labels: Sequence[str], values: Numbers) -> dict[str, float]:
    return dict(zip(labels, np.round(values, 3).tolist(), strict=True))
