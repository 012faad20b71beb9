"""A report as plain data, and as a graph in characters."""

from __future__ import annotations

from dataclasses import asdict
from itertools import pairwise
from typing import Any, Final

from ...records import COLOURS
from .game_report import GameReport
from .losses import MoveLoss

_BARS: Final = "▁▂▃▄▅▆▇█"
_ASCII_BARS: Final = "_.-~=*#@"


def as_dict(report: GameReport, source: str = "") -> dict[str, Any]:
    """Return a report as plain data: chances and leads are Black's."""
    course = report.course
    return {
        "file": source,
        "players": course.players,
        "variant": course.variant.name,
        "board": course.record.board,
        "result": course.record.info.get("RE", ""),
        "asked": report.asked,
        "engines": report.engines,
        "notes": report.notes,
        "stopped": course.stopped,
        "sides": {colour: asdict(report.sides[colour]) for colour in COLOURS},
        "positions": [{"number": number, **asdict(look)} for number, look in report.graph],
        "moves": [_move(report, each) for each in report.losses],
    }


def _move(report: GameReport, made: MoveLoss) -> dict[str, Any]:
    return {
        "number": made.number, "by": made.by, "move": made.move, "chance_lost": round(made.chance, 4),
        "points_lost": round(made.points, 2), "degree": made.degree, "better": list(made.line),
        "why": list(report.why(made)) if made.degree else [],
    }  # fmt: skip


def bars(report: GameReport, width: int = 60, ascii: bool = False) -> str:
    """Return Black's chance over the game as one line of bars, each the mean of some moves; "" for no game.

    >>> from types import SimpleNamespace as Some
    >>> looks = [(number, Some(black=number / 4)) for number in range(5)]
    >>> bars(Some(graph=looks), ascii=True)
    '_-=#@'
    """
    signs = _ASCII_BARS if ascii else _BARS
    values = [look.black for _, look in report.graph]
    count = min(width, len(values))
    cuts = [round(place * len(values) / count) for place in range(count + 1)] if count else []
    parts = [values[first:end] for first, end in pairwise(cuts)]
    return "".join(signs[min(len(signs) - 1, int(len(signs) * sum(part) / len(part)))] for part in parts)
