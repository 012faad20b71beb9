"""Positions that wait to be evaluated, and what is said of them."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray


class Evaluation(Protocol):
    """What is said of leaves, each as the side to move there sees it: an array each, a row a leaf."""

    @property
    def policy(self) -> NDArray[Any]:
        """(B, 2n + 2): the trust in every action; that in illegal ones is left aside, the rest need not sum to 1."""

    @property
    def value(self) -> NDArray[Any]:
        """(B,): the expected result, from -1 to 1."""

    @property
    def margin(self) -> NDArray[Any]:
        """(B,): the expected margin over komi, in points."""

    @property
    def ownership(self) -> NDArray[Any]:
        """(B, n): how surely each point will be the side's (1) or the opponent's (-1)."""


class Leaves(NamedTuple):
    """Positions to be evaluated: views of memory that the next `Forest.select` writes over.

    ``legal`` holds 0 for an illegal action, 1 for a legal one and 2 for one that repetition alone forbids; the action
    that places on point p is p, one that puts a Tao stone there n + p, a pass 2n, and the return of a prisoner 2n + 1.
    """

    points: NDArray[np.void]  # (B, n): `kernel.layout.POINT`
    tables: NDArray[np.void]  # (B, 3): `kernel.layout.TABLE`
    legal: NDArray[np.uint8]  # (B, 2n + 2)
    roots: NDArray[np.uint32]  # (B,): whose they are
    turns: NDArray[np.uint32]  # (B,): of the games so far

    def __bool__(self) -> bool:
        return len(self.roots) > 0
