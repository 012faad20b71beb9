"""May a group be captured? Reading life and death by proof-number search over a group's surroundings.

`GroupReader` reads the groups of a position. Its `Fate` is exact if the group is enclosed: nothing is estimated.
"""

from .fate import Fate, GroupReader, Reading

__all__ = ["Fate", "GroupReader", "Reading"]
