"""Clocks against what their time systems say, by hand."""

from __future__ import annotations

import pytest

from tengen.web.games import Reading, Timing

BYOYOMI = Timing("byoyomi", main=60, periods=3, period=30)
CANADIAN = Timing("canadian", main=60, period=100, stones=3)


@pytest.mark.parametrize(
    ("timing", "before", "seconds", "after"),
    [
        (Timing("absolute", main=60), Reading(60), 25, Reading(35)),
        (Timing("fischer", main=60, increment=5), Reading(3), 2, Reading(6)),
        (BYOYOMI, Reading(60, 3), 59, Reading(1, 3)),
        (BYOYOMI, Reading(10, 3), 39, Reading(0, 3)),  # 29 s of the first period: it is kept
        (BYOYOMI, Reading(0, 3), 30, Reading(0, 2)),
        (BYOYOMI, Reading(0, 3), 89, Reading(0, 1)),
        (CANADIAN, Reading(60, 0, 100, 3), 30, Reading(30, 0, 100, 3)),
        (CANADIAN, Reading(10, 0, 100, 3), 30, Reading(0, 0, 80, 2)),
        (CANADIAN, Reading(0, 0, 80, 1), 30, Reading(0, 0, 100, 3)),  # the last of three: a new period
    ],
)
def test_a_move_leaves_what_the_time_system_says(
    timing: Timing, before: Reading, seconds: float, after: Reading
) -> None:
    assert timing.moved(before, seconds) == after


@pytest.mark.parametrize(
    ("timing", "reading", "seconds"),
    [
        (Timing("absolute", main=60), Reading(60), 60),
        (Timing("fischer", main=60, increment=5), Reading(12), 12),
        (BYOYOMI, Reading(10, 3), 100),
        (BYOYOMI, Reading(0, 1), 30),
        (CANADIAN, Reading(10, 0, 100, 3), 110),
        (CANADIAN, Reading(0, 0, 17, 2), 17),
        (Timing(), Reading(0), float("inf")),
    ],
)
def test_a_clock_falls_when_nothing_is_left(timing: Timing, reading: Reading, seconds: float) -> None:
    assert timing.left(reading) == seconds


def test_while_thinking_in_byoyomi_the_period_runs_down() -> None:
    assert BYOYOMI.after(Reading(0, 3), 40) == Reading(0, 2, rest=20)
    assert BYOYOMI.after(Reading(0, 1), 40) == Reading(0, 0, rest=0)
