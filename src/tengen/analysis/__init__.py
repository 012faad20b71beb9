"""KataGo's analysis protocol: queries in, one JSON line a result, for every game and on every board.

Source: docs/Analysis_Engine.md of KataGo.
"""

from .queries import AnalysisSettings, Perspective, Wishes
from .session import AnalysisSession

__all__ = ["AnalysisSession", "AnalysisSettings", "Perspective", "Wishes"]
