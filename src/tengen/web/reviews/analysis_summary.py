"""Analyses in a review: candidates, leads, the engine's name, and mistakes of the main line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final, TypedDict

from ...engines.reports.losses import Degree, degree
from ...records import COLOURS, NAMES, Colour, Text, joined
from ..engine.messages import AnalysisResult
from ..games.hints import whose
from .record_tree import TreeLine

_CANDIDATES: Final = 5
"""The number of candidates shown."""
MOST_MISTAKES: Final = 12
"""The number of mistakes listed, largest first."""


def summary(found: AnalysisResult) -> dict[str, object]:
    mover = found["to_play"]
    candidates = [{**each, "lead": _lead(each["lead"])} for each in found["candidates"][:_CANDIDATES]]
    return {
        "by": mover,
        "black": found["black"],
        "black_error": found.get("black_error", 0.0),
        "lead": _lead(found["lead"]),
        "lead_error": found.get("lead_error", 0.0),
        "visits": found["visits"],
        "candidates": candidates,
        "whose": joined([whose(found), *([_INSTEAD] if found.get("instead") else [])]),
    }


_INSTEAD: Final = Text("The stronger engine of this server does not know such a game, or does not answer.")


def _lead(lead: float | None) -> dict[str, object] | None:
    """Return the leader and the lead in points, and in words."""
    if lead is None:
        return None
    by: Colour = COLOURS[lead < 0]
    text = Text("{by} leads by {points:g}", by=NAMES[by], points=round(abs(lead), 1))
    return {"by": by, "points": abs(lead), "text": text}


# -- mistakes ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Glance:
    """A quick analysis of a position: Black's chance (0 to 1) and lead, the expected line, and why.

    ``error`` is that of the chance, 0 if unknown; ``instead`` has chance and lead after the engine's own move.
    """

    black: float
    lead: float | None
    variation: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    error: float = 0.0
    instead: tuple[float, float] | None = None


class ReviewMistake(TypedDict):
    """A mistake: its node and the one ``before`` it, and the mover's chance before and after it.

    ``better`` is the engine's move and its continuation; ``text`` explains it in sentences.
    """

    node: str
    before: str
    number: int
    by: Colour
    move: str
    degree: Degree
    was: float
    now: float
    better: list[str]
    text: str


class MoveTry(TypedDict):
    """A move tried in place of a mistake: its verdict, its side's chance, and that after ``better``.

    Both have lines: the engine's continuation after the move, and its own move with its continuation.
    """

    degree: Degree
    chance: float
    line: list[str]
    best: float
    better: list[str]


def tried(move: str, after: AnalysisResult, best: AnalysisResult, better: Sequence[str], by: Colour) -> MoveTry:
    """Return the verdict on a move, by the positions after it and after the engine's own."""
    chance, most = (each["black"] if by == "black" else 1 - each["black"] for each in (after, best))
    error = hypot(*(each.get("black_error", 0.0) for each in (after, best)))
    line = [move, *(after["candidates"][0]["variation"] if after["candidates"] else ())]
    called = degree(most - chance, error)
    return {"degree": called, "chance": chance, "line": line, "best": most, "better": [*better]}


def mistakes(line: TreeLine, looks: Mapping[str, Glance]) -> list[ReviewMistake]:
    """Return the known mistakes of a main line, largest first, without resignations."""
    found = []
    number = line["number"]
    for place, (text, mover, _) in enumerate(line["nodes"]):
        number += bool(text)
        before, after = looks.get(str(place - 1)), looks.get(str(place))
        if before is None or after is None or text in (None, "", "resign") or not mover or not before.variation:
            continue
        by: Colour = COLOURS[mover == "w"]
        chance, error = before.instead or (before.black, before.error)
        was, now = (black if by == "black" else 1 - black for black in (chance, after.black))
        if (called := degree(was - now, hypot(error, after.error))) and before.variation[0] != text:
            made: ReviewMistake = {
                "node": str(place), "before": str(place - 1), "number": number, "by": by, "move": str(text),
                "degree": called, "was": was, "now": now, "better": list(before.variation),
                "text": joined(before.why),
            }  # fmt: skip
            found.append(made)
    return sorted(found, key=lambda each: each["now"] - each["was"])[:MOST_MISTAKES]
