"""The engine's worker processes: they think, so that the server never has to (docs/web.md)."""

from .engine_pool import EnginePool
from .jobs import Busy, EngineDown, EngineError, Question
from .outside import OutsideEngine
from .quota import Quota, QuotaSpent

__all__ = ["Busy", "EngineDown", "EngineError", "EnginePool", "OutsideEngine", "Question", "Quota", "QuotaSpent"]
