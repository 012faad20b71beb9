"""The parts of a budget: a search that is looked at meanwhile, and the choice after it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ..players import Analysis, Budget

SLICE: Final = 0.1
"""Seconds between two looks at what a search has found, and at what else is to be done."""


def is_long(budget: Budget | None) -> bool:
    """Say whether the search for a move takes so long that it may have to be broken off."""
    return budget is not None and budget.simulations is None and (budget.seconds or 0) > 10 * SLICE


def first_part(budget: Budget | None) -> Budget | None:
    """Return a budget without the time for `last_part`."""
    if budget is None or budget.seconds is None:
        return budget
    return replace(budget, seconds=max(budget.seconds / 2, budget.seconds - SLICE))


def last_part(budget: Budget | None, found: Analysis | None = None) -> Budget:
    """Return the budget with which a move is chosen after an analysis: where simulations are counted, no more."""
    from ..players import Budget

    if budget is None or budget.seconds is None or budget.simulations is not None:
        return Budget(simulations=1 if found is None else max(1, found.visits))
    return Budget(seconds=min(SLICE, budget.seconds / 2))
