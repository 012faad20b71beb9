"""What a move cost: the chance and the points that its side had before it, less those after it.

Chances and points before a move are what the engine expects of the position with its own moves to come; after it, of
the position that the move made; if it states standard errors, of the position after its own move, searched in the same
way (`Look.instead`). A move that the engine would have made itself cost nothing, whatever two searches say.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from ...records import Colour

MISTAKE: Final = 0.1
"""The smallest loss of chance that is called a mistake."""
SURE: Final = 2.0
"""Standard errors that it must exceed: noise alone does once in 44 moves."""
GRAVE: Final = 0.25
"""The loss of chance from which on a mistake is called grave."""
Degree = Literal["", "unclear", "mistake", "grave"]


@dataclass(frozen=True)
class Look:
    """What an engine found about a position: Black's chance (0 to 1), Black's lead, and how it would go on.

    ``lines`` are its favourite moves, best first, each with what it expects to follow; ``by`` says whose opinion it is,
    ``note`` why it is not that of who was asked. ``black_error`` and ``lead_error`` are standard errors, 0 if the
    engine states none; ``instead`` is its look at the position after its favourite move, if another was played.
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
        """Return the chance of a colour."""
        return self.black if colour == "black" else 1 - self.black

    def points(self, colour: Colour) -> float:
        """Return the lead of a colour, negative where it is behind."""
        return self.lead if colour == "black" else -self.lead


@dataclass(frozen=True)
class MoveLoss:
    """A move of a game and what it cost: ``chance`` from 0 to 1, ``points``, both 0 where it cost nothing.

    ``node`` is its place in the line of the record, ``number`` counts moves from 1; ``line`` is how the engine would
    have gone on in its place. Their errors are standard errors; see `beyond`.
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
        """Whether it cost chance, or as many points as are shown."""
        return bool(self.chance) or self.points >= 0.05

    @property
    def degree(self) -> Degree:
        """What the move is called by how far the chance fell; see `degree`."""
        fall = self.before.chance(self.by) - self.after.chance(self.by)
        return "" if self.line[:1] == (self.move,) else degree(fall, self.chance_error)


@dataclass(frozen=True)
class SideSum:
    """All moves of a side: their mean cost, `accuracy` in per cent, and the share that ``agreed`` with the engine."""

    moves: int
    accuracy: float
    chance: float
    points: float
    agreed: float
    mistakes: int
    grave: int
    unclear: int = 0


def degree(chance: float, error: float) -> Degree:
    """Return what a loss of chance is called, given its standard error: "" for less than a mistake."""
    if chance < MISTAKE:
        return ""
    return "unclear" if chance < SURE * error else "grave" if chance >= GRAVE else "mistake"


def beyond(found: float, error: float) -> float:
    """Return how large a loss is likely to be, if so much was found: the positive-part estimate of James and Stein."""
    return max(0.0, found - error**2 / found) if found > 0 else 0.0


def loss(node: int, number: int, by: Colour, move: str, before: Look, after: Look) -> MoveLoss:
    """Return what a move cost."""
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
    """Return how good a move is in per cent, by the chance that it cost: 100 for nothing, 0 for all.

    The curve is that of Lichess (lichess.org/page/accuracy), which was fitted on games of chess.

    >>> [round(accuracy(each)) for each in (0, 0.1, 0.25, 0.5, 1)]
    [100, 64, 32, 9, 0]
    """
    return min(100.0, max(0.0, 103.1668 * math.exp(-4.354 * chance) - 3.1669))


def sum_of(own: Sequence[MoveLoss]) -> SideSum:
    """Return all that one side's moves cost, zeros where it has none."""
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
