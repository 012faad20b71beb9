"""Compiled Monte Carlo tree search: what a stone can do at once, the playout policy, and the tree above them.

It uses positions and keys, never `Game`; `players.MCTS` plays with it.
"""

from .nodes import Options
from .search import ROOT, Search
from .situations import situation_keys

__all__ = ["ROOT", "Options", "Search", "situation_keys"]
