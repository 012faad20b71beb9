"""Can play return to an earlier state, and can one side force it? (docs/cycles.md)."""

from .recurrence import Findings, as_game, cycles
from .state_space import Explorer, Limits, StateGraph, StatesFull, explore

__all__ = ["Explorer", "Findings", "Limits", "StateGraph", "StatesFull", "as_game", "cycles", "explore"]
