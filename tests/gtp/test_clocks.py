"""Clocks: no game is lost on time, and no time is wasted."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from example_counts import first
from talking import Thinker, engine, talk

from tengen import Game
from tengen.players import Analysis, Budget
from tengen.records import TengenError
from tengen.records.time_control import Control, SideClock, control_of

SYSTEMS = [
    Control("absolute", 60),
    Control("absolute", 600),
    Control("absolute", 3600),
    Control("canadian", 0, 30, 10),
    Control("canadian", 60, 300, 25),
    Control("canadian", 1, 5, 1),
    Control("byoyomi", 0, 1, 1),
    Control("byoyomi", 60, 10, 3),
    Control("byoyomi", 300, 30, 5),
    Control("fischer", 60, 2),
    Control("fischer", 10, 5, limit=20, longest=8),
]


@dataclass
class Referee:
    """Measures time under the rules of the time systems; ``left`` is the time besides main time."""

    control: Control

    def __post_init__(self) -> None:
        self.main, self.left, self.count = self.control.main, self.control.period, self.control.count

    def press(self, seconds: float) -> None:
        """Account for a move; AssertionError if its flag falls."""
        control = self.control
        if control.kind in ("absolute", "fischer"):
            assert seconds < self.main
            self.main += (control.period if control.kind == "fischer" else 0) - seconds
            self.main = self.main if control.limit is None else min(self.main, control.limit)
            return
        in_main = min(self.main, seconds)
        self.main, seconds = self.main - in_main, seconds - in_main
        if control.kind == "byoyomi":
            assert seconds < control.period * self.count
            self.count -= int(seconds // control.period) if self.main <= 0 else 0
        elif seconds > 0 or self.main <= 0:
            assert seconds < self.left
            self.left, self.count = self.left - seconds, self.count - 1
            if not self.count:
                self.left, self.count = control.period, control.count


@pytest.mark.parametrize("control", SYSTEMS, ids=str)
@pytest.mark.parametrize("points", first(1, [25, 81, 361]))
@pytest.mark.parametrize("told", [False, True])
def test_no_game_is_lost_on_time(control: Control, points: int, told: bool) -> None:
    referee, clock = Referee(control), SideClock(control)
    for played in range(0, 3 * points, 2):
        given = clock.allowance(points, played)
        assert given is not None
        took = given + 0.1  # the time for both transmissions
        if control.kind == "absolute" and referee.main < 1:
            break  # hundreds of moves in less than a second are beyond any engine
        referee.press(took)
        clock.spend(took)
        if told:
            overtime = control.kind in ("canadian", "byoyomi") and referee.main <= 0
            clock.tell(referee.left if overtime else referee.main, referee.count if overtime else 0)
    if control.kind == "absolute":
        assert played > points


@pytest.mark.parametrize(
    ("control", "least", "most"),
    [
        (Control(), None, None),
        (Control("absolute", 600), 5, 6.5),
        (Control("canadian", 0, 300, 25), 10, 12),
        (Control("byoyomi", 0, 30, 5), 27, 29),
        (Control("canadian", 0, 30, 1), 27, 29.5),
        (Control("byoyomi", 3600, 10, 5), 30, 40),
        (Control("byoyomi", 5, 10, 5), 8, 10),
        (Control("fischer", 60, 10), 9, 10.5),
        (Control("fischer", 60, 10, longest=5), 4, 5),
        (Control("fischer", 2, 10), 1, 2),
        (Control("absolute", 0), 0.001, 0.02),
    ],
    ids=str,
)
def test_time_is_used(control: Control, least: float | None, most: float | None) -> None:
    given = SideClock(control).allowance(361, 60)
    if least is None or most is None:
        assert given is None
    else:
        assert given is not None
        assert least <= given <= most


def test_a_clock_is_set_right() -> None:
    clock = SideClock(Control("byoyomi", 60, 10, 5))
    clock.tell(30, 0)
    assert (clock.main, clock.count) == (30, 5)
    clock.tell(7, 2)
    assert (clock.main, clock.left, clock.count) == (0, 7, 2)
    clock.spend(17.5)
    assert (clock.left, clock.count) == (10, 1)


def test_what_is_left_is_believed_without_settings() -> None:
    clock = SideClock(Control())
    clock.tell(20, 4)
    assert clock.allowance(81, 60) == pytest.approx(4.5)
    clock = SideClock(Control())
    clock.tell(300, 0)
    assert clock.allowance(81, 60) == pytest.approx(0.95 * (300 - 0.25 - 14.125 * 0.1) / 14.125)


def test_clocks_are_written_as_people_say_them() -> None:
    assert control_of("300") == Control("absolute", 300)
    assert control_of("300+5") == Control("fischer", 300, 5)
    assert control_of("0 + 3x30") == Control("byoyomi", 0, 30, 3)
    assert control_of("1.5+25/600") == Control("canadian", 1.5, 600, 25)
    for wrong in ("", "0", "five", "-5", "60+", "60+3x", "60+0x30", "60+3x0", "1e9", "0+0"):
        with pytest.raises(TengenError, match="clock"):
            control_of(wrong)


def asked(said: str, words: str = "--board 9") -> list[Budget | None]:
    """Return the budgets given to an engine's player; reading a clock takes a second."""
    thinker = Thinker()
    answer = talk(said, engine(words, thinker))
    assert "?" not in answer
    return thinker.asked


