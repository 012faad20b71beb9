"""Clocks: how long a player may think, and what is left after a move. Times are in seconds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Kind = Literal["none", "absolute", "fischer", "byoyomi", "canadian", "correspondence"]


@dataclass(frozen=True)
class Timing:
    """A time system.

    ``main`` seconds come first. "fischer" adds ``increment`` after every move; "byoyomi" goes on with ``periods``
    of ``period`` seconds, one of which is kept by a move made within it; "canadian" asks for ``stones`` moves in every
    ``period`` seconds; "correspondence" gives ``period`` seconds, which are days, to every move anew.
    """

    kind: Kind = "none"
    main: float = 0.0
    increment: float = 0.0
    periods: int = 0
    period: float = 0.0
    stones: int = 0

    def begin(self) -> ClockReading:
        """Return a full clock."""
        if self.kind == "correspondence":
            return ClockReading(self.period)
        return ClockReading(self.main, self.periods, self.period if self.kind == "canadian" else 0.0, self.stones)

    def left(self, reading: ClockReading) -> float:
        """Return the seconds after which a player who thinks from now on is out of time."""
        if self.kind == "none":
            return float("inf")
        if self.kind == "byoyomi":
            return reading.main + reading.periods * self.period
        if self.kind == "canadian":
            return reading.main + reading.rest
        return reading.main

    def after(self, reading: ClockReading, seconds: float) -> ClockReading:
        """Return what is left after thinking ``seconds`` without having moved.

        >>> timing = Timing("byoyomi", main=10.0, periods=3, period=30.0)
        >>> timing.after(timing.begin(), 45)
        ClockReading(main=0.0, periods=2, rest=25.0, stones=0)
        """
        if self.kind == "none":
            return reading
        over = max(0.0, seconds - reading.main)
        main = max(0.0, reading.main - seconds)
        if self.kind == "byoyomi":
            lost = min(reading.periods, int(over // self.period))
            rest = self.period - over % self.period if over and lost < reading.periods else 0.0
            return replace(reading, main=main, periods=reading.periods - lost, rest=rest)
        if self.kind == "canadian":
            return replace(reading, main=main, rest=max(0.0, reading.rest - over))
        return replace(reading, main=main)

    def moved(self, reading: ClockReading, seconds: float) -> ClockReading:
        """Return what is left after a move that took ``seconds``.

        >>> Timing("fischer", main=60, increment=5).moved(ClockReading(60.0), 20)
        ClockReading(main=45.0, periods=0, rest=0.0, stones=0)
        """
        if self.kind == "correspondence":
            return self.begin()
        found = self.after(reading, seconds)
        if self.kind == "fischer":
            return replace(found, main=found.main + self.increment)
        if self.kind == "byoyomi":
            return replace(found, rest=0.0)
        if self.kind == "canadian" and found.main == 0 and found.rest < self.period:
            if found.stones <= 1:
                return replace(found, rest=self.period, stones=self.stones)
            return replace(found, stones=found.stones - 1)
        return found


@dataclass(frozen=True)
class ClockReading:
    """What is left on one player's clock.

    ``rest`` is what is left of the period that runs: while thinking in byo-yomi, and in Canadian time.
    """

    main: float
    periods: int = 0
    rest: float = 0.0
    stones: int = 0
