"""KataGo's analysis protocol: queries in, a line of JSON per result out, for every game on every board.

Source: docs/Analysis_Engine.md of KataGo.
"""

from .queries import AnalysisSettings, Perspective, Wishes
from .session import AnalysisSession

__all__ = ["AnalysisSession", "AnalysisSettings", "Perspective", "Wishes"]
