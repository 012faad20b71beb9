"""The clocks of GTP: what is left to a side, and how much of it a move may take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal["none", "absolute", "canadian", "byoyomi", "fischer"]

_LAG: Final = 0.25
"""Seconds kept back at every move: for the way to the clock, and for what is not searching."""
_SHARE: Final = 0.95
_LEAST: Final = 0.01


@dataclass(frozen=True)
class Control:
    """How time is measured: seconds of ``main`` time, then of overtime.

    Overtime is ``period`` seconds for ``count`` stones ("canadian"), ``count`` periods of ``period`` seconds each, of
    which only those used up are lost ("byoyomi"), or ``period`` seconds more for every move made ("fischer"), the whole
    then being at most ``limit``. ``longest`` is the most that a move may take.
    """

    kind: Kind = "none"
    main: float = 0
    period: float = 0
    count: int = 0
    limit: float | None = None
    longest: float | None = None


class SideClock:
    """One side's clock. It counts what its own moves take, and the program that runs the game sets it right.

    >>> clock = SideClock(Control("canadian", main=60, period=30, count=10))
    >>> clock.spend(70)
    >>> clock.main, clock.left, clock.count
    (0, 20, 9)
    """

    def __init__(self, control: Control) -> None:
        self._control = control
        self.main: float = control.main
        self.left: float = control.period
        self.count: int = control.count

    def tell(self, seconds: float, stones: int) -> None:
        """Set the clock: seconds of main time with ``stones`` 0, else of overtime for that many."""
        if self._control.kind == "none":
            overtime = Control("canadian", 0, seconds, stones)
            self._control = overtime if stones else Control("absolute", seconds)
        if stones:
            self.main, self.left, self.count = 0, seconds, stones
        else:
            self.main = seconds

    def spend(self, seconds: float) -> None:
        """Take account of the seconds that a move took."""
        control = self._control
        if control.kind == "fischer":
            self.main = max(0.0, self.main - seconds) + control.period
            self.main = min(self.main, control.limit if control.limit is not None else self.main)
            return
        over = max(0.0, seconds - self.main)
        was_over = self.main <= 0
        self.main = max(0, self.main - seconds)
        if over or was_over:
            self._spend_overtime(over)

    def _spend_overtime(self, seconds: float) -> None:
        control = self._control
        if control.kind == "canadian":
            self.left, self.count = max(0.0, self.left - seconds), self.count - 1
            if self.count <= 0:
                self.left, self.count = control.period, control.count
        elif control.kind == "byoyomi":
            while seconds > self.left and self.count > 1:
                seconds, self.count, self.left = seconds - self.left, self.count - 1, control.period
            self.left = control.period

    def share(self, moves: float) -> float | None:
        """Return how many seconds a move may take, with about ``moves`` to come; None: there is no limit.

        What is left is never used up: a part of it, and a quarter of a second, are kept back.
        """
        kind, main = self._control.kind, self.main
        if kind == "none":
            return None
        if kind == "fischer":
            fair, most = main / moves + self._control.period, main
        elif kind == "absolute":
            fair, most = main / moves, main
        else:
            overtime = self.left / max(1, self.count) if kind == "canadian" else self.left
            fair, most = max(main / moves, overtime), main + overtime
        if self._control.longest is not None:
            fair = min(fair, self._control.longest)
        return max(_LEAST, _SHARE * min(fair, most) - _LAG)


def moves_to_come(points: int, played: int) -> float:
    """Return about how many moves a side has still to make on a board of ``points`` points.

    >>> moves_to_come(361, 0), moves_to_come(81, 60)
    (126.35, 8.1)
    """
    return max(points / 10, (0.7 * points - played) / 2, 1)
