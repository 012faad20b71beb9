"""Running compiled searches so that they can be watched, stopped, and held to a number of positions."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernel.array_types import Int64s
from ..kernel.jit import helper
from .budget import Budget
from .keeping import Keeper

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


class _Pause(Exception):
    """The search is to stop for as long as it takes to write what it knows."""


def run_watched(
    work: Callable[[], Any], shared: NDArray[np.int64], budget: Budget, stage: str, *, is_kept: bool = False
) -> Any:
    """Return what a search returns, which runs in a thread of its own meanwhile.

    The budget hears of it before it begins, however soon it is over.

    Where it ``is_kept`` by the budget's keeper, it is stopped now and then, written down, and begun again: it finds in
    its table what it knew.

    Raises:
        OutOfBudget, KeyboardInterrupt: it was stopped.
    """
    keeper = budget.keeper if is_kept else None
    while True:
        try:
            return _watched(work, shared, budget, stage, keeper)
        except _Pause:
            assert keeper is not None, "only a keeper asks for a pause"
            keeper.save()


def _watched(
    work: Callable[[], Any], shared: NDArray[np.int64], budget: Budget, stage: str, keeper: Keeper | None
) -> Any:
    """Return what a search returns; raise _Pause where its keeper is due."""
    budget.step(stage)
    results: list[Any] = []
    thread = threading.Thread(target=lambda: results.append(work()), daemon=True)
    counted = int(shared[NODES])
    shared[STOP], shared[LIMIT] = 0, _UNLIMITED if budget.left is None else counted + budget.left
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.05)
            now = int(shared[NODES])
            budget.step(stage, nodes=now - counted)
            counted = now
            if keeper is not None and keeper.is_due and thread.is_alive():
                raise _Pause
        if shared[STOP]:
            raise budget.no_more_nodes()
    finally:
        shared[STOP] = 1
        thread.join()
        budget.looked_at += int(shared[NODES]) - counted
    return results[0]
