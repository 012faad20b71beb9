"""What a side is sure of and what it may hope for, where play may be infinite."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

Points = TypeVar("Points", int, float)


class Bracket(NamedTuple, Generic[Points]):
    """What the side to move is sure of, own points minus the enemy's: infinite play at its worst, and at its best.

    Where there is no score, 1 is a win and -1 a loss.
    """

    low: Points
    high: Points

    @property
    def is_settled(self) -> bool:
        """Whether both are the same."""
        return self.low == self.high

    def turned(self) -> Bracket[Points]:  # type: ignore[misc]  # a named tuple of either kind of number
        """Return the bracket as the other side sees it."""
        return Bracket(-self.high, -self.low)

    def worth(self, cycle: float) -> float:  # type: ignore[misc]  # a named tuple of either kind of number
        """Return the value where infinite play is worth ``cycle`` to the side to move."""
        return max(self.low, min(cycle, self.high))
