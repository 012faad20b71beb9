"""Limits of a proof: seconds, memory and positions, and the errors when they run out or a game is not supported.

Work with a budget raises OutOfBudget when it is spent, and KeyboardInterrupt after Ctrl-C. Results so far remain in
tables or as bounds, and the next call continues from them.

Compiled searches run in a separate thread, so that they can be watched, stopped and limited.
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
"""The axes that all solvers support; each narrows the values. A new value is refused until it is added here."""


class OutOfBudget(TengenError):
    """The allowed seconds or positions were spent before the work was done."""


class OutOfMemory(OutOfBudget):
    """The allowed memory is too small for the work."""


class BoardTooLarge(TengenError):
    """The board has too many points for a method, whatever the limits."""


class PositionNotServed(TengenError):
    """A method does not support a position: its stones are not ordinary, it has a history, or the game is over."""


GIGABYTE = 1 << 30


@dataclass
class _Spent:
    """The start of a proof with its parts, and the number of positions they have searched."""

    begun: float = field(default_factory=monotonic)
    nodes: int = 0


@dataclass
class Budget:
    """Limits of a proof: bytes of tables, seconds, positions searched; None for no limit.

    ``report`` is called many times a second with the stage and its progress from 0 to 1 (negative: unknown). A
    ``keeper`` writes the search's state to a file from time to time.

    >>> budget = Budget(memory=1000, nodes=100)
    >>> budget.step("search", nodes=40)
    >>> budget.looked_at, budget.left, budget.part(2).memory, budget.half().nodes
    (40, 60, 500, 70)
    """

    memory: int = 4 * GIGABYTE
    seconds: float | None = None
    nodes: int | None = None
    report: Callable[[str, float], None] | None = None
    keeper: Keeper | None = None
    used: int = field(default=0, init=False)
    spent: _Spent = field(default_factory=_Spent, repr=False)
    """The account shared by all parts of the work."""

    @property
    def elapsed(self) -> float:
        """Seconds since the budget was made."""
        return monotonic() - self.spent.begun

    @property
    def looked_at(self) -> int:
        """The number of positions that the proof and its parts have searched."""
        return self.spent.nodes

    @property
    def left(self) -> int | None:
        """The number of positions that may still be searched."""
        return None if self.nodes is None else self.nodes - self.looked_at

    def part(self, parts: int = 1) -> Budget:
        """Return a budget for a part of the work: a share of the memory, and all of the seconds and positions."""
        return replace(self, memory=self.memory // parts)

    def half(self) -> Budget:
        """Return a budget for an optional part of the work: half of the remaining seconds and positions."""
        made = self.part()
        if self.seconds is not None:
            made.seconds = (self.elapsed + self.seconds) / 2
        if self.left is not None:
            made.nodes = self.looked_at + self.left // 2
        return made

    def step(self, stage: str, share: float = -1.0, nodes: int = 0) -> None:
        """Report a stage and more positions searched; OutOfBudget if that is too much."""
        if self.report is not None:
            self.report(stage, share)
        if self.left is not None and nodes > self.left:
            raise self.no_more_nodes()
        self.spent.nodes += nodes
        if self.seconds is not None and self.elapsed > self.seconds:
            raise OutOfBudget(f"the {self.seconds:g} seconds allowed are over")

    def no_more_nodes(self) -> OutOfBudget:
        """Return the error of a search that has used up its positions."""
        return OutOfBudget(f"the {self.nodes:,} positions allowed have been searched")

    def take(self, size: int, what: str) -> None:
        """Reserve memory; OutOfMemory if less is left."""
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
"""Memory shared by a search and its watcher: positions searched, a stop flag, and the limit."""

_UNLIMITED = np.iinfo(np.int64).max


def counters() -> NDArray[np.int64]:
    """Return the memory shared by a search and its watcher."""
    return np.zeros(3, np.int64)


@helper
def spend(shared: Int64s) -> bool:
    """Count one more position; stop the search if none is left."""
    if shared[NODES] >= shared[LIMIT]:
        shared[STOP] = 1
        return False
    shared[NODES] += 1
    return True


def run_watched(
    work: Callable[[], Any], shared: NDArray[np.int64], budget: Budget, stage: str, *, is_kept: bool = False
) -> Any:
    """Return the result of a search, run in its own thread; OutOfBudget or KeyboardInterrupt if it was stopped.

    If it ``is_kept`` by the budget's keeper, it is stopped from time to time, saved, and resumed from its table.
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
