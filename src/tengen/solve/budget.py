"""What a proof may cost in seconds, memory and positions, and a report of how far it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from time import monotonic

from .keeping import Keeper
from .served import OutOfBudget, OutOfMemory

GIGABYTE = 1 << 30


@dataclass
class _Spent:
    """What a proof and all its parts have spent: since when they run, and how many positions they have looked at."""

    begun: float = field(default_factory=monotonic)
    nodes: int = 0


@dataclass
class Budget:
    """Limits of a proof: bytes of tables, seconds, positions looked at; None is no limit.

    ``report`` is called many times a second, with the stage and the share of it that is done (0 to 1; negative:
    unknown). A ``keeper`` writes now and then what the search knows.
    """

    memory: int = 4 * GIGABYTE
    seconds: float | None = None
    nodes: int | None = None
    report: Callable[[str, float], None] | None = None
    keeper: Keeper | None = None
    used: int = field(default=0, init=False)
    _spent: _Spent = field(default_factory=_Spent, init=False)

    @property
    def elapsed(self) -> float:
        """Seconds since the budget was made."""
        return monotonic() - self._spent.begun

    @property
    def looked_at(self) -> int:
        """How many positions the proof and its parts have looked at."""
        return self._spent.nodes

    @looked_at.setter
    def looked_at(self, nodes: int) -> None:
        self._spent.nodes = nodes

    @property
    def left(self) -> int | None:
        """How many positions may still be looked at."""
        return None if self.nodes is None else self.nodes - self.looked_at

    def part(self, parts: int = 1) -> Budget:
        """Return a budget for a part of the work: a share of the memory, and the seconds and positions of the whole."""
        made = replace(self, memory=self.memory // parts)
        made._spent = self._spent
        return made

    def half(self) -> Budget:
        """Return a budget for a part of the work that may fail: half of the seconds and positions that are left."""
        made = self.part()
        if self.seconds is not None:
            made.seconds = (self.elapsed + self.seconds) / 2
        if self.left is not None:
            made.nodes = self.looked_at + self.left // 2
        return made

    def step(self, stage: str, share: float = -1.0, nodes: int = 0) -> None:
        """Say what is being done and how many more positions are looked at.

        Raises:
            OutOfBudget: the seconds are spent, or fewer positions are left.
        """
        if self.report is not None:
            self.report(stage, share)
        if self.left is not None and nodes > self.left:
            raise self.no_more_nodes()
        self.looked_at += nodes
        if self.seconds is not None and self.elapsed > self.seconds:
            raise OutOfBudget(f"the {self.seconds:g} seconds allowed are over")

    def no_more_nodes(self) -> OutOfBudget:
        """Return the error of a search that has looked at all positions it may."""
        return OutOfBudget(f"the {self.nodes:,} positions allowed have been looked at")

    def take(self, size: int, what: str) -> None:
        """Put memory down to the account.

        Raises:
            OutOfMemory: less is left.
        """
        if self.used + size > self.memory:
            raise OutOfMemory(
                f"{what} would take {_bytes(self.used + size)} of memory, and {_bytes(self.memory)} are allowed"
            )
        self.used += size


def plies_deep(plies: int) -> str:
    """Return the depth of a search in words.

    >>> plies_deep(1), plies_deep(2)
    ('1 ply deep', '2 plies deep')
    """
    return f"{plies} {'ply' if plies == 1 else 'plies'} deep"


def _bytes(size: int) -> str:
    return f"{size / GIGABYTE:,.1f} GiB" if size >= GIGABYTE // 10 else f"{size / (1 << 20):,.1f} MiB"


__all__ = ["GIGABYTE", "Budget", "OutOfBudget", "OutOfMemory"]
