"""A report in words: what its texts, pages and comments say alike."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ...game.game_records import komi_shown
from ...records import COLOURS, NAMES, Colour, Text, joined, listed
from ...records.text import NOTHING, as_text
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


METHOD: Final = Text(
    "A move is a mistake if it costs {mistake:.0%} or more of the chance to win. Its accuracy is 100% if it costs "
    "nothing, and falls with the chance that it costs, on Lichess's curve; a side's is the mean over its moves.",
    mistake=MISTAKE,
)


def title(report: GameReport, source: str = "") -> Text:
    """Return who plays whom, or the name of the file."""
    players, info = report.course.players, report.course.record.info
    if any(players.values()):
        black, white = (players[colour] or NAMES[colour] for colour in COLOURS)
        return Text("{black} - {white}", black=black, white=white)
    named = info.get("GN") or Path(source).stem
    return as_text(named) if named else Text("A game")


def facts(report: GameReport) -> Iterator[Text]:
    """Yield what kind of game it is, whose opinions these are, and why not those of who was asked."""
    course = report.course
    yield Text("{facts}.", facts=listed(_kind(report), "comma"))
    for name, count in report.engines.items():
        visits = report.visits[name]
        yield Text("{engine}: {count:,} positions, {visits:,.0f} visits each.", engine=name, count=count, visits=visits)
    for note in filter(None, report.notes):
        yield Text("Not {engine}'s opinion everywhere: {note}.", engine=report.asked, note=note)
    if course.stopped:
        yield Text("The report ends where the record does not go on: {why}.", why=course.stopped)


def _kind(report: GameReport) -> Iterator[str]:
    course = report.course
    game = course.variant.title
    if course.positions:
        game = Text("{game} on {board}", game=game, board=course.positions[0].game.board.name)
    yield game
    if komi := komi_shown(course.variant):
        yield Text("komi {komi}", komi=komi)
    if result := course.record.info.get("RE", ""):
        yield Text("result {result}", result=result)


def chance(look: Look) -> Text:
    """Say how a position stands: Black's chance, and who leads by how much.

    >>> chance(Look(0.6184, -3.25, 40))
    "Black's chance is 61.8%, White leads by 3.2"
    """
    lead = round(look.lead, 1)
    if not lead:
        return Text("Black's chance is {chance:.1%}, nobody leads", chance=look.black)
    leader = NAMES["black" if lead > 0 else "white"]
    return Text(
        "Black's chance is {chance:.1%}, {leader} leads by {points:.1f}",
        chance=look.black,
        leader=leader,
        points=abs(lead),
    )


def cost(made: MoveLoss, counts: bool = True) -> Text:
    """Say what a move cost: chance, and points where they count."""
    values = {"player": NAMES[made.by], "was": made.before.chance(made.by), "now": made.after.chance(made.by)}
    if not counts:
        return Text("{player}'s chance fell from {was:.0%} to {now:.0%}", **values)
    return Text(
        "{player}'s chance fell from {was:.0%} to {now:.0%}, and the lead by {points:.1f} points",
        points=made.points,
        **values,
    )


def better(made: MoveLoss) -> Text:
    """Say what the engine would have played, and what it expects then; "" where it does not say."""
    if not made.line:
        return NOTHING
    move, then = made.line[0], " ".join(made.line[1:_FOLLOWING])
    return Text("{move}, then {then}", move=move, then=then) if then else as_text(move)


def better_and_why(report: GameReport, made: MoveLoss, letter: str = "") -> Text:
    """Say what the engine would have played, what it expects then, and what the move does; "" where it does not say.

    ``letter`` is where a picture shows it.
    """
    if not made.line:
        return NOTHING
    said = Text("Better: {better}.", better=better(made))
    if letter:
        said = Text("Better: {better} ({letter}).", better=better(made), letter=letter)
    return joined([said, *report.why(made)])


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


HEADS: Final = (
    Text("moves"),
    Text("accuracy"),
    Text("as the engine"),
    Text("mistakes"),
    Text("grave"),
    Text("chance a move"),
    Text("points a move"),
)
