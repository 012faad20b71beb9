"""Monte Carlo tree search, jitted: what a stone can do at once, how playouts move, and the tree above them.

It knows positions and keys, never `Game`; `players.MCTS` plays with it.
"""

from .nodes import Options
from .search import ROOT, Search
from .situations import situation_keys

__all__ = ["ROOT", "Options", "Search", "situation_keys"]
