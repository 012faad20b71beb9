"""The positions of spec 2.11: each is cyclic under plain ko, and where superko, Tile and Cushion Go stop it."""

import pytest

from tengen.records import Reason
from tengen.solve.states.ko_positions import KoPosition, comes_back, first_break, judge, positions

QUICK = ("triple-ko", "round-robin-ko")
BREAKS = {  # the first illegal move of the cycle, played round after round
    "triple-ko": {"positional": 6, "situational": 6, "natural": 6, "tile": 8, "cushion": 8},
    "quadruple-ko": {"positional": 8, "situational": 8, "natural": 8, "tile": 10, "cushion": 10},
    "eternal-life": {"positional": 4, "situational": 4, "natural": 4, "tile": 6, "cushion": 9},
    "round-robin-ko": {"positional": 4, "situational": 4, "natural": 4, "tile": 6, "cushion": 9},
    "molasses-ko": {"positional": 9, "situational": 11, "natural": 11, "tile": 12, "cushion": 12},
}
LASTS = {  # neither side can win; the sides that can go on for ever
    "triple-ko": {"black": True, "white": True},
    "quadruple-ko": {"black": True, "white": True},
    "eternal-life": {"black": False, "white": True},
    "round-robin-ko": {"black": True, "white": False},
}


@pytest.mark.parametrize("what", positions().values(), ids=lambda what: what.name)
def test_the_cycle_is_legal_under_plain_ko_and_in_its_record(what: KoPosition) -> None:
    assert comes_back(what)
    assert set(what.moves) - {"pass"} <= set(what.points)
    assert first_break(what, what.game()) is None
    game = what.game()
    for move in what.moves:
        game.play(move)
    again = type(game).from_sgf(game.sgf())
    assert again.rows() == list(what.rows)
    assert len(again.moves) == len(what.moves)


@pytest.mark.parametrize("what", positions().values(), ids=lambda what: what.name)
def test_superko_tile_and_cushion_go_break_every_cycle(what: KoPosition) -> None:
    for rule, number in BREAKS[what.name].items():
        tiles = rule in ("tile", "cushion")
        found = first_break(what, what.game(rule) if tiles else what.game(repetition=rule))
        assert found is not None
        assert found.number == number
        assert Reason.TILE_LIMIT in found.reasons if tiles else found.reasons == (Reason.REPETITION,)


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in LASTS]
)
def test_who_leaves_the_cycle_gets_less(name: str) -> None:
    verdict = judge(positions()[name])
    assert verdict.is_forced
    assert verdict.takes == {"black": False, "white": False}
    assert verdict.lasts == LASTS[name]
    # under Cushion Go triple and quadruple ko never repeat
    assert verdict.cushion.exists is (name in ("eternal-life", "round-robin-ko"))


@pytest.mark.slow
def test_molasses_ko_as_it_stands_here_is_won_by_who_moves() -> None:
    verdict = judge(positions()["molasses-ko"])
    assert not verdict.is_forced
    assert verdict.takes == {"black": True, "white": False}
