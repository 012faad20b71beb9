"""The engine's worker processes, which keep searches out of the server process (docs/how/web.md)."""

from .engine_pool import EnginePool
from .jobs import Busy, EngineDown, EngineError, Question
from .outside import OutsideEngine
from .worker_process import Crew

__all__ = ["Busy", "Crew", "EngineDown", "EngineError", "EnginePool", "OutsideEngine", "Question"]
