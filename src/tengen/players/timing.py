"""How a player uses its time: no more than its clock gives, and less where more would change nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .player import Analysis, Budget


def within(own: Budget | None, given: float) -> Budget:
    """Return what a move may cost: a player's own budget, and no more than the seconds that its clock gives.

    >>> within(Budget(500), 2)
    Budget(simulations=500, seconds=2)
    """
    if own is None:
        return Budget(seconds=given)
    return Budget(own.simulations, given if own.seconds is None else min(given, own.seconds))


def between_looks(interval: float, seconds: float | None, now: Callable[[], float]) -> Iterator[float]:
    """Yield for how many seconds a search goes on before each look at it, until its ``seconds`` are over.

    There is one look at least, however late it is when the search begins. ``now`` measures seconds.

    >>> times = iter([10.0, 10.4, 10.9, 11.1])
    >>> list(between_looks(0.5, 1.0, lambda: next(times))) == [0.5, 0.5, 11.0 - 10.9]
    True
    """
    end = None if seconds is None else now() + seconds
    left = interval if seconds is None else min(interval, seconds)
    while left > 0:
        yield left
        if end is not None:
            left = min(interval, end - now())


def until_decided(looks: Iterator[Analysis], budget: Budget | None, now: Callable[[], float]) -> Iterator[Analysis]:
    """Yield looks at the search for a move, until the budget's time left cannot make another move the most visited.

    A budget without seconds yields them all. ``now`` measures seconds.
    """
    if budget is None or budget.seconds is None:
        yield from looks
        return
    end = now() + budget.seconds
    first: tuple[float, int] | None = None
    for found in looks:
        yield found
        moment = now()
        first = first or (moment, found.visits)
        rate = (found.visits - first[1]) / max(moment - first[0], 1e-6) or float("inf")
        if moment >= end or _lead(found) > rate * (end - moment):
            return


def _lead(found: Analysis) -> int:
    """Return by how many visits the most visited move is ahead; 0 where it is the only one."""
    foremost = sorted(each.visits for each in found.candidates)[-2:]
    return foremost[-1] - foremost[0] if foremost else 0
