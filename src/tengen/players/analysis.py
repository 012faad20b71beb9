"""What a search found out about a position, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Candidate:
    """A move that was looked at.

    ``win_rate`` (0 to 1) is that of the side to move after making it, ``lead`` Black's expected points minus White's
    and komi, ``prior`` its share of the trust it was given unseen, ``variation`` the moves expected from it on, itself
    first, as text.
    """

    move: str
    visits: int
    win_rate: float
    lead: float
    prior: float
    variation: tuple[str, ...]


@dataclass(frozen=True)
class Analysis:
    """The candidates, best first, and what is expected of the whole position.

    ``win_rate`` is that of the side to move, ``lead`` Black's expected points minus White's and komi, ``ownership``
    says of every point by its label how surely it will be Black's (1) or White's (-1), ``visits`` counts all
    simulations the tree holds.
    """

    candidates: tuple[Candidate, ...]
    win_rate: float
    lead: float
    ownership: Mapping[str, float]
    visits: int
