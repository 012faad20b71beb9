"""Running compiled searches so that they can be watched and interrupted."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .budget import Budget

NODES, STOP = 0, 1
"""Where a search counts what it has looked at, and where it looks whether it is to stop."""


def counters() -> NDArray[np.int64]:
    """Return what a search and whoever watches it share."""
    return np.zeros(4, np.int64)


def watched(work: Callable[[], Any], shared: NDArray[np.int64], budget: Budget, stage: str) -> Any:
    """Return what a search returns, which runs in a thread of its own meanwhile.

    Raises:
        OutOfBudget, KeyboardInterrupt: it was stopped.
    """
    results: list[Any] = []
    thread = threading.Thread(target=lambda: results.append(work()), daemon=True)
    before = int(shared[NODES])
    shared[STOP] = 0
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.05)
            now = int(shared[NODES])
            budget.step(stage, nodes=now - before)
            before = now
    finally:
        shared[STOP] = 1
        thread.join()
    return results[0]
