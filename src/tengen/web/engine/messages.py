"""Messages between the server and a worker process, as lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict

from ...records import Colour, Listing, Text, listed

JobKind = Literal["move", "dead", "analysis", "ponder", "trial"]
"""Kinds of jobs; "trial" is a whole game against itself."""


class JobRequest(TypedDict, total=False):
    """The data of a job: a game as JSON and, for a move or pondering, the level and the key of its search tree.

    For an analysis, the move ``played`` in the position, if known; for a trial, the ``number`` of its game.
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

    ``black`` is Black's chance (0 to 1), for graphs over many moves. The errors are standard errors, 0 if unknown.
    ``by`` names the engine, by default Tengen; ``instead`` means that a stronger engine was tried first in vain.
    ``why`` are sentences on the first candidate, without merits that the move played shares; only the final result of
    more than a glance has them.
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
    """The labels of the stones that look dead, and the engine's name; "" if the rules decide."""

    stones: list[str]
    by: str


class TrialGame(TypedDict):
    """A game of the computer against itself: ``how`` is the word of `Outcome`, or "cut" if it was too long.

    ``events`` are counted as in `SelfGame`; ``effects`` give, by axis, the number of turns at which other moves would
    have been legal with the axis at its default, and whether the winner would have changed (`rule_effects`).
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
    """A job to start (with its ``kind``) or to continue, by its number; or one to ``cancel``."""

    job: int
    kind: JobKind
    request: JobRequest
    cancel: int


class FromWorker(TypedDict, total=False):
    """A worker's process id once it is ``ready``, its regular heartbeat (``alive``), or news of a ``job``.

    The news is the seconds ``spent`` on it since the last message, a partial result, its answer, or its error.
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
