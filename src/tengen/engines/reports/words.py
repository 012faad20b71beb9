"""A report in words: what its texts, pages and comments say alike."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ...game.game_records import komi_shown
from ...records import COLOURS, Colour
from .game_report import GameReport
from .losses import MISTAKE, Look, MoveLoss

_FOLLOWING: Final = 6
"""Moves of a line that are named."""
_OF_A_MOVE: Final = re.compile(
    r"Black's chance is [\d.]+%, .+ visits\)\.|A (grave )?mistake: (Black|White)'s chance fell from .+"
)
_BY_WHOM: Final = re.compile(r".+: [\d,]+ positions, [\d,]+ visits each\.")


def is_reported(paragraph: str) -> bool:
    """Return whether a report wrote this paragraph into the comments of a record."""
    first, *rest = paragraph.split("\n")
    begins = bool(rest) and first.endswith(".") and _BY_WHOM.fullmatch(rest[0]) is not None
    return begins or _OF_A_MOVE.fullmatch(paragraph) is not None


METHOD: Final = (
    f"A move is a mistake if it costs {MISTAKE:.0%} or more of the chance to win. Its accuracy is 100% if it costs "
    "nothing, and falls with the chance that it costs, on Lichess's curve; a side's is the mean over its moves."
)


def title(report: GameReport, source: str = "") -> str:
    """Return who plays whom, or the name of the file."""
    players, info = report.course.players, report.course.record.info
    if any(players.values()):
        return f"{players['black'] or 'Black'} - {players['white'] or 'White'}"
    return info.get("GN") or Path(source).stem or "A game"


def facts(report: GameReport) -> Iterator[str]:
    """Yield what kind of game it is, whose opinions these are, and why not those of who was asked."""
    course = report.course
    board = course.positions[0].game.board if course.positions else None
    what = f"{course.variant.title}{f' on {board.name}' if board is not None else ''}"
    result = course.record.info.get("RE", "")
    komi = komi_shown(course.variant)
    yield f"{what}{f', komi {komi}' if komi else ''}{f', result {result}' if result else ''}."
    for name, count in report.engines.items():
        yield f"{name}: {count:,} positions, {report.visits[name]:,.0f} visits each."
    yield from (f"Not {report.asked}'s opinion everywhere: {note}." for note in report.notes if note)
    if course.stopped:
        yield f"The report ends where the record does not go on: {course.stopped}."


def chance(look: Look) -> str:
    """Say how a position stands: Black's chance, and who leads by how much.

    >>> chance(Look(0.6184, -3.25, 40))
    "Black's chance is 61.8%, White leads by 3.2"
    """
    lead = round(look.lead, 1)
    leads = f"{'Black' if lead > 0 else 'White'} leads by {abs(lead):.1f}" if lead else "nobody leads"
    return f"Black's chance is {look.black:.1%}, {leads}"


def cost(made: MoveLoss, counts: bool = True) -> str:
    """Say what a move cost: chance, and points where they count."""
    was, now = made.before.chance(made.by), made.after.chance(made.by)
    points = f", and the lead by {made.points:.1f} points" if counts else ""
    return f"{made.by.capitalize()}'s chance fell from {was:.0%} to {now:.0%}{points}"


def better(made: MoveLoss) -> str:
    """Say what the engine would have played, and what it expects then; "" where it does not say."""
    if not made.line:
        return ""
    then = " ".join(made.line[1:_FOLLOWING])
    return made.line[0] + (f", then {then}" if then else "")


def better_and_why(report: GameReport, made: MoveLoss, letter: str = "") -> str:
    """Say what the engine would have played, what it expects then, and what the move does; "" where it does not say.

    ``letter`` is where a picture shows it.
    """
    if not made.line:
        return ""
    return " ".join([f"Better: {better(made)}{f' ({letter})' if letter else ''}.", *report.why(made)])


def side_lines(report: GameReport) -> Iterator[tuple[Colour, str, list[str]]]:
    """Yield both sides with their names and figures: moves, accuracy, agreed, mistakes, grave, points a move."""
    for colour in COLOURS:
        each = report.sides[colour]
        figures = [f"{each.moves:,}"]
        if each.moves:
            figures += [f"{each.accuracy:.1f}%", f"{each.agreed:.0%}", f"{each.mistakes}", f"{each.grave}"]
            figures += [f"{each.chance:.1%}", f"{each.points:.2f}"]
        else:
            figures += ["-"] * 6
        yield colour, report.course.players[colour] or colour.capitalize(), figures


HEADS: Final = ("moves", "accuracy", "as the engine", "mistakes", "grave", "chance a move", "points a move")
