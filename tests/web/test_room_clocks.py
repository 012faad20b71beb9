"""Clocks against what their time systems say, by hand."""

from __future__ import annotations

import pytest

from tengen.web.rooms import ClockReading, Timing

BYOYOMI = Timing("byoyomi", main=60, periods=3, period=30)
CANADIAN = Timing("canadian", main=60, period=100, stones=3)
DAYS = Timing("correspondence", period=3 * 86_400)


@pytest.mark.parametrize(
    ("timing", "before", "seconds", "after"),
    [
        (Timing("absolute", main=60), ClockReading(60), 25, ClockReading(35)),
        (Timing("fischer", main=60, increment=5), ClockReading(3), 2, ClockReading(6)),
        (BYOYOMI, ClockReading(60, 3), 59, ClockReading(1, 3)),
        (BYOYOMI, ClockReading(10, 3), 39, ClockReading(0, 3)),  # 29 s of the first period: it is kept
        (BYOYOMI, ClockReading(0, 3), 30, ClockReading(0, 2)),
        (BYOYOMI, ClockReading(0, 3), 89, ClockReading(0, 1)),
        (CANADIAN, ClockReading(60, 0, 100, 3), 30, ClockReading(30, 0, 100, 3)),
        (CANADIAN, ClockReading(10, 0, 100, 3), 30, ClockReading(0, 0, 80, 2)),
        (CANADIAN, ClockReading(0, 0, 80, 1), 30, ClockReading(0, 0, 100, 3)),  # the last of three: a new period
        (DAYS, DAYS.begin(), 2 * 86_400, ClockReading(3 * 86_400)),  # every move has its days anew
    ],
)
def test_a_move_leaves_what_the_time_system_says(
    timing: Timing, before: ClockReading, seconds: float, after: ClockReading
) -> None:
    assert timing.moved(before, seconds) == after


@pytest.mark.parametrize(
    ("timing", "reading", "seconds"),
    [
        (Timing("absolute", main=60), ClockReading(60), 60),
        (Timing("fischer", main=60, increment=5), ClockReading(12), 12),
        (BYOYOMI, ClockReading(10, 3), 100),
        (BYOYOMI, ClockReading(0, 1), 30),
        (CANADIAN, ClockReading(10, 0, 100, 3), 110),
        (CANADIAN, ClockReading(0, 0, 17, 2), 17),
        (Timing(), ClockReading(0), float("inf")),
        (DAYS, DAYS.begin(), 3 * 86_400),
    ],
)
def test_a_clock_falls_when_nothing_is_left(timing: Timing, reading: ClockReading, seconds: float) -> None:
    assert timing.left(reading) == seconds


def test_while_thinking_in_byoyomi_the_period_runs_down() -> None:
    assert BYOYOMI.after(ClockReading(0, 3), 40) == ClockReading(0, 2, rest=20)
    assert BYOYOMI.after(ClockReading(0, 1), 40) == ClockReading(0, 0, rest=0)
