"""What was found, in words and as plain data; points are named in words as the formal notation names them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from ...boards import Board
from ...game.formal_records import POSTULATES
from ...records import COLOURS

if TYPE_CHECKING:
    from ...game.formal import ConfigurationScore, FamilyJudgement
    from .configuration_study import ConfigurationStudy, GroupStudy
    from .findings import FormalFindings

_SHOWN: Final = 12
"""The most points that a line names; the rest is counted."""


def report(found: FormalFindings) -> Iterator[str]:
    """Yield whether a record holds, then what there is to say of the configuration looked at, and of the family."""
    yield from report_record(found)
    yield from report_study(found.study, found.at if found.given.is_record else None)
    if found.family is not None:
        yield from report_family(found.given.board, found.family)


def report_record(found: FormalFindings) -> Iterator[str]:
    """Yield whether what was read is a record."""
    given, broken = found.given, found.broken
    where = given.board.name
    if not given.is_record:
        yield f"A configuration on {where}."
        return
    last = len(given.configurations) - 1
    yield f"f_0 to f_{last} on {where}{', from a start that was given' if found.started else ''}."
    if broken is not None:
        yield f"Not a record: f_{broken.where} breaks postulate {broken.postulate}. {_capital(broken.what)}."
        yield f"Postulate {broken.postulate}: {POSTULATES[broken.postulate]}."
    elif not found.finished:
        yield "A record so far: postulates 1, 3, 4, 5 and 6 hold."
    else:
        yield "A record: all six postulates hold."


def report_study(found: ConfigurationStudy, at: int | None) -> Iterator[str]:
    """Yield the score, the eyes and the groups of a configuration."""
    board = found.board
    yield f"{'The configuration' if at is None else f'f_{at}'}: score {_score(found.score)}."
    for colour in COLOURS:
        eyes = found.eyes[colour]
        said = "; ".join(_named(board, eye) for eye in eyes)
        own = found.one_point_eyes[colour]
        single = f", {len(own)} of them of one point" if own else ""
        yield f"{colour.capitalize()} has {_counted(len(eyes), 'eye')}{single}{f': {said}' if eyes else ''}."
    for group in found.groups:
        yield f"  {_group(board, group)}"
    if found.groups:
        yield f"With every group taken off that stones of one side alone could capture: {_score(found.settled)}."


def report_family(board: Board, found: FamilyJudgement) -> Iterator[str]:
    """Yield whether a family is safe, and why not."""
    verdict = "safe" if found.is_safe else "not safe"
    yield f"The family of {_counted(len(found.groups), f'{found.colour} group')} is {verdict}:"
    for group, eyes in found.groups:
        beside = f": {'; '.join(_named(board, eye) for eye in eyes)}" if eyes else ""
        yield f"  {_named(board, group)} is beside {_counted(len(eyes), 'eye')} of the family{beside}"


def _group(board: Board, group: GroupStudy) -> str:
    """Say what is known of a group: by clause 1.20, and by Benson's algorithm."""
    facts = [_counted(len(group.liberties), "liberty").replace("libertys", "liberties")]
    facts.append(f"beside {_counted(len(group.eyes), 'eye')}")
    facts.append("safe" if group.is_safe else "not safe")
    facts.append("alive by Benson" if group.is_alive else "not alive by Benson")
    said = "dead: no liberty" if group.is_dead else ", ".join(facts)
    return f"{group.colour.capitalize()} {_named(board, group.stones)}: {said}"


def _counted(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _score(score: ConfigurationScore) -> str:
    sides = f"Black {len(score.black)}, White {len(score.white)}, neutral {len(score.neutral)}"
    return f"{score.margin:+d} ({sides})" if score.margin else f"0 ({sides})"


def _named(board: Board, labels: Iterable[str]) -> str:
    points = sorted(board.point(label) for label in labels)
    more = f" and {len(points) - _SHOWN} more" if len(points) > _SHOWN else ""
    return " ".join(board.pair(point) for point in points[:_SHOWN]) + more


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def as_dict(found: FormalFindings) -> dict[str, Any]:
    """Return everything as JSON has it; points are named by their labels."""
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
    return {
        "black": len(score.black),
        "white": len(score.white),
        "neutral": len(score.neutral),
        "margin": score.margin,
    }
