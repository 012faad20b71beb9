"""What is drawn on a position to talk about it, as plain data; points are named by their labels."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from .colours import Colour

Mark = Literal["circle", "cross", "square", "triangle", "selected"]
MARKS: Final[tuple[Mark, ...]] = ("circle", "cross", "square", "triangle", "selected")


@dataclass(slots=True)
class Markup:
    """Signs, texts, arrows and lines on points, and which part of the board is shown.

    ``marks`` lists the points of every sign (SGF's CR, MA, SQ, TR, SL), ``labels`` maps a point to its text (LB),
    ``arrows`` go from the first point to the second (AR), ``lines`` join two (LN), ``territory`` lists the points of
    every owner (TB, TW). ``dimmed`` points are greyed out (DD) and ``view`` names the points that are shown (VW):
    None leaves both as they were, an empty list means none dimmed and all shown.

    >>> Markup(marks={"circle": ["D4"]}, labels={"E5": "a"}).is_empty()
    False
    """

    marks: dict[Mark, list[str]] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    arrows: list[tuple[str, str]] = field(default_factory=list)
    lines: list[tuple[str, str]] = field(default_factory=list)
    territory: dict[Colour, list[str]] = field(default_factory=dict)
    dimmed: list[str] | None = None
    view: list[str] | None = None

    def is_empty(self) -> bool:
        """Say whether nothing is drawn, dimmed or left out."""
        return self == Markup()
