"""What the engine was started with, and what a query asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from ..players import Analyst
from ..players.scope import WHOLE, Scope
from ..records import Colour

Perspective = Literal["BLACK", "WHITE", "SIDETOMOVE"]
PERSPECTIVES: Final[tuple[Perspective, ...]] = get_args(Perspective)

_LINE: Final = 15
"""Moves that follow a candidate in its variation."""


@dataclass(frozen=True)
class Wishes:
    """What is asked of every position of a query.

    ``visits`` and ``seconds`` are the most that it may cost, None: as the engine was set up. ``line`` is how many moves
    follow a candidate. A result is reported during the search after ``first`` seconds, and then whenever ``every``
    seconds have passed. ``told`` names what else is reported: "includeOwnership" and so on. ``tidy`` says
    whether dead stones have to be taken off by playing; None leaves that to the rules. ``scope`` is which moves may be
    looked at.
    """

    visits: int | None = None
    seconds: float | None = None
    perspective: Perspective = "BLACK"
    line: int = _LINE
    first: float | None = None
    every: float | None = None
    told: frozenset[str] = frozenset()
    tidy: bool | None = None
    scope: Scope = WHOLE

    def seen_by(self, mover: Colour) -> Colour:
        """Return from which side values are reported, where ``mover`` is to move."""
        sides: Mapping[Perspective, Colour] = {"BLACK": "black", "WHITE": "white"}
        return sides.get(self.perspective, mover)


@dataclass(frozen=True)
class Settings:
    """What the engine was started with.

    ``make`` makes the player that thinks about a position. ``jobs`` is how many positions are thought about at once.
    ``visits`` and ``seconds`` are what a position may cost unless its query says otherwise, ``most_visits`` what it may
    cost at all.
    """

    make: Callable[[Wishes], Analyst]
    jobs: int = 1
    visits: int | None = None
    most_visits: int | None = None
    seconds: float | None = None
    perspective: Perspective = "BLACK"
