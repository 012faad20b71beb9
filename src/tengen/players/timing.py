"""How a player uses a clock: it stops where more time changes nothing, and goes on where its choice is not settled."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from ..records.time_control import Allowance
from .player import Analysis, Budget

Found: TypeAlias = Iterable[tuple[int, float]]
"""Of every move: its visits, and its value as the side to move sees it, on any scale."""

_RIVAL: Final = 0.1
"""The share of the favourite's visits from which on the value of another move counts."""
_CLOSE: Final = 0.7
"""The share of the favourite's visits from which on another move may still become the favourite."""
_SLICES: Final = 12
"""How often a search is looked at in its usual time."""


@dataclass(frozen=True)
class Pace:
    """When a search has had enough time: after ``seconds`` if its choice is settled, and at the latest after ``most``.

    It ends sooner where what is left cannot make another move the most visited. A choice is settled where no other
    move that was looked at often has a better value, and none comes close in visits. Both are from Huang, Coulom and
    Lin (2010) and from Baier and Winands, *Time management for Monte Carlo tree search* (2016).

    >>> pace = Pace(2, 6)
    >>> pace.is_enough(1, 1000, [(900, 0.6), (100, 0.5)])
    False
    >>> pace.is_enough(1.5, 1000, [(1200, 0.6), (300, 0.5)])
    True
    >>> pace.is_enough(2, 1000, [(1200, 0.6), (800, 0.65)])
    False
    """

    seconds: float
    most: float

    def is_enough(self, spent: float, rate: float, found: Found) -> bool:
        """Say whether a search may end that has ``spent`` some seconds and makes ``rate`` visits in one."""
        ranked = sorted(found, reverse=True)
        end = self.seconds if _is_settled(ranked) else self.most
        if spent >= end:
            return True
        lead = ranked[0][0] - ranked[1][0] if len(ranked) > 1 else 0
        return lead > rate * (end - spent)


def _is_settled(ranked: list[tuple[int, float]]) -> bool:
    """Say whether the most visited move is likely to stay so; the moves are in the order of visits."""
    if len(ranked) < 2:
        return True
    visits, value = ranked[0]
    rivals = [rival for looked, rival in ranked[1:] if looked >= _RIVAL * visits]
    return ranked[1][0] < _CLOSE * visits and max(rivals, default=value) <= value


def within(own: Budget | None, given: Allowance) -> Budget:
    """Return what a move may cost: a player's own budget, and no more than what its clock gives.

    >>> within(Budget(500), Allowance(2, 6))
    Budget(simulations=500, seconds=2)
    """
    if own is None or own.seconds is None:
        return Budget(None if own is None else own.simulations, *given)
    return Budget(own.simulations, min(given.seconds, own.seconds), min(given.most, own.seconds))


def deliberate(
    run: Callable[[float], int],
    found: Callable[[], Found],
    budget: Budget,
    now: Callable[[], float] = time.perf_counter,
) -> None:
    """Search in slices for as long as a budget of seconds says, with `Pace`.

    ``run`` searches for some seconds and returns how many visits were made, 0 where no more may be; ``found`` returns
    what is known by then.
    """
    if budget.seconds is None:
        raise ValueError("only time can be used well or badly")
    pace, began, made = Pace(budget.seconds, budget.most or budget.seconds), now(), 0
    spent = 0.0
    while ran := run(min(budget.seconds / _SLICES, pace.most - spent)):
        made, spent = made + ran, now() - began
        if spent >= pace.most or pace.is_enough(spent, made / max(spent, 1e-6), found()):
            return


def paced(looks: Iterator[Analysis], budget: Budget | None, now: Callable[[], float]) -> Iterator[Analysis]:
    """Yield looks at a search that goes on, until a budget with an extension has had enough; else all of them."""
    if budget is None or budget.seconds is None or budget.most is None:
        yield from looks
        return
    pace, began = Pace(budget.seconds, budget.most), now()
    first: tuple[float, int] | None = None
    for found in looks:
        yield found
        moment = now()
        first = first or (moment, found.visits)
        rate = (found.visits - first[1]) / max(moment - first[0], 1e-6) or float("inf")
        if pace.is_enough(moment - began, rate, ((each.visits, each.win_rate) for each in found.candidates)):
            return
