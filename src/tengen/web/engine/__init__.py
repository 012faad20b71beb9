"""The engine's worker processes: they think, so that the server never has to (docs/web.md)."""

from .pool import Engine
from .quota import Quota, QuotaSpent
from .waiting import Busy, EngineError

__all__ = ["Busy", "Engine", "EngineError", "Quota", "QuotaSpent"]
