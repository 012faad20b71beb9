"""The engine's worker processes: they think, so that the server never has to (docs/web.md)."""

from .crew import Crew
from .engine_pool import EnginePool
from .jobs import Busy, EngineDown, EngineError, Question
from .outside import OutsideEngine

__all__ = [
    "Busy",
    "Crew",
    "EngineDown",
    "EngineError",
    "EnginePool",
    "OutsideEngine",
    "Question",
]
