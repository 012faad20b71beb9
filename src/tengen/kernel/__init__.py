"""The rules, compiled: memoryless, exact about everything on the table, and fast.

History, superko and results are the business of :mod:`tengen.game`. Importing this package imports Numba; what is
compiled is cached on disk.
"""

from .batch import Playouts, playouts
from .state import BoardAdjacency, State, start_state

__all__ = ["BoardAdjacency", "Playouts", "State", "playouts", "start_state"]
