"""What a review shows of an analysis, with texts for every reader: whose opinion it is, candidates and leads."""

from __future__ import annotations

from typing import Final

from ...players.player import OWN
from ...records import COLOURS, NAMES, Colour, Text, joined
from ..engine.messages import AnalysisResult

LETTERS: Final = "ABCDE"
"""The letters of the candidates that are shown."""


def summary(found: AnalysisResult) -> dict[str, object]:
    """Return an analysis as the page shows it beside the board."""
    mover = found["to_play"]
    candidates = [
        {
            "letter": LETTERS[place],
            "move": each["move"],
            "visits": each["visits"],
            "win_rate": each["win_rate"],
            "lead": _lead(each["lead"]),
            "variation": each["variation"],
        }
        for place, each in enumerate(found["candidates"][: len(LETTERS)])
    ]
    return {
        "by": mover,
        "black": found["black"],
        "lead": _lead(found["lead"]),
        "visits": found["visits"],
        "candidates": candidates,
        "whose": whose(found),
    }


def whose(found: AnalysisResult) -> Text:
    """Say whose opinion an analysis is, and why it is not that of the server's stronger engine."""
    told = [Text("This is the opinion of {engine}.", engine=found.get("by", OWN))]
    if found.get("instead"):
        told.append(Text("The stronger engine of this server does not know such a game, or does not answer."))
    return joined(told)


def _lead(lead: float | None) -> dict[str, object] | None:
    """Return a lead in points by who has it, and in words."""
    if lead is None:
        return None
    by: Colour = COLOURS[lead < 0]
    text = Text("{by} leads by {points:g}", by=NAMES[by], points=round(abs(lead), 1))
    return {"by": by, "points": abs(lead), "text": text}
