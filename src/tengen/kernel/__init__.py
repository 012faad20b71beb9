"""The compiled rules: fast, without memory, and exact about everything on the table.

History, superko and results belong to :mod:`tengen.game`. Importing this package imports Numba; compiled code is cached
on disk.
"""

from .batch import Playouts, playouts
from .state import BoardAdjacency, State, start_state

__all__ = ["BoardAdjacency", "Playouts", "State", "playouts", "start_state"]
