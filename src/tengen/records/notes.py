"""Notes of a node other than its move, as plain data: marks, judgements, clocks, and print options."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from .position import Colour

Verdict = Literal["black", "white", "even", "unclear"]
Quality = Literal["bad", "doubtful", "interesting", "good"]
Strength = Literal[1, 2]

Numbering = Literal["none", "all", "modulo"]
NUMBERINGS: Final[tuple[Numbering, ...]] = ("none", "all", "modulo")


@dataclass(slots=True)
class Annotation:
    """A judgement of a node's position and of its move; strengths are 1 or, for "very", 2.

    ``verdict`` is the side for whom the position is good, or even or unclear (SGF's GB, GW, DM, UC), ``quality`` the
    quality of the move (BM, DO, IT, TE; doubtful and interesting always have strength 1). ``hotspot`` marks a node of
    interest (HO; 0: not marked) and ``value`` is an estimate in points, positive for Black (V).
    """

    verdict: Verdict | None = None
    verdict_strength: Strength = 1
    quality: Quality | None = None
    quality_strength: Strength = 1
    hotspot: Literal[0, 1, 2] = 0
    value: float | None = None


@dataclass(slots=True)
class Clock:
    """The clocks after a node's move: seconds ``left`` (BL, WL), and ``moves`` to be made in that time (OB, OW)."""

    left: dict[Colour, float] = field(default_factory=dict)
    moves: dict[Colour, int] = field(default_factory=dict)


@dataclass(slots=True)
class Figure:
    """A new diagram that starts at a node (FG): its title and print options.

    ``flags`` is the sum of 1 (no coordinates), 2 (no title), 4 (do not list moves that cannot be shown), 256 (keep
    captured stones), 512 (no hoshi) and 32768 (up to the program), or None.
    """

    flags: int | None = None
    title: str = ""


@dataclass(slots=True)
class Printing:
    """The numbering of moves and the printing of diagrams from a node on.

    ``number`` restarts the count at the node's move (MN), ``figure`` is the diagram that starts here (FG).
    ``numbering`` selects the numbers printed: none, all, or the last two digits of each (PM).
    """

    number: int | None = None
    figure: Figure | None = None
    numbering: Numbering | None = None


Mark = Literal["circle", "cross", "square", "triangle", "selected"]
MARKS: Final[tuple[Mark, ...]] = ("circle", "cross", "square", "triangle", "selected")


@dataclass(slots=True)
class Markup:
    """Signs, texts, arrows and lines on points, and the visible part of the board.

    ``marks`` lists the points of every sign (SGF's CR, MA, SQ, TR, SL), ``labels`` maps a point to its text (LB),
    ``arrows`` go from the first point to the second (AR), ``lines`` join two (LN), ``territory`` lists the points of
    every owner (TB, TW). ``dimmed`` points are greyed out (DD) and ``view`` lists the visible points (VW): None keeps
    the earlier setting, an empty list means none dimmed and all visible.

    >>> from tengen.records import Node
    >>> printing = Printing(number=1, figure=Figure(title="Opening"))
    >>> node = Node(markup=Markup({"triangle": ["D4"]}), annotation=Annotation(quality="good"), printing=printing)
    >>> node.clock = Clock(left={"black": 60.0})
    >>> node.markup.marks
    {'triangle': ['D4']}
    """

    marks: dict[Mark, list[str]] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    arrows: list[tuple[str, str]] = field(default_factory=list)
    lines: list[tuple[str, str]] = field(default_factory=list)
    territory: dict[Colour, list[str]] = field(default_factory=dict)
    dimmed: list[str] | None = None
    view: list[str] | None = None

    def is_empty(self) -> bool:
        """Return whether nothing is drawn, dimmed or left out."""
        return self == Markup()
