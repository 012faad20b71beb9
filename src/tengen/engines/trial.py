"""A trial of an engine: whether it answers, and how fast it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from ..game import Game
from ..players import Budget
from .engine import Engine

BOARDS: Final = ("9x9", "19x19")
_SMALLEST: Final = "2x2"
SECONDS: Final = 3.0
"""How long each board is looked at."""


@dataclass(frozen=True)
class Rate:
    """What came of an empty board: the engine's move, its visits, and the seconds that they took."""

    board: str
    move: str
    visits: int
    seconds: float

    @property
    def visits_a_second(self) -> float:
        """How fast the engine is."""
        return self.visits / max(self.seconds, 1e-9)


@dataclass(frozen=True)
class Trial:
    """An engine that answered: what it calls itself, the seconds until its first answer, and how fast it is."""

    name: str
    started: float
    rates: tuple[Rate, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "name": self.name,
            "started_in": round(self.started, 2),
            "boards": {
                rate.board: {
                    "move": rate.move, "visits": rate.visits, "seconds": round(rate.seconds, 2),
                    "visits_a_second": round(rate.visits_a_second, 1),
                }
                for rate in self.rates
            },
        }  # fmt: skip


def trial(engine: Engine, seconds: float = SECONDS, clock: Callable[[], float] = time.perf_counter) -> Trial:
    """Ask an engine for ``seconds`` about each of `BOARDS` that it knows; ProgramError where it does not answer."""
    boards = [board for board in BOARDS if not engine.why_not(Game("chinese", board=board))] or [_SMALLEST]
    began = clock()
    engine.judge(Game("chinese", board=boards[0]), Budget(simulations=1))
    started = clock() - began
    return Trial(engine.name, started, tuple(_rate(engine, board, seconds, clock) for board in boards))


def _rate(engine: Engine, board: str, seconds: float, clock: Callable[[], float]) -> Rate:
    game = Game("chinese", board=board)
    began = clock()
    found = engine.judge(game, Budget(seconds=seconds))
    move = found.candidates[0].move if found.candidates else ""
    return Rate(board, move, found.visits, clock() - began)
