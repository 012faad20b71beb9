"""Monte Carlo tree search, jitted: what a stone can do at once, how playouts move, and the tree above them.

It knows positions and keys, never `Game`; `players.MCTS` plays with it. `guided` holds the search that asks others
what a position is worth.
"""

from .earlier import situation_keys
from .leaves import Evaluation, Leaves
from .options import Options
from .search import ROOT, Search

__all__ = ["ROOT", "Evaluation", "Leaves", "Options", "Search", "situation_keys"]
