"""The engine's worker processes: they think, so that the server never has to (docs/web.md)."""

from .engine_pool import EnginePool
from .job_queue import Busy, EngineError
from .quota import Quota, QuotaSpent

__all__ = ["Busy", "EngineError", "EnginePool", "Quota", "QuotaSpent"]
