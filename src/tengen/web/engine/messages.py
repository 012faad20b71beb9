"""What the server and a worker process say to each other: each message is a line of JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, NotRequired, TypedDict

from ...records import Colour

JobKind = Literal["move", "dead", "analysis", "ponder"]
"""What a job is: the last one thinks on while the other side thinks."""


class JobRequest(TypedDict, total=False):
    """What a job is about: a game as JSON and, for a move or pondering, the level and the key of its search tree.

    For an analysis, what was ``played`` in the position, where that is known.
    """

    text: str
    level: int
    key: str
    simulations: int
    played: str


class AnalysedMove(TypedDict):
    """A candidate of an analysis: chances (0 to 1) of the side to move, leads of Black, the line it expects."""

    move: str
    visits: int
    win_rate: float
    lead: float | None
    variation: list[str]


class AnalysisResult(TypedDict):
    """An analysis: win rates of the side to move, leads Black's, owners from 1 (Black) to -1.

    ``black`` is Black's chance (0 to 1), for graphs over many moves. ``by`` says whose opinion it is, Tengen's where it
    says nothing; ``instead`` that a stronger engine of this server was asked first, and had none. ``why`` are
    sentences, in English, on the first candidate: only the end result of more than a glance has them. What a move that
    was played does as well is none of them.
    """

    to_play: Colour
    visits: int
    win_rate: float
    black: float
    lead: float | None
    candidates: Sequence[AnalysedMove]
    ownership: dict[str, float]
    by: NotRequired[str]
    instead: NotRequired[bool]
    why: NotRequired[list[str]]


class DeadStones(NamedTuple):
    """The labels of the stones that look dead, and whose opinion that is, "" where the rules decide it."""

    stones: list[str]
    by: str


JobAnswer = str | list[str] | AnalysisResult
"""A move's text ("" after pondering), the labels of dead stones, or an analysis."""


class ToWorker(TypedDict, total=False):
    """A job to go on with from now on (``job`` is its number), new where its ``kind`` is given; or one to ``cancel``.

    ``to`` is the number of the worker's process: a message to one that is gone is not for the next.
    """

    to: int

    job: int
    kind: JobKind
    request: JobRequest
    cancel: int


class FromWorker(TypedDict, total=False):
    """Once, that a worker is ``ready`` (its process), and for ever that it is ``alive``; and news of a ``job``.

    The news is how many seconds were ``spent`` on it since the last word, what is found so far, its answer, or why
    there is none. Its nursery says that it was ``lost``, with which exit code; another one's ``ready`` follows.
    """

    ready: int
    lost: int
    alive: bool
    spent: float
    job: int
    update: AnalysisResult
    answer: JobAnswer
    error: str
    cancelled: bool
