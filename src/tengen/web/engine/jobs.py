"""A job for the engine: its payer, its expected cost, and its result."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from ...records import TengenError
from ..scheduler.fair_queue import Work
from .messages import AnalysisResult, JobAnswer, JobKind, JobRequest

_AGAIN: Final = 0.5
"""Seconds between attempts to enter the engine's queue."""
_T = TypeVar("_T")


class EngineError(TengenError):
    """A job that failed: the game is over, or its workers broke down."""


class EngineDown(EngineError):
    """The engine broke down, over this job or altogether; it may be tried again later."""


class Busy(EngineError):
    """Too many jobs are waiting; it may be tried again later."""


def busy(waiting: int) -> Busy:
    return Busy("the engine is busy: {count} jobs are waiting; try again in a few seconds", count=waiting)


@dataclass(frozen=True)
class Question:
    """A position to search: the game as JSON, the number of its points, the key of its search tree, and the payer.

    ``key`` is the game's name, ``payer`` a network address; without a payer the game itself is charged. ``moves`` is
    the number of moves made, ``board`` the board's text, and ``played`` the move made in the position, if known.
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
        return self.payer or f"game {self.key}"


@dataclass(eq=False)
class Job(Work):
    """One job: ``request`` is sent to the worker, ``lost`` counts the workers lost over it."""

    kind: JobKind
    question: Question
    request: JobRequest
    answer: asyncio.Future[JobAnswer]
    on_update: Callable[[AnalysisResult], None] | None = None
    asked: float = 0.0
    lost: int = 0

    def __post_init__(self) -> None:
        """Take the payer from the question, and the priority from the kind: players come before analyses."""
        self.payer: str = self.question.account
        self.urgent: bool = self.kind not in ("analysis", "trial")
        self.is_bonus: bool = self.kind == "ponder"

    @property
    def size(self) -> int:
        """The amount of work, in simulations times points; a trial has about one move a point."""
        return self.request["simulations"] * self.question.points ** (2 if self.kind == "trial" else 1)

    def refuse(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


async def patiently(ask: Callable[[], Awaitable[_T]], pause: float = _AGAIN) -> _T:
    """Return the engine's answer; while the queue is full, retry after every ``pause`` (seconds)."""
    while True:
        try:
            return await ask()
        except Busy:
            await asyncio.sleep(pause)
