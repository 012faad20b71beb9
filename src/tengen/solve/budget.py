"""What a proof may cost in seconds, memory and positions, and why there is none: limits spent, or a game not served.

Whatever has a budget may raise OutOfBudget when it is spent, and KeyboardInterrupt after Ctrl-C. What was found by then
stays where it is, in a table or as bounds, and the next call goes on from it.

Compiled searches run in a thread of their own, so that they can be watched, stopped, and held to a number of positions.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..kernel.array_types import Int64s
from ..kernel.jit import helper
from ..records import TengenError
from ..rules.serving import Served, any_of
from .checkpoints import Keeper

KNOWN: Final[Served] = {
    **any_of("repetition tile_stack tao_start tao_price tao_in_hand prisoner_value komi handicap handicap_bonus"),
    "suicide": ("forbidden", "allowed"),
    "cycle": ("no-result", "draw"),
    "pass_lifts_ko": (False, True),
    "tiles": ("none", "tile", "cushion"),
    "tao": ("off", "on"),
    "tao_payment": ("prisoner", "points"),
    "own_overlap": (False, True),
    "friendly_fire": ("same", "before", "after", "forbidden"),
    "passing": ("pass", "return", "both", "none"),
    "passes": (2, 3),
    "end": ("passes", "no-moves"),
    "scoring": ("area", "territory", "stones"),
    "tax": ("none", "seki", "all"),
    "handicap_kind": ("fixed", "free", "turns"),
}
"""All that the solvers know; each narrows it to what it serves. A value that is new is refused until it is here."""


class OutOfBudget(TengenError):
    """The seconds or the positions allowed were spent before the work was done."""


class OutOfMemory(OutOfBudget):
    """The memory allowed does not hold what the work needs."""


class BoardTooLarge(TengenError):
    """The board has too many points for a method, whatever the limits."""


class PositionNotServed(TengenError):
    """A method does not serve a position: its stones are not ordinary, it has a history, or the game is over."""


GIGABYTE = 1 << 30


@dataclass
class _Spent:
    """Since when a proof and all its parts run, and how many positions they have looked at."""

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
    spent: _Spent = field(default_factory=_Spent, repr=False)
    """What all parts of the work share."""

    @property
    def elapsed(self) -> float:
        """Seconds since the budget was made."""
        return monotonic() - self.spent.begun

    @property
    def looked_at(self) -> int:
        """How many positions the proof and its parts have looked at."""
        return self.spent.nodes

    @property
    def left(self) -> int | None:
        """How many positions may still be looked at."""
        return None if self.nodes is None else self.nodes - self.looked_at

    def part(self, parts: int = 1) -> Budget:
        """Return a budget for a part of the work: a share of the memory, and the seconds and positions of the whole."""
        return replace(self, memory=self.memory // parts)

    def half(self) -> Budget:
        """Return a budget for a part of the work that may fail: half of the seconds and positions that are left."""
        made = self.part()
        if self.seconds is not None:
            made.seconds = (self.elapsed + self.seconds) / 2
        if self.left is not None:
            made.nodes = self.looked_at + self.left // 2
        return made

    def step(self, stage: str, share: float = -1.0, nodes: int = 0) -> None:
        """Say what is being done and how many more positions are looked at; OutOfBudget where that is too much."""
        if self.report is not None:
            self.report(stage, share)
        if self.left is not None and nodes > self.left:
            raise self.no_more_nodes()
        self.spent.nodes += nodes
        if self.seconds is not None and self.elapsed > self.seconds:
            raise OutOfBudget(f"the {self.seconds:g} seconds allowed are over")

    def no_more_nodes(self) -> OutOfBudget:
        """Return the error of a search that has looked at all positions it may."""
        return OutOfBudget(f"the {self.nodes:,} positions allowed have been looked at")

    def take(self, size: int, what: str) -> None:
        """Put memory down to the account; OutOfMemory where less is left."""
        if self.used + size > self.memory:
            raise OutOfMemory(
                f"{what} would take {_bytes(self.used + size)} of memory, and {_bytes(self.memory)} are allowed"
            )
        self.used += size


def plies_deep(plies: int) -> str:
    """Return the depth of a search in words."""
    return f"{plies} {'ply' if plies == 1 else 'plies'} deep"


def _bytes(size: int) -> str:
    return f"{size / GIGABYTE:,.1f} GiB" if size >= GIGABYTE // 10 else f"{size / (1 << 20):,.1f} MiB"


__all__ = ["GIGABYTE", "Budget", "OutOfBudget", "OutOfMemory"]


NODES, STOP, LIMIT = 0, 1, 2
"""What a search and its watcher share: positions looked at, whether it is to stop, and how many there may be."""

_UNLIMITED = np.iinfo(np.int64).max


def counters() -> NDArray[np.int64]:
    """Return what a search and its watcher share."""
    return np.zeros(3, np.int64)


@helper
def spend(shared: Int64s) -> bool:
    """Count one more position, and say so; where none is left, stop the search."""
    if shared[NODES] >= shared[LIMIT]:
        shared[STOP] = 1
        return False
    shared[NODES] += 1
    return True


def run_watched(
    work: Callable[[], Any], shared: NDArray[np.int64], budget: Budget, stage: str, *, is_kept: bool = False
) -> Any:
    """Return what a search returns, run in a thread of its own; OutOfBudget or KeyboardInterrupt where it was stopped.

    The budget hears of it before it begins. Where it ``is_kept`` by the budget's keeper, it is stopped now and then,
    written down, and begun again: it finds in its table what it knew.
    """
    keeper = budget.keeper if is_kept else None
    results: list[Any] = []
    while True:
        budget.step(stage)
        results.clear()
        thread = threading.Thread(target=lambda: results.append(work()), daemon=True)
        counted, is_paused = int(shared[NODES]), False
        shared[STOP], shared[LIMIT] = 0, _UNLIMITED if budget.left is None else counted + budget.left
        thread.start()
        try:
            while thread.is_alive() and not is_paused:
                thread.join(0.05)
                now = int(shared[NODES])
                budget.step(stage, nodes=now - counted)
                counted = now
                is_paused = keeper is not None and keeper.is_due and thread.is_alive()
            if shared[STOP] and not is_paused:
                raise budget.no_more_nodes()
        finally:
            shared[STOP] = 1
            thread.join()
            budget.spent.nodes += int(shared[NODES]) - counted
        if keeper is None or not is_paused:
            return results[0]
        keeper.save()
