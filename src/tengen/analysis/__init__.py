"""KataGo's analysis protocol: queries in, one JSON line a result, for every game and on every board.

Source: docs/Analysis_Engine.md of KataGo.
"""

from .session import Session
from .settings import Perspective, Settings, Wishes

__all__ = ["Perspective", "Session", "Settings", "Wishes"]
