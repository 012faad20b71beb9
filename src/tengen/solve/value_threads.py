"""Running compiled searches so that they can be watched and interrupted."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .value_budget import Budget

NODES, STOP = 0, 1
"""Where a search counts what it has looked at, and where it looks whether it is to stop."""


def counters() -> NDArray[np.int64]:
    """Return what a search and whoever watches it share."""
    return np.zeros(4, np.int64)


_STACK = 1 << 28
_starting = threading.Lock()


def _started(work: Callable[[], None]) -> threading.Thread:
    """Start a thread with room for a deep recursion."""
    with _starting:
        usual = threading.stack_size(_STACK)
        try:
            thread = threading.Thread(target=work, daemon=True)
            thread.start()
        finally:
            threading.stack_size(usual)
    return thread


def watched(work: Callable[[], Any], shared: NDArray[np.int64], budget: Budget, stage: str) -> Any:
    """Return what a search returns, which runs in a thread of its own meanwhile.

    Raises:
        OutOfBudget, KeyboardInterrupt: it was stopped.
    """
    results: list[Any] = []
    before = int(shared[NODES])
    shared[STOP] = 0
    thread = _started(lambda: results.append(work()))
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
