"""A trial of an engine: whether it answers, and how fast it is."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from ..game import Game
from ..players import Budget
from .engine import Engine


def trial(engine: Engine, seconds: float) -> dict[str, Any]:
    """Ask an engine for ``seconds`` about each empty board that it knows; ProgramError where it does not answer.

    Return its name, the seconds until its first answer, and its move, visits and speed on each of the boards.
    """
    known = [board for board in ("9x9", "19x19") if not engine.why_not(Game("chinese", board=board))]
    boards = known or ["2x2"]  # which every engine knows
    began = perf_counter()
    engine.judge(Game("chinese", board=boards[0]), Budget(simulations=1))
    started = round(perf_counter() - began, 2)
    return {
        "name": engine.name,
        "started_in": started,
        "boards": {board: _speed_on(board, engine, seconds) for board in boards},
    }


def _speed_on(board: str, engine: Engine, seconds: float) -> dict[str, Any]:
    began = perf_counter()
    found = engine.judge(Game("chinese", board=board), Budget(seconds=seconds))
    took = perf_counter() - began
    return {
        "move": found.candidates[0].move if found.candidates else "",
        "visits": found.visits,
        "seconds": round(took, 2),
        "visits_a_second": round(found.visits / max(took, 1e-9), 1),
    }
