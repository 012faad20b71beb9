"""A job for the engine: who asks, what it probably costs, and how it went."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from ...records import TengenError
from .messages import AnalysisResult, JobAnswer, JobKind, JobRequest


class EngineError(TengenError):
    """A job that could not be done: the game is over, or its workers broke down over it."""


class EngineDown(EngineError):
    """The engine broke down, over this job or altogether: the same may be asked again later."""


class Busy(EngineError):
    """Too many jobs are waiting already; one may ask again later."""


@dataclass(frozen=True)
class Question:
    """A position to think about: the game as JSON, the points of its board, whose search tree may be used, who pays.

    ``key`` is the game's name, ``payer`` an address on the network, or else a player; what nobody pays for is on the
    game's own account.
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
class Job:
    """One thing to work out: ``request`` is what the worker gets; ``size`` are its simulations times its points.

    ``spent`` are the seconds that workers gave to it, ``blame`` grows with every worker that was lost over it.
    """

    number: int
    kind: JobKind
    question: Question
    request: JobRequest
    answer: asyncio.Future[JobAnswer]
    on_update: Callable[[AnalysisResult], None] | None = None
    asked: float = 0.0
    begun: float | None = None
    spent: float = field(default=0.0)
    blame: int = field(default=0)

    @property
    def is_bonus(self) -> bool:
        """Whether nobody waits for it at all: it gives way to everything, and costs nobody anything."""
        return self.kind == "ponder"

    @property
    def urgent(self) -> bool:
        """Whether somebody waits for it to go on playing."""
        return self.kind != "analysis"

    @property
    def size(self) -> int:
        """How much work it is, in simulations times points."""
        return self.request["simulations"] * self.question.points

    @property
    def account(self) -> tuple[str, bool]:
        """The account of fair shares that it is charged to: each payer has one for urgent jobs, and one for others."""
        return self.question.account, self.urgent

    def refuse(self, error: Exception) -> None:
        """Say that there is no answer, and why."""
        if not self.answer.done():
            self.answer.set_exception(error)
