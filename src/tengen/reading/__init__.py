"""Reading life and death by proof-number search over a group's surroundings: may it be captured?

A `Fate` is a proof if the group is enclosed and the enemy chains with two or more liberties elsewhere are safe.
"""

from .blunders import BlunderReader
from .fate import Fate, GroupReader, Reading

__all__ = ["BlunderReader", "Fate", "GroupReader", "Reading"]
