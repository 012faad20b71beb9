"""Mistakes: moves of the main line after which the side that made them had a much smaller chance to win than before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypedDict

from ...engines.reports.losses import GRAVE, MISTAKE
from ...records import COLOURS, Colour, joined
from .record_tree import TreeLine

MOST: Final = 12
"""Mistakes that are listed, the largest first: what decided a game, not all that could be said."""


@dataclass(frozen=True)
class Look:
    """What a look at a position found: Black's chance (0 to 1) and lead, how it would play on, and why."""

    black: float
    lead: float | None
    variation: tuple[str, ...] = ()
    why: tuple[str, ...] = ()


class Mistake(TypedDict):
    """A mistake: the node and the one ``before`` it, the chance of the side that moved before and after it.

    ``better`` is the engine's move there and how it would have gone on; ``text`` says why, in sentences.
    """

    node: str
    before: str
    number: int
    by: Colour
    move: str
    degree: Literal["mistake", "grave"]
    was: float
    now: float
    better: list[str]
    text: str


def mistakes(line: TreeLine, looks: Mapping[str, Look]) -> list[Mistake]:
    """Return the mistakes of a main line, the largest first: where both the position before and after was looked at.

    A move that the engine would have made, too, is none.
    """
    found = []
    number = line["number"]
    for place, (text, mover, _) in enumerate(line["nodes"]):
        number += bool(text)
        before, after = looks.get(str(place - 1)), looks.get(str(place))
        if before is None or after is None or not text or not mover or not before.variation:
            continue
        by: Colour = COLOURS[mover == "w"]
        was, now = (look.black if by == "black" else 1 - look.black for look in (before, after))
        if was - now >= MISTAKE and before.variation[0] != text:
            made: Mistake = {
                "node": str(place), "before": str(place - 1), "number": number, "by": by, "move": str(text),
                "degree": "grave" if was - now >= GRAVE else "mistake",
                "was": was, "now": now, "better": list(before.variation),
                "text": joined(before.why),
            }  # fmt: skip
            found.append(made)
    return sorted(found, key=lambda each: each["now"] - each["was"])[:MOST]
