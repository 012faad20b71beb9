"""How a game ended, and what a position counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from ..records import COLOURS, Colour

How = Literal["score", "resignation", "no_moves", "no_result", "draw_by_cycle", "time", "forfeit"]
HOWS: tuple[How, ...] = ("score", "resignation", "no_moves", "no_result", "draw_by_cycle", "time", "forfeit")
FINISHES: tuple[How, ...] = ("time", "forfeit", "resignation")
"""How a game may be ended from outside, by `Game.finish`."""


@dataclass(frozen=True)
class Outcome:
    """The end of a game (spec 0.9): who won (None: nobody), by what margin (Black minus White minus komi), and how.

    ``margin`` is None unless the score decided.
    """

    winner: Colour | None
    margin: float | None
    how: How

    def __str__(self) -> str:
        """Say it as SGF's RE does, in words where SGF has none.

        >>> str(Outcome("white", -2.5, "score")), str(Outcome("black", None, "resignation"))
        ('W+2.5', 'B+R')
        """
        if self.winner is None:
            return "Void" if self.how == "no_result" else "Draw"
        letter = "B" if self.winner == "black" else "W"
        if self.margin is not None:
            return f"{letter}+{abs(self.margin):g}"
        return f"{letter}+{ {'resignation': 'R', 'time': 'T', 'forfeit': 'F'}.get(self.how, '') }".replace(" ", "")


def leader(margin: float) -> Colour | None:
    """Return the side that leads by a margin (Black minus White minus komi); None at 0."""
    return COLOURS[margin < 0] if margin else None


@dataclass(frozen=True)
class Score:
    """A score (spec 1.13-1.16): points of both sides, komi, and who owns each point.

    ``white`` is without komi; ``margin`` is black - white - komi. ``sides`` holds +1, -1 or 0 for every point.
    """

    kind: str
    black: float
    white: float
    komi: float
    labels: tuple[str, ...] = field(repr=False)
    sides: bytes = field(repr=False)

    @property
    def margin(self) -> float:
        """Black's lead over White, komi counted; 0 is a draw."""
        return self.black - self.white - self.komi

    @property
    def winner(self) -> Colour | None:
        """The side whose score is higher, komi counted; None at a draw."""
        return leader(self.margin)

    @cached_property
    def owner(self) -> Mapping[str, Colour | None]:
        """The owner of every point by its label; None: nobody's."""
        words: dict[int, Colour | None] = {0: None, 1: "black", 255: "white"}
        return {label: words[side] for label, side in zip(self.labels, self.sides, strict=True)}
