"""Clocks for a whole game: the time left, and the share for a move."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from .errors import TengenError

Kind = Literal["none", "absolute", "canadian", "byoyomi", "fischer"]

_NUMBER: Final = r"(\d{1,7}(?:\.\d{1,3})?)"
_CLOCK: Final = re.compile(rf"{_NUMBER}(?:\+(?:(\d{{1,3}})([x/]))?{_NUMBER})?")

_LAG: Final = 0.25
"""Seconds kept in reserve, for the transmission: of main time once, of overtime at every move."""
_ASIDE: Final = 0.1
"""Additional seconds reserved per future move, for everything other than searching."""
_SHARE: Final = 0.95
_LEAST: Final = 0.01


@dataclass(frozen=True)
class Control:
    """A time control: seconds of ``main`` time, then overtime.

    Overtime is ``period`` seconds for ``count`` stones ("canadian"), ``count`` periods of ``period`` seconds each, of
    which only those used up are lost ("byoyomi"), or ``period`` more seconds for every move made ("fischer"), up to
    ``limit`` in all. ``longest`` is the most time for a move.
    """

    kind: Kind = "none"
    main: float = 0
    period: float = 0
    count: int = 0
    limit: float | None = None
    longest: float | None = None


def control_of(text: str) -> Control:
    """Read a clock in seconds: main time, and overtime after a plus sign. TengenError: invalid, or without time.

    >>> control_of("300").kind, control_of("60+2").kind, control_of("0+3x30").count, control_of("60+25/600").period
    ('absolute', 'fischer', 3, 600.0)
    """
    found = _CLOCK.fullmatch(text.replace(" ", ""))
    if found is None:
        raise TengenError(
            "clock {text}: write seconds, such as 300; 300+5 (5 more for each move), 300+3x30 (3 periods of 30) or "
            "300+25/600 (25 moves in 600)",
            text=text,
        )
    main, count, kind, period = float(found[1]), int(found[2] or 0), found[3], float(found[4] or 0)
    if not (main or period) or (kind and not (count and period)):
        raise TengenError("clock {text}: it leaves no time to think", text=text)
    if not kind:
        return Control("fischer", main, period) if period else Control("absolute", main)
    return Control("byoyomi" if kind == "x" else "canadian", main, period, count)


class SideClock:
    """One side's clock. It counts the time of its own moves; the program that runs the game corrects it.

    >>> clock = SideClock(Control("canadian", main=60, period=30, count=10))
    >>> clock.spend(70)
    >>> clock.main, clock.left, clock.count
    (0, 20, 9)
    """

    def __init__(self, control: Control) -> None:
        self.control: Control = control
        self.main: float = control.main
        self.left: float = control.period
        self.count: int = control.count

    def tell(self, seconds: float, stones: int) -> None:
        """Set the clock: seconds of main time with ``stones`` 0, otherwise of overtime for that many."""
        if self.control.kind == "none":
            overtime = Control("canadian", 0, seconds, stones)
            self.control = overtime if stones else Control("absolute", seconds)
        if stones:
            self.main, self.left, self.count = 0, seconds, stones
        else:
            self.main = seconds

    def spend(self, seconds: float) -> None:
        """Subtract the time spent on a move."""
        control = self.control
        if control.kind == "fischer":
            self.main = max(0.0, self.main - seconds) + control.period
            self.main = min(self.main, control.limit if control.limit is not None else self.main)
            return
        over = max(0.0, seconds - self.main)
        was_over = self.main <= 0
        self.main = max(0, self.main - seconds)
        if (over or was_over) and control.kind == "canadian":
            self.left, self.count = max(0.0, self.left - over), self.count - 1
            if self.count <= 0:
                self.left, self.count = control.period, control.count
        elif (over or was_over) and control.kind == "byoyomi":
            while over > self.left and self.count > 1:
                over, self.count, self.left = over - self.left, self.count - 1, control.period
            self.left = control.period

    @property
    def available(self) -> float:
        """Seconds until the flag falls: main time, and all overtime available without a move."""
        kind, after = self.control.kind, 0.0
        if kind == "canadian":
            after = self.left
        elif kind == "byoyomi":
            after = self.left + max(0, self.count - 1) * self.control.period
        return float("inf") if kind == "none" else self.main + after

    def allowance(self, points: int, played: int) -> float | None:
        """Return the seconds for a move after ``played`` moves on a board of ``points`` points.

        None: no limit. Main time is shared among the remaining moves, with a reserve. Giving open choices more than
        this share did not win more games (docs/lab/strength.md).
        """
        control = self.control
        if control.kind == "none":
            return None
        moves = moves_to_come(points, played)
        main = max(0.0, self.main - _LAG - _ASIDE * moves)
        fair = _SHARE * main / moves
        if control.kind == "fischer":
            fair = min(fair + _SHARE * max(0.0, control.period - _ASIDE), _SHARE * self.main - _LAG)
        elif control.kind in ("canadian", "byoyomi"):  # overtime, keeping that of later moves
            stones = max(1, self.count) if control.kind == "canadian" else 1
            fair = max(fair, _SHARE * self.left / stones - _LAG)
        return max(_LEAST, fair if control.longest is None else min(fair, control.longest))


def moves_to_come(points: int, played: int) -> float:
    """Estimate the number of moves that a side has left on a board of ``points`` points.

    >>> moves_to_come(361, 0), moves_to_come(81, 60)
    (126.35, 14.125)
    """
    return max(points / 8 + 4, (0.7 * points - played) / 2)
