"""A report in words, shared by its texts, pages and comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import asdict, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from ...game.game_records import komi_shown
from ...records import COLOURS, NAMES, Annotation, Colour, Markup, Node, Record, Text, joined, listed, other
from ...records.diagram import point_of
from ...records.text import NOTHING, as_text
from .game_report import GameReport
from .losses import MISTAKE, SURE, Look, MoveLoss

_FOLLOWING: Final = 6
"""Moves shown per line."""
_OF_A_MOVE: Final = re.compile(
    r"Black's chance is [\d.]+%(?: ± [\d.]+%)?, .+ visits\)\.|A (grave )?mistake: (Black|White)'s chance fell from .+"
)
_BY_WHOM: Final = re.compile(r".+: [\d,]+ positions, [\d,]+ visits each\.")


def is_reported(paragraph: str) -> bool:
    """Return whether a report wrote this paragraph into the comments of a record."""
    first, *rest = paragraph.split("\n")
    begins = bool(rest) and first.endswith(".") and _BY_WHOM.fullmatch(rest[0]) is not None
    return begins or _OF_A_MOVE.fullmatch(paragraph) is not None


METHOD: Final = Text(
    "A move is a mistake if it costs {mistake:.0%} or more of the chance to win. Its accuracy is 100% if it costs "
    "nothing, and falls with the chance that it costs, on Lichess's curve; a side's is the mean over its moves. Losses "
    "of less than {sure:g} standard errors are unclear: more visits would decide whether they are mistakes.",
    sure=SURE,
    mistake=MISTAKE,
)


ROUGH: Final = Text(
    "On boards of this size Tengen's leads are rough: in three professional games they differed from KataGo's by 4.7 "
    "to 7.4 points on average, and by up to 38 (docs/lab/judgement.md). `--engine katago` judges better."
)


def title(report: GameReport, source: str = "") -> Text:
    """Return the players, or the name of the file."""
    players, info = report.course.players, report.course.record.info
    if any(players.values()):
        black, white = (players[colour] or NAMES[colour] for colour in COLOURS)
        return Text("{black} - {white}", black=black, white=white)
    named = info.get("GN") or Path(source).stem
    return as_text(named) if named else Text("A game")


def facts(report: GameReport) -> Iterator[Text]:
    """Yield the kind of game, the engines of the opinions, and why they are not the requested one."""
    course = report.course
    yield Text("{facts}.", facts=listed(_kind(report), "comma"))
    for name, count in report.engines.items():
        visits = report.visits[name]
        yield Text("{engine}: {count:,} positions, {visits:,.0f} visits each.", engine=name, count=count, visits=visits)
    for note in filter(None, report.notes):
        yield Text("Not {engine}'s opinion everywhere: {note}.", engine=report.asked, note=note)
    if "Tengen" in report.engines and course.positions and len(course.positions[0].game.board) >= 19 * 19:
        yield ROUGH
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
    """Describe a position: Black's win rate, the leader and the lead, with standard errors if there are any.

    >>> chance(Look(0.6184, -3.25, 40, black_error=0.02, lead_error=1.2))
    "Black's chance is 61.8% ± 2.0%, White leads by 3.2 ± 1.2"
    """
    lead = round(look.lead, 1)
    black, points = Text("{chance:.1%}", chance=look.black), Text("{points:.1f}", points=abs(lead))
    if look.lead_error:
        black = Text("{chance} ± {error:.1%}", chance=black, error=look.black_error)
        points = Text("{points} ± {error:.1f}", points=points, error=look.lead_error)
    if not lead:
        return Text("Black's chance is {chance}, the score is even", chance=black)
    leader = NAMES["black" if lead > 0 else "white"]
    return Text("Black's chance is {chance}, {leader} leads by {points}", chance=black, leader=leader, points=points)


def named(number: int, player: Colour, move: str) -> Text:
    return Text("Move {number}, {player}: {move}.", number=number, player=NAMES[player], move=move)


def cost(made: MoveLoss, counts: bool = True) -> Text:
    """Describe the cost of a move: win rate, and points if they count and any were lost."""
    values = {"player": NAMES[made.by], "was": made.before.chance(made.by), "now": made.after.chance(made.by)}
    if not counts or made.points < 0.05:
        return Text("{player}'s chance fell from {was:.0%} to {now:.0%}", **values)
    return Text(
        "{player}'s chance fell from {was:.0%} to {now:.0%}, and the lead by {points:.1f} points",
        points=made.points,
        **values,
    )


def better(made: MoveLoss) -> Text:
    """Describe the engine's own move and the expected line, or return ""."""
    if not made.line:
        return NOTHING
    move, then = made.line[0], " ".join(made.line[1:_FOLLOWING])
    return Text("{move}, then {then}", move=move, then=then) if then else as_text(move)