def seconds(budget: Budget | None) -> float:
    assert budget is not None
    assert budget.simulations is None
    assert budget.seconds is not None
    return budget.seconds


def test_moves_are_given_their_share_of_the_clock() -> None:
    ready, first, second = asked("time_settings 0 3 5\ngenmove b\ngenmove b\n")
    assert ready == Budget(simulations=1)
    assert [seconds(first), seconds(second)] == pytest.approx([0.32, 0.225])


def test_each_side_has_its_clock_and_a_new_game_new_ones() -> None:
    said = "time_settings 0 3 5\ntime_left b 2 5\ngenmove b\ngenmove w\nclear_board\ngenmove b\n"
    assert list(map(seconds, asked(said)[1:])) == pytest.approx([0.13, 0.32, 0.32])


def test_no_limit_is_no_limit() -> None:
    ends = ["", "time_settings 5 0 0\ntime_settings 0 1 0\n", "time_settings 5 0 0\ntime_settings 0 0 1\n"]
    for said in [f"{end}genmove b\n" for end in ends]:
        assert asked(said)[-1] is None
        assert asked(said, "--board 9 --simulations 50")[-1] == Budget(50)


def test_a_limit_of_ones_own_holds_beside_the_clock() -> None:
    budget = asked("time_settings 0 3 5\ngenmove b\n", "--board 9 --simulations 50")[-1]
    assert budget is not None
    assert budget.simulations == 50
    assert budget.seconds == pytest.approx(0.32)


class Growing(Thinker):
    """Finds more with every look; ``steps`` counts the looks."""

    steps = 0

    def analyse(self, game: Game, *others: object) -> Iterator[Analysis]:
        for self.steps in range(1, 101):
            yield self.found(game, self.steps)


@pytest.mark.parametrize("command", ["genmove b", "lz-genmove_analyze b 10"])
@pytest.mark.parametrize("own", [None, 20])
def test_a_long_search_ends_where_its_move_is_decided(command: str, own: float | None) -> None:
    thinker = Growing()
    made = engine("--board 3", thinker)
    if own is None:
        made.set_clocks(Control("fischer", 1000, 1000, longest=20))
    else:
        made.think_as(replace(made.thinking, seconds=own))
    assert "A3" in talk(f"{command}\n", made)
    assert thinker.steps == 15  # 900 visits ahead, of 140 a second: nothing catches up in 5 s


def test_regression_tests_know_no_clock() -> None:
    assert asked("time_settings 0 3 5\nreg_genmove b\n")[-1] is None
