"""Brackets against published values; `test_value` compares them with a plain fixpoint over games on random graphs."""

from typing import Any

import pytest
from data import load

from tengen import boards
from tengen.boards import Board
from tengen.records import TengenError
from tengen.solve.bitboards import NO_KO
from tengen.solve.budget import Budget, OutOfBudget
from tengen.solve.route import Bracket
from tengen.solve.states.brackets import Positions, Retrograde

BASIC = {
    entry["board"]: entry["value"] for entry in load("solved_boards")["values"] if entry.get("cycle_value") is not None
}


def solved(board: str | Board, *, ko: bool = True, passes: int = 2, **options: Any) -> Retrograde:
    return Retrograde(Positions(boards.parse(board), **options), ko=ko, passes=passes).solve()


@pytest.mark.parametrize(
    "board",
    ["2x2", "2x3", "2x4", "3x3", "3x4", *(pytest.param(each, marks=pytest.mark.slow) for each in ("3x5", "4x4"))],
)
def test_published_values(board: str) -> None:
    assert solved(board).bracket(0, 0).worth(0) == BASIC[board]


@pytest.mark.parametrize(("board", "bracket"), [("1x1", (0, 0)), ("2x1", (0, 0)), ("3x1", (3, 3)), ("5x1", (-5, 5))])
def test_brackets_of_lines(board: str, bracket: tuple[int, int]) -> None:
    """Spec 1.22 has the first three; on five points both sides can keep a cycle going."""
    assert solved(board).bracket(0, 0) == bracket


def test_a_ko_keeps_from_retaking_at_once() -> None:
    found = solved("4x3")
    bits = found.positions.bits
    black, white = bits.mask(("A2", "B3", "B1")), bits.mask(("B2", "C3", "C1", "D2"))
    black, white, ko = bits.place(black, white, bits.mask(("C2",)).bit_length() - 1)
    assert bits.labels(1 << ko) == ("B2",)
    open_points = {option.point for option in found.options(white, black)}
    assert open_points - {option.point for option in found.options(white, black, ko)} == {ko}
    assert found.bracket(white, black, ko).low <= found.bracket(white, black).low


def test_options_are_what_the_bracket_is_made_of() -> None:
    found = solved("2x4")
    for own, enemy, passes in ((0, 0, 0), (0b1, 0b1000, 0), (0b1, 0b1000, 1)):
        brackets = [option.bracket for option in found.options(own, enemy, NO_KO, passes)]
        best = Bracket(max(b.low for b in brackets), max(b.high for b in brackets))
        assert found.bracket(own, enemy, NO_KO, passes) == best


def test_bounds_hold_before_all_is_done() -> None:
    positions = Positions(boards.parse("2x4"), budget=Budget())
    rough = Retrograde(positions)
    told: list[str] = []

    def stop(stage: str, share: float) -> None:
        told.append(stage)
        if stage == "sweep 4":
            raise KeyboardInterrupt

    positions.budget.report = stop
    with pytest.raises(KeyboardInterrupt):
        rough.solve()
    low, high = rough.bracket(0, 0)
    assert low <= 8 <= high
    assert not rough.settled
    positions.budget.report = None
    assert rough.solve().bracket(0, 0) == (8, 8)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(TengenError, match="25 points"):
        Positions(boards.parse("5x5"))
    with pytest.raises(OutOfBudget, match=r"GiB of memory, and 4\.0 GiB are allowed"):
        Positions(boards.parse("4x5"))
    with pytest.raises(OutOfBudget, match="MiB are allowed"):
        Positions(boards.parse("3x4"), budget=Budget(memory=1 << 20))
    with pytest.raises(OutOfBudget, match="0 seconds"):
        Positions(boards.parse("3x3"), budget=Budget(seconds=0))
    with pytest.raises(TengenError, match="no play on 3 leads to such a position"):
        solved("3x3").bracket(0b1, 0b1010)
