"""The cost of a move: its side's win rate and points before it, less those after it.

Before a move they are the engine's expectation for the position with its own continuation; after it, for the position
that the move made. If the engine states standard errors, the former is from the position after its own move, searched
in the same way (`Look.instead`). The engine's own move costs nothing, whatever two searches say.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from ...records import Colour

MISTAKE: Final = 0.1
"""The smallest loss of win rate that is a mistake."""
SURE: Final = 2.0
"""Standard errors that it must exceed: noise alone does once in 44 moves."""
GRAVE: Final = 0.25
"""The loss of win rate from which a mistake is grave."""
Degree = Literal["", "unclear", "mistake", "grave"]


@dataclass(frozen=True)
class Look:
    """An engine's findings about a position: Black's win rate (0 to 1), Black's lead, and the expected lines.

    ``lines`` are its best moves in order, each with its expected continuation; ``by`` names the engine, ``note``
    explains why it is not the requested one. ``black_error`` and ``lead_error`` are standard errors, or 0 if unknown;
    ``instead`` is its look at the position after its favourite move, if another was played.
    """

    black: float
    lead: float
    visits: int
    lines: tuple[tuple[str, ...], ...] = ()
    by: str = ""
    note: str = ""
    black_error: float = 0.0
    lead_error: float = 0.0
    instead: Look | None = None

    def chance(self, colour: Colour) -> float:
        return self.black if colour == "black" else 1 - self.black

    def points(self, colour: Colour) -> float:
        return self.lead if colour == "black" else -self.lead


@dataclass(frozen=True)
class MoveLoss:
    """A move of a game and its cost: ``chance`` from 0 to 1 and ``points``, both 0 for no cost.

    ``node`` is its index in the line of the record, ``number`` counts moves from 1; ``line`` is the engine's line
    instead. Errors are standard errors; see `beyond`.
    """

    node: int
    number: int
    by: Colour
    move: str
    before: Look
    after: Look
    chance: float
    points: float
    line: tuple[str, ...]
    chance_error: float = 0.0
    points_error: float = 0.0

    @property
    def is_loss(self) -> bool:
        """Whether it cost win rate, or enough points to show."""
        return bool(self.chance) or self.points >= 0.05

    @property
    def degree(self) -> Degree:
        """The name of the mistake by the loss of win rate; see `degree`."""
        fall = self.before.chance(self.by) - self.after.chance(self.by)
        return "" if self.line[:1] == (self.move,) else degree(fall, self.chance_error)


@dataclass(frozen=True)
class SideSum:
    """All moves of a side: mean cost, `accuracy` in per cent, and the share that ``agreed`` with the engine."""

    moves: int
    accuracy: float
    chance: float
    points: float
    agreed: float
    mistakes: int
    grave: int
    unclear: int = 0


def degree(chance: float, error: float) -> Degree:
    """Return the name of a loss of win rate, given its standard error: "" for less than a mistake."""
    if chance < MISTAKE:
        return ""
    return "unclear" if chance < SURE * error else "grave" if chance >= GRAVE else "mistake"


def beyond(found: float, error: float) -> float:
    """Return the likely size of a measured loss: the positive-part James-Stein estimate."""
    return max(0.0, found - error**2 / found) if found > 0 else 0.0


def loss(node: int, number: int, by: Colour, move: str, before: Look, after: Look) -> MoveLoss:
    """Return the cost of a move."""
    line = before.lines[0] if before.lines else ()
    if before.instead is not None and before.instead.by == after.by:
        before = replace(before.instead, lines=before.lines)
    if line[:1] == (move,):
        return MoveLoss(node, number, by, move, before, after, 0.0, 0.0, line)
    errors = math.hypot(before.black_error, after.black_error), math.hypot(before.lead_error, after.lead_error)
    chance = beyond(before.chance(by) - after.chance(by), errors[0])
    points = beyond(before.points(by) - after.points(by), errors[1])
    return MoveLoss(node, number, by, move, before, after, chance, points, line, *errors)


def accuracy(chance: float) -> float:
    """Return the accuracy of a move in per cent, by its loss of win rate: 100 for nothing, 0 for all.

    The curve is that of Lichess (lichess.org/page/accuracy), which was fitted on games of chess.

    >>> [round(accuracy(each)) for each in (0, 0.1, 0.25, 0.5, 1)]
    [100, 64, 32, 9, 0]
    """
    return min(100.0, max(0.0, 103.1668 * math.exp(-4.354 * chance) - 3.1669))


def sum_of(own: Sequence[MoveLoss]) -> SideSum:
    """Return the sum of one side's moves, zeros without moves."""
    count = len(own)
    if not count:
        return SideSum(0, 0.0, 0.0, 0.0, 0.0, 0, 0)
    return SideSum(
        moves=count,
        accuracy=sum(accuracy(each.chance) for each in own) / count,
        chance=sum(each.chance for each in own) / count,
        points=sum(each.points for each in own) / count,
        agreed=sum(each.line[:1] == (each.move,) for each in own) / count,
        mistakes=sum(each.degree == "mistake" for each in own),
        grave=sum(each.degree == "grave" for each in own),
        unclear=sum(each.degree == "unclear" for each in own),
    )
