"""Ratings by Glicko-2 (Glickman, *Example of the Glicko-2 system*, 2012): every rated game is a rating period.

A rating also becomes less certain with every week without a game.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

import glicko2

WEEK: Final = 7 * 24 * 3600.0
PROVISIONAL: Final = 110.0
"""The deviation above which a rating is provisional: it may be 200 points off."""

_SCALE: Final = 173.7178
_MOST_DEVIATION: Final = 350.0
_COMPUTER: Final = "computer-"
_LEVELS: Final = (770, 1140, 1320, 1500, 1710, 1890, 2080, 2290, 2480, 2650)
"""First ratings of the computer's levels, by matches on 9x9 (docs/lab/strength.md), with level 4 at 1500."""

_COMPUTER_DEVIATION: Final = 150.0
"""The deviation of these for other kinds of games."""


@dataclass(frozen=True)
class Rating:
    """A player's rating in one kind of game, after ``games`` rated games, the last of them at time ``at``."""

    rating: float = 1500.0
    deviation: float = _MOST_DEVIATION
    volatility: float = 0.06
    games: int = 0
    at: float = 0.0

    @property
    def provisional(self) -> bool:
        """Whether it is still uncertain."""
        return self.deviation > PROVISIONAL


class _Player(glicko2.Player):  # type: ignore[misc]
    """The package's player, with a corrected function for the new volatility.

    Up to 2.1.0 the package uses the rating where Glickman's step 5 has its deviation, so that the volatility would
    depend on the origin of the scale.
    """

    def _f(self, x: float, delta: float, v: float, a: float) -> float:
        variance, e = (self.rd / _SCALE) ** 2, math.exp(x)
        found: float = e * (delta**2 - variance - v - e) / (2 * (variance + v + e) ** 2) - (x - a) / self._tau**2
        return found


def computer(level: int) -> str:
    return f"{_COMPUTER}{level}"


def first_rating(player: str) -> Rating:
    """Return the first rating of a person or of a level of the computer.

    >>> first_rating("4f0c"), first_rating("computer-4").deviation
    (Rating(rating=1500.0, deviation=350.0, volatility=0.06, games=0, at=0.0), 150.0)
    """
    if not player.startswith(_COMPUTER):
        return Rating()
    level = int(player.removeprefix(_COMPUTER))
    return Rating(float(_LEVELS[min(level, len(_LEVELS)) - 1]), _COMPUTER_DEVIATION)


def rested(before: Rating, at: float) -> Rating:
    """Return a rating at a later time: less certain by a period for every whole week without a game."""
    weeks = int(max(0.0, at - before.at) / WEEK) if before.games else 0
    deviation = math.hypot(before.deviation, before.volatility * math.sqrt(weeks) * _SCALE)
    return replace(before, deviation=min(deviation, _MOST_DEVIATION))


def after_game(black: Rating, white: Rating, score: float, at: float) -> tuple[Rating, Rating]:
    """Return both ratings after a game at a time; ``score`` is Black's: 1, 0, or 0.5."""
    black, white = rested(black, at), rested(white, at)
    return _after(black, white, score, at), _after(white, black, 1 - score, at)


def _after(mine: Rating, other: Rating, score: float, at: float) -> Rating:
    player = _Player(mine.rating, mine.deviation, mine.volatility)
    player.update_player([other.rating], [other.deviation], [score])
    return Rating(player.rating, min(player.rd, _MOST_DEVIATION), player.vol, mine.games + 1, at)
