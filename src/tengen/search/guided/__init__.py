"""A tree search guided by evaluations from outside, such as a network's: many trees at once, leaves in batches.

It knows positions and keys, neither `Game` nor networks; `players.Guided` plays with it.
"""

from ..leaves import Evaluation, Leaves
from .forest import FOUND, Forest, node_bytes
from .options import ForestOptions
from .rollouts import Rollouts

__all__ = ["FOUND", "Evaluation", "Forest", "ForestOptions", "Leaves", "Rollouts", "node_bytes"]
