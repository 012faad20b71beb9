"""Findings in words and as plain data; in words, points are named as in the formal notation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from ...boards import Board
from ...game.formal_records import POSTULATES
from ...records import COLOURS, NAMES, Colour, Text
from ...records.text import as_text, in_a_row

if TYPE_CHECKING:
    from ...game.formal import ConfigurationScore, FamilyJudgement
    from .findings import ConfigurationStudy, FormalFindings, GroupStudy

_SHOWN: Final = 12
"""The maximum number of points named in a line; further ones are counted."""
_INDENTED: Final = "  {line}"
_COLOURS: Final[dict[Colour, Text]] = {"black": Text("black"), "white": Text("white")}


def report(found: FormalFindings) -> Iterator[Text]:
    """Yield whether a record is valid, then the findings about the configuration and the family."""
    yield from report_record(found)
    yield from report_study(found.study, found.at if found.given.is_record else None)
    if found.family is not None:
        yield from report_family(found.given.board, found.family)


def report_record(found: FormalFindings) -> Iterator[Text]:
    """Yield whether the input is a record."""
    given, broken = found.given, found.broken
    board = given.board.name
    if not given.is_record:
        yield Text("A configuration on {board}.", board=board)
        return
    last = len(given.configurations) - 1
    if found.started:
        yield Text("f_0 to f_{last} on {board}, from a start that was given.", last=last, board=board)
    else:
        yield Text("f_0 to f_{last} on {board}.", last=last, board=board)
    if broken is not None:
        number, postulate = broken.where, broken.postulate
        yield Text(
            "Not a record: f_{number} breaks postulate {postulate}. {what}.",
            number=number,
            postulate=postulate,
            what=broken.what,
        )
        yield Text("Postulate {postulate}: {what}.", postulate=postulate, what=POSTULATES[postulate])
    elif not found.finished:
        yield Text("A record so far: postulates 1, 3, 4, 5 and 6 hold.")
    else:
        yield Text("A record: all six postulates hold.")


def report_study(found: ConfigurationStudy, at: int | None) -> Iterator[Text]:
    """Yield the score, the eyes and the groups of a configuration."""
    board, score = found.board, _score(found.score)
    if at is None:
        yield Text("The configuration: score {score}.", score=score)
    else:
        yield Text("f_{number}: score {score}.", number=at, score=score)
    for colour in COLOURS:
        yield _eyes_of(board, colour, found)
    for group in found.groups:
        yield Text(_INDENTED, line=_group(board, group))
    if found.groups:
        yield Text(
            "With every group removed that stones of one side alone could capture: {score}.",
            score=_score(found.settled),
        )


def _eyes_of(board: Board, colour: Colour, found: ConfigurationStudy) -> Text:
    eyes, own = found.eyes[colour], found.one_point_eyes[colour]
    counted = _eyes(len(eyes))
    if own:
        counted = Text("{eyes}, {single} of them of one point", eyes=counted, single=len(own))
    if not eyes:
        return Text("{colour} has {eyes}.", colour=NAMES[colour], eyes=counted)
    points = in_a_row(_named(board, eye) for eye in eyes)
    return Text("{colour} has {eyes}: {points}.", colour=NAMES[colour], eyes=counted, points=points)


def report_family(board: Board, found: FamilyJudgement) -> Iterator[Text]:
    """Yield whether a family is safe, and if not, why."""
    count, colour = len(found.groups), _COLOURS[found.colour]
    if found.is_safe:
        yield Text.counted(
            "The family of {count} {colour} group is safe:",
            "The family of {count} {colour} groups is safe:",
            count,
            colour=colour,
        )
    else:
        yield Text.counted(
            "The family of {count} {colour} group is not safe:",
            "The family of {count} {colour} groups is not safe:",
            count,
            colour=colour,
        )
    for group, eyes in found.groups:
        values = {"points": _named(board, group), "eyes": _eyes(len(eyes))}
        if eyes:
            places = in_a_row(_named(board, eye) for eye in eyes)
            said = Text("{points} is next to {eyes} of the family: {places}", places=places, **values)
        else:
            said = Text("{points} is next to {eyes} of the family", **values)
        yield Text(_INDENTED, line=said)


def _group(board: Board, group: GroupStudy) -> Text:
    named = {"colour": NAMES[group.colour], "points": _named(board, group.stones)}
    if group.is_dead:
        return Text("{colour} {points}: dead: no liberty", **named)
    return Text.counted(
        "{colour} {points}: {count} liberty, next to {eyes}, {safe}, {alive}",
        "{colour} {points}: {count} liberties, next to {eyes}, {safe}, {alive}",
        len(group.liberties),
        eyes=_eyes(len(group.eyes)),
        safe=Text("safe") if group.is_safe else Text("not safe"),
        alive=Text("alive by Benson") if group.is_alive else Text("not alive by Benson"),
        **named,
    )


def _eyes(count: int) -> Text:
    return Text.counted("{count} eye", "{count} eyes", count)


def _score(score: ConfigurationScore) -> Text:
    margin = f"{score.margin:+d}" if score.margin else "0"
    return Text(
        "{score} (Black {black}, White {white}, neutral {neutral})",
        score=margin,
        black=len(score.black),
        white=len(score.white),
        neutral=len(score.neutral),
    )


def _named(board: Board, labels: Iterable[str]) -> Text:
    points = sorted(board.point(label) for label in labels)
    named = " ".join(board.pair(point) for point in points[:_SHOWN])
    more = len(points) - _SHOWN
    return Text("{points} and {more} more", points=named, more=more) if more > 0 else as_text(named)


def as_dict(found: FormalFindings) -> dict[str, Any]:
    """Return everything in JSON's types; points are named by their labels."""
    given, seen = found.given, found.study
    broken = found.broken
    clicks = given.clicks
    return {
        "board": given.board.text,
        "configurations": [list(f) for f in given.configurations],
        "clicks": None if clicks is None else [None if p is None else given.board.labels[p] for p in clicks],
        "is_record": given.is_record and broken is None,
        "broken": broken and {"postulate": broken.postulate, "where": broken.where, "what": broken.what},
        "at": found.at,
        "stones": found.stones,
        "score": _sides(seen.score),
        "settled": _sides(seen.settled),
        "eyes": {colour: [sorted(eye) for eye in seen.eyes[colour]] for colour in COLOURS},
        "one_point_eyes": {colour: sorted(seen.one_point_eyes[colour]) for colour in COLOURS},
        "groups": [
            {
                "colour": group.colour,
                "stones": sorted(group.stones),
                "liberties": sorted(group.liberties),
                "eyes": [sorted(eye) for eye in group.eyes],
                "safe": group.is_safe,
                "alive": group.is_alive,
                "dead": group.is_dead,
            }
            for group in seen.groups
        ],
        "family": found.family
        and {
            "colour": found.family.colour,
            "safe": found.family.is_safe,
            "groups": [
                {"stones": sorted(group), "eyes": [sorted(eye) for eye in eyes]} for group, eyes in found.family.groups
            ],
        },
    }


def _sides(score: ConfigurationScore) -> dict[str, int]:
    return {"black": len(score.black), "white": len(score.white), "neutral": len(score.neutral), "margin": score.margin}