def better_and_why(report: GameReport, made: MoveLoss, reading: bool = True) -> Text:
    """Describe the engine's own move, and its reasons unless reading takes too long, or return ""."""
    why = report.why(made) if reading else ()
    return joined([Text("Better: {better}.", better=better(made)), *why]) if made.line else NOTHING


def side_lines(report: GameReport) -> Iterator[tuple[Colour, str, list[str]]]:
    for colour in COLOURS:
        each = report.sides[colour]
        figures = [f"{each.moves:,}"]
        if each.moves:
            figures += [f"{each.accuracy:.1f}%", f"{each.agreed:.0%}", f"{each.mistakes}", f"{each.grave}"]
            figures += [f"{each.unclear}", f"{each.chance:.1%}", f"{each.points:.2f}"]
        else:
            figures += ["-"] * 7
        yield colour, report.course.players[colour] or colour.capitalize(), figures


HEADS: Final = (
    Text("moves"),
    Text("accuracy"),
    Text("as the engine"),
    Text("mistakes"),
    Text("grave"),
    Text("unclear"),
    Text("chance a move"),
    Text("points a move"),
)


_BARS: Final = "▁▂▃▄▅▆▇█"
_ASCII_BARS: Final = "_.-~=*#@"


def as_dict(report: GameReport, source: str = "") -> dict[str, Any]:
    """Return a report as plain data: win rates and leads are Black's."""
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
        "moves": [
            {
                "number": made.number, "by": made.by, "move": made.move, "chance_lost": round(made.chance, 4),
                "points_lost": round(made.points, 2), "degree": made.degree, "better": list(made.line),
                "chance_error": round(made.chance_error, 4), "points_error": round(made.points_error, 2),
                "why": list(report.why(made)) if made.degree in ("mistake", "grave") else [],
            }
            for made in report.losses
        ],
    }  # fmt: skip


def bars(report: GameReport, width: int = 60, ascii: bool = False) -> str:
    """Return Black's win rate over the game as one line of bars, each the mean of several moves; "" without data.

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


_LINE: Final = "The engine's line."


def annotated(report: GameReport, most: int = 10) -> Record:
    """Return a copy of the record with the report in it.

    Every analysed position gets a comment. The ``most`` largest mistakes of each side are marked as bad (or doubtful)
    moves, a triangle marks the better point, and the engine's line is added as a variation.
    """
    course = report.course
    record = deepcopy(course.record)
    nodes = list(record.main_line())
    for node in nodes:  # remove an earlier report: its comments and variations
        node.comment = "\n\n".join(each for each in node.comment.split("\n\n") if not is_reported(each))
        node.children[1:] = [each for each in node.children[1:] if each.comment != _LINE]
    for each in course.positions:
        if (look := report.looks.get(each.node)) is not None:
            said = Text(
                "{chance} ({engine}, {visits:,} visits).", chance=chance(look), engine=look.by, visits=look.visits
            )
            _comment(nodes[each.node], said)
    counts = course.variant.rules.ends_by_passes
    for colour in ("black", "white"):
        for made in report.worst(colour, most):
            _judge(report, nodes, made, counts)
    if nodes:
        _comment(nodes[0], "\n".join(facts(report)))
    return record


def _judge(report: GameReport, nodes: list[Node], made: MoveLoss, counts: bool) -> None:
    node, before = nodes[made.node], nodes[made.node - 1]
    mistake = Text("A grave mistake: {cost}.") if made.degree == "grave" else Text("A mistake: {cost}.")
    said = mistake.with_values(cost=cost(made, counts))
    _comment(node, joined([said, better_and_why(report, made)]))
    given = node.annotation or Annotation()
    if given.quality is None:  # keep the judgement of the record's author
        node.annotation = replace(given, quality="bad" if made.degree == "grave" else "doubtful")
    if made.line and all(child.move != made.line[0] for child in before.children):
        if (point := point_of(made.line[0])) is not None:
            markup = node.markup = node.markup or Markup()
            marked = markup.marks.setdefault("triangle", [])
            if point not in marked:
                marked.append(point)
        before.children.append(_variation(made.line, made.by))


def _variation(line: tuple[str, ...], colour: Colour) -> Node:
    """Return a line as a chain of nodes."""
    first = node = Node(move=line[0], colour=colour, comment=_LINE)
    for move in line[1:]:
        colour = other(colour)
        node.children = [Node(move=move, colour=colour)]
        node = node.children[0]
    return first


def _comment(node: Node, said: str) -> None:
    node.comment = "\n\n".join(filter(None, (node.comment, said)))
