"""What the server and a worker process say to each other: each message is a line of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict

from ...records import Colour, Listing, Text, listed

JobKind = Literal["move", "dead", "analysis", "ponder", "trial"]
"""What a job is: "ponder" thinks on while the other side thinks, "trial" plays a whole game against itself."""


class JobRequest(TypedDict, total=False):
    """What a job is about: a game as JSON and, for a move or pondering, the level and the key of its search tree.

    For an analysis, what was ``played`` in the position, where that is known; for a trial, the ``number`` of its game.
    """

    text: str
    level: int
    key: str
    simulations: int
    played: str
    number: int


class AnalysedMove(TypedDict):
    """A candidate of an analysis: chances (0 to 1) of the side to move, leads of Black, the line it expects."""

    move: str
    visits: int
    win_rate: float
    lead: float | None
    variation: list[str]


class AnalysisResult(TypedDict):
    """An analysis: win rates of the side to move, leads Black's, owners from 1 (Black) to -1.

    ``black`` is Black's chance (0 to 1), for graphs over many moves. The errors are standard errors, 0 if none are
    stated. ``by`` says whose opinion it is, Tengen's where it says nothing; ``instead`` that a stronger engine of this
    server was asked first, and had none. ``why`` are sentences on the first candidate: only the end result of more than
    a glance has them. What a move that was played does as well is none of them.
    """

    to_play: Colour
    visits: int
    win_rate: float
    black: float
    black_error: NotRequired[float]
    lead: float | None
    lead_error: NotRequired[float]
    candidates: Sequence[AnalysedMove]
    ownership: dict[str, float]
    by: NotRequired[str]
    instead: NotRequired[bool]
    why: NotRequired[list[Text]]


class DeadStones(NamedTuple):
    """The labels of the stones that look dead, and whose opinion that is, "" where the rules decide it."""

    stones: list[str]
    by: str


class TrialGame(TypedDict):
    """A game of the computer against itself: ``how`` is the word of `Outcome`, or "cut" as too long.

    ``events`` are counted as in `SelfGame`; ``effects`` say of axes at how many turns other moves would have been legal
    with the axis at its default, and whether somebody else would have won (`rule_effects`).
    """

    winner: Colour | None
    margin: float | None
    how: str
    moves: int
    events: dict[str, int]
    effects: dict[str, tuple[int, bool]]


JobAnswer = str | list[str] | AnalysisResult | TrialGame
"""A move's text ("" after pondering), the labels of dead stones, an analysis, or a game."""


class ToWorker(TypedDict, total=False):
    """A job to go on with from now on, by its number, new where its ``kind`` is given; or one to ``cancel``."""

    job: int
    kind: JobKind
    request: JobRequest
    cancel: int


class FromWorker(TypedDict, total=False):
    """Once, that a worker is ``ready`` (its process), and for ever that it is ``alive``; and news of a ``job``.

    The news is how many seconds were ``spent`` on it since the last word, what is found so far, its answer, or why
    there is none.
    """

    ready: int
    alive: bool
    spent: float
    job: int
    update: AnalysisResult
    answer: JobAnswer
    error: str
    cancelled: bool


def written(message: FromWorker) -> bytes:
    """Return a message as a line of JSON; texts keep their templates and values.

    >>> read(written({"job": 7, "error": Text("{count} stones", count=3)}))["error"].template
    '{count} stones'
    """
    return json.dumps(_packed(message), separators=(",", ":")).encode() + b"\n"


def read(line: bytes) -> FromWorker:
    """Return the message of a line; raise ValueError if it is not JSON."""
    message: FromWorker = json.loads(line, object_hook=_unpacked)
    return message


def _packed(data: object) -> object:
    if isinstance(data, Text):
        return {"template": data.template, "plural": data.plural, "values": _packed(data.values)}
    if isinstance(data, Listing):
        return {"listed": [_packed(each) for each in data], "style": data.style}
    if isinstance(data, Mapping):
        return {name: _packed(value) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [_packed(each) for each in data]
    return data if data is None or isinstance(data, str | int | float) else str(data)


def _unpacked(data: dict[str, Any]) -> object:
    match data:
        case {"template": template, "plural": plural, "values": values}:
            return Text.counted(template, plural, **values) if plural else Text(template, **values)
        case {"listed": items, "style": style}:
            return listed(items, style)
    return data
