"""KataGo's analysis protocol: queries in, one JSON line a result, for every game and on every board.

Source: docs/Analysis_Engine.md of KataGo.
"""

from .queries import Perspective, Settings, Wishes
from .session import Session

__all__ = ["Perspective", "Session", "Settings", "Wishes"]
