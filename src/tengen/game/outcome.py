"""The end of a game, and the score of a position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, Literal

from ..draw.sentences import counted, dame_left, group_tax, in_seki
from ..kernel.counting import hahn_share
from ..kernel.jit import source_of
from ..records import COLOURS, Colour, Text
from ..records.display import mime_bundle

How = Literal["score", "resignation", "no_moves", "goal", "no_result", "draw_by_cycle", "time", "forfeit"]
HOWS: tuple[How, ...] = ("score", "resignation", "no_moves", "goal", "no_result", "draw_by_cycle", "time", "forfeit")
_COUPONS = Text("Coupons: Black {black:g}, White {white:g}.")
_PAYOFF = Text("Payoff: Black {black:g}, White {white:g}.")
FINISHES: tuple[How, ...] = ("time", "forfeit", "resignation")
"""The ways in which `Game.finish` ends a game."""


@dataclass(frozen=True)
class Outcome:
    """The end of a game (spec 0.9): the winner or None, the margin for Black, and how it ended.

    ``margin`` is Black minus White minus komi, negated if the lower score wins. It is None unless the score decided.

    >>> from tengen import Game
    >>> game = Game("chinese", board="5x5")
    >>> print(game.finish("resignation", winner="white"))
    W+R
    """

    winner: Colour | None
    margin: float | None
    how: How

    def __str__(self) -> str:
        """Return the outcome in the form of SGF's RE, or in words if SGF has no form for it.

        >>> str(Outcome("white", -2.5, "score")), str(Outcome("black", None, "resignation"))
        ('W+2.5', 'B+R')
        """
        if self.winner is None:
            return "Void" if self.how == "no_result" else "Draw"
        letter = "B" if self.winner == "black" else "W"
        if self.margin is not None:
            return f"{letter}+{abs(self.margin):g}"
        return f"{letter}+{ {'resignation': 'R', 'time': 'T', 'forfeit': 'F'}.get(self.how, '') }".replace(" ", "")


def hahn_points(margin: float) -> tuple[float, float]:
    """Return the points of Black and White in Hahn's system, 100 together, for Black's margin (spec 6.8c).

    >>> hahn_points(10.5), hahn_points(-50), hahn_points(0)
    ((70.0, 30.0), (0.0, 100.0), (50.0, 50.0))
    """
    black = 100 * source_of(hahn_share)(margin)
    return black, 100 - black


def leader(margin: float) -> Colour | None:
    """Return the side that is ahead, given Black's margin; None at 0."""
    return COLOURS[margin < 0] if margin else None


@dataclass(frozen=True)
class Holding:
    """A holding in seki (spec 1.13a): its owner, its stones, the vacant points that do not count, and why.

    ``shared`` are the points that neither side can fill; ``agreed``: the players named it.

    >>> from tengen import Game
    >>> holding: Holding = Game.setup("japanese", [".XOO.", "XX.OO"]).score().seki[0]
    >>> holding.stones, holding.shared, holding.points
    (('B2', 'A1', 'B1'), ('C1',), ('A2',))
    """

    colour: Colour
    stones: tuple[str, ...]
    points: tuple[str, ...]
    shared: tuple[str, ...]
    agreed: bool = False

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> Text:
        """Why the group is in seki, and the cost."""
        return in_seki(self.colour, self.stones[0], self.points, () if self.agreed else self.shared)


@dataclass(frozen=True)
class Score:
    """A score (spec 1.13-1.16): points of both sides, komi, and the owner of each point.

    ``white`` excludes komi and ``bonus``, White's points for a handicap; ``margin`` is black - white - komi - bonus,
    negated with ``misere``, when the lower score wins. ``sides`` holds +1, -1 or 0 for every point. ``tax`` is the tax
    applied (spec 1.13a), ``taxed`` the points it took, ``seki`` the holdings in seki. ``shared`` and ``dame`` are the
    neutral vacant points: those that neither side can fill, and all others. ``beside`` is the second count, if the
    rules have one (spec 4.8). ``coupons`` are the points of both sides' coupons, which ``black`` and ``white`` include
    (6.8), and ``payoff`` is the players' payoff for the margin, if any.

    >>> from tengen import Game
    >>> score = Game.setup("chinese", ["XX.OO", "XX.OO"], komi=0.5).score()
    >>> score.black, score.white, score.margin, score.winner, str(score)
    (4, 4, -0.5, 'white', 'W+0.5')
    >>> score.owner["A1"], score.owner["C1"], score.notes, score.to_dict()["dame"]
    ('black', None, ('Dame left: C2 and C1.',), ['C2', 'C1'])
    """

    kind: str
    black: float
    white: float
    komi: float
    labels: tuple[str, ...] = field(repr=False)
    sides: bytes = field(repr=False)
    bonus: int = 0
    tax: str = "none"
    taxed: tuple[str, ...] = ()
    seki: tuple[Holding, ...] = ()
    shared: tuple[str, ...] = ()
    dame: tuple[str, ...] = field(default=(), repr=False)
    beside: Score | None = None
    misere: bool = False
    coupons: tuple[float, float] = (0, 0)
    payoff: tuple[float, float] | None = None
    _repr_mimebundle_ = mime_bundle

    def __str__(self) -> str:
        """Return the result in the form of SGF's RE: W+0.5, or Draw."""
        return str(Outcome(self.winner, self.margin, "score"))

    @property
    def margin(self) -> float:
        """Black's margin, with komi and the bonus; 0 is a draw."""
        lead = self.black - self.white - self.komi - self.bonus
        return -lead if self.misere else lead

    @property
    def winner(self) -> Colour | None:
        """The winner by score, with komi; None for a draw."""
        return leader(self.margin)

    @property
    def notes(self) -> tuple[Text, ...]:
        """Remarks on the count, a sentence each: the second count, sekis and why, tax, dame left."""
        second = (counted(self.beside.kind, self.beside.black, self.beside.white),) if self.beside else ()
        tax = (group_tax(self.taxed),) if self.tax == "all" and self.taxed else ()
        return (
            *second,
            *(holding.text for holding in self.seki),
            *tax,
            *((dame_left(self.dame),) if self.dame else ()),
            *(
                text.with_values(black=pair[0], white=pair[1])
                for text, pair in ((_COUPONS, self.coupons), (_PAYOFF, self.payoff))
                if pair and any(pair)
            ),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the score as plain data for JSON, without the owners, and with the second count inside."""
        return {
            "kind": self.kind,
            "black": self.black,
            "white": self.white,
            "komi": self.komi,
            "bonus": self.bonus,
            "margin": self.margin,
            "beside": self.beside and {name: getattr(self.beside, name) for name in ("kind", "black", "white")},
            "coupons": list(self.coupons),
            "payoff": self.payoff and list(self.payoff),
            "tax": self.tax,
            "taxed": list(self.taxed),
            "seki": [asdict(holding) | {"text": holding.text} for holding in self.seki],
            "shared": list(self.shared),
            "dame": list(self.dame),
            "notes": list(self.notes),
        }

    @cached_property
    def owner(self) -> Mapping[str, Colour | None]:
        """The owner of every point by its label, or None."""
        words: dict[int, Colour | None] = {0: None, 1: "black", 255: "white"}
        return {label: words[side] for label, side in zip(self.labels, self.sides, strict=True)}
