"""What a proof may cost: seconds, memory, positions; and whoever wants to hear how far it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from time import monotonic

from ..records import TengenError

GIGABYTE = 1 << 30


class OutOfBudget(TengenError):
    """A limit was reached before the proof was done."""


@dataclass
class Budget:
    """Limits of a proof: bytes of tables, seconds, positions looked at; None is no limit.

    ``report`` is called with the stage and how much of it is done (0 to 1; negative where nobody knows), many times a
    second.
    """

    memory: int = 4 * GIGABYTE
    seconds: float | None = None
    nodes: int | None = None
    report: Callable[[str, float], None] | None = None
    used: int = field(default=0, init=False)
    looked_at: int = field(default=0, init=False)
    _begun: float = field(default_factory=monotonic, init=False)

    @property
    def elapsed(self) -> float:
        """Seconds since the budget was made."""
        return monotonic() - self._begun

    def rest(self, parts: int = 1, spent: int = 0) -> Budget:
        """Return a budget of its own for a part of the work: of the memory so much, and the seconds that are left.

        Of the positions so many are gone as ``spent`` says.
        """
        seconds = None if self.seconds is None else max(0.0, self.seconds - self.elapsed)
        nodes = None if self.nodes is None else max(0, self.nodes - spent)
        return replace(self, memory=self.memory // parts, seconds=seconds, nodes=nodes)

    def step(self, stage: str, share: float = -1.0, nodes: int = 0) -> None:
        """Say what is being done and how many more positions have been looked at.

        Raises:
            OutOfBudget: the seconds or the positions are spent.
        """
        self.looked_at += nodes
        if self.report is not None:
            self.report(stage, share)
        if self.seconds is not None and self.elapsed > self.seconds:
            raise OutOfBudget(f"the {self.seconds:g} seconds allowed are over")
        if self.nodes is not None and self.looked_at > self.nodes:
            raise OutOfBudget(f"the {self.nodes:,} positions allowed have been looked at")

    def take(self, size: int, what: str) -> None:
        """Put memory down to the account.

        Raises:
            OutOfBudget: there is not so much left.
        """
        if self.used + size > self.memory:
            raise OutOfBudget(
                f"{what} would take {_bytes(self.used + size)} of memory, and {_bytes(self.memory)} are allowed"
            )
        self.used += size


def _bytes(size: int) -> str:
    return f"{size / GIGABYTE:,.1f} GiB" if size >= GIGABYTE // 10 else f"{size / (1 << 20):,.1f} MiB"
