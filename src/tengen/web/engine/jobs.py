"""A job for the engine: who asks, what it probably costs, and how it went."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from ...records import TengenError
from ..scheduler.fair_queue import Work
from .messages import AnalysisResult, JobAnswer, JobKind, JobRequest

_AGAIN: Final = 0.5
"""Seconds between two tries to get into the engine's queue."""
_T = TypeVar("_T")


class EngineError(TengenError):
    """A job that could not be done: the game is over, or its workers broke down over it."""


class EngineDown(EngineError):
    """The engine broke down, over this job or altogether: the same may be asked again later."""


class Busy(EngineError):
    """Too many jobs are waiting already; one may ask again later."""


def busy(waiting: int) -> Busy:
    """Return the refusal of a job while many are waiting."""
    return Busy("the engine is busy: {count} jobs are waiting; try again in a few seconds", count=waiting)


@dataclass(frozen=True)
class Question:
    """A position to think about: the game as JSON, the points of its board, whose search tree may be used, who pays.

    ``key`` is the game's name, ``payer`` an address on the network; what nobody pays for is on the game's own account.
    ``moves`` is how many moves have been made, ``board`` the board's text, and ``played`` the move that was made in the
    position, where that is known.
    """

    text: str
    points: int = 361
    key: str = ""
    payer: str = ""
    moves: int = 0
    board: str = ""
    played: str = ""

    @property
    def account(self) -> str:
        """Whom its time is charged to."""
        return self.payer or f"game {self.key}"


@dataclass(eq=False)
class Job(Work):
    """One thing to work out: ``request`` is what the worker gets, ``lost`` how many workers were lost over it."""

    kind: JobKind
    question: Question
    request: JobRequest
    answer: asyncio.Future[JobAnswer]
    on_update: Callable[[AnalysisResult], None] | None = None
    asked: float = 0.0
    lost: int = 0

    def __post_init__(self) -> None:
        """Take the payer from the question, and the order from the kind: an analysis is for nobody who plays on."""
        self.payer: str = self.question.account
        self.urgent: bool = self.kind not in ("analysis", "trial")
        self.is_bonus: bool = self.kind == "ponder"

    @property
    def size(self) -> int:
        """How much work it is, in simulations times points; a trial has about as many moves as points."""
        return self.request["simulations"] * self.question.points ** (2 if self.kind == "trial" else 1)

    def refuse(self, error: Exception) -> None:
        """Say that there is no answer, and why."""
        if not self.answer.done():
            self.answer.set_exception(error)


async def patiently(ask: Callable[[], Awaitable[_T]], pause: float = _AGAIN) -> _T:
    """Return the engine's answer; while too many jobs wait already, ask again after every pause, in seconds."""
    while True:
        try:
            return await ask()
        except Busy:
            await asyncio.sleep(pause)
