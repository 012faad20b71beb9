"""Resignation, and chances: the meaning of a search's share of won simulations."""

from collections.abc import Callable, Sequence
from functools import partial

import pytest

from tengen import Game, Pass, Resign
from tengen.engines import Consulted, Own
from tengen.players import MCTS, Budget, Player
from tengen.players.calibration import calibrated, lower_bound, share_of
from tengen.players.resigning import Prospects, Resigning

RULE = Resigning(chance=0.03, turns=3, visits=100, opening=8)
LOST = [".X.X.", "XXXXX", "X.X.X", "XXXXX", "OO.OO"]
"""White has two stones in a corner each and no eye; 22 stones stand on the board."""


@pytest.mark.parametrize(
    ("looks", "gives_up"),
    [
        ([(0.01, 500)] * 3, [False, False, True]),
        ([(0.01, 500)] * 2 + [(0.03, 500)] + [(0.01, 500)] * 3, [False] * 5 + [True]),  # hope restarts the count
        ([(0.029, 100)] * 3, [False, False, True]),
        ([(0.01, 99)] * 5, [False] * 5),  # too few visits
        ([(0.5, 500)] * 4, [False] * 4),
    ],
)
def test_a_game_lost_at_three_turns_in_a_row_is_resigned(
    looks: Sequence[tuple[float, int]], gives_up: list[bool]
) -> None:
    game, prospects, said = Game.setup("chinese", ["X.O.X.O"] * 2 + ["......."] * 5), Prospects(RULE), []
    for win_rate, visits in looks:
        said.append(prospects.note(game, win_rate, visits, []))
        for _ in range(2):
            game.play(next(iter(game.legal_moves())))
    assert said == gives_up


def test_one_player_for_both_sides_keeps_count_of_each() -> None:
    game, prospects, said = Game.setup("chinese", LOST, to_play="white"), Prospects(RULE), []
    for _ in range(6):
        said.append((game.to_play, prospects.note(game, 0.0 if game.to_play == "white" else 1.0, 500, [])))
        game.play(next(move for move in game.legal_moves() if game.to_play == "black" or move is Pass))
    assert said[4] == ("white", True)
    assert sum(gives_up for _, gives_up in said) == 1


def test_no_resignation_in_the_opening() -> None:
    game, prospects, said = Game("chinese", board="9"), Prospects(RULE), []
    while len(game.moves) < 20:
        said.append(prospects.note(game, 0.001, 500, []))
        for _ in range(2):
            game.play(next(iter(game.legal_moves())))
    assert said.index(True) == 8  # 12 moves are more than an eighth of 81 points, and 14 and 16 follow them
    assert len(said) == 10


def test_each_position_counts_once_and_undone_moves_never() -> None:
    game, prospects = Game.setup("chinese", LOST, to_play="white"), Prospects(RULE)
    assert not any(prospects.note(game, 0.0, 500, []) for _ in range(5))
    game.play("pass")
    game.play("B3")
    assert not prospects.note(game, 0.0, 500, [])
    game.undo()
    game.undo()
    assert not prospects.note(game, 0.0, 500, [])
    for move in ("pass", "D3"):
        game.play(move)
    assert not prospects.note(game, 0.0, 500, [])
    other = Game.setup("chinese", LOST, to_play="white", komi=1.5)
    assert not prospects.note(other, 0.0, 500, [])
    assert not prospects.note(game, 0.0, 500, [])


@pytest.mark.parametrize(
    "make",
    [
        *(partial(MCTS, budget=Budget(simulations=simulations), seed=1, tidy=True) for simulations in (20, 300)),
        partial(Consulted, Own(), budget=Budget(simulations=200)),
    ],
    ids=["20", "300", "an engine's opinion"],
)
def test_the_computer_resigns_a_lost_game_unless_told_not_to(make: Callable[..., Player]) -> None:
    """A glance of 20 simulations searches more before it resigns."""
    for resigns, wanted in ((True, [False, False, True]), (False, [False] * 3)):
        game = Game.setup("chinese", LOST, to_play="white", komi=0.5)
        player = make(resigns=resigns)
        said = []
        for answer in ("A5", "E5", "B3"):
            move = player.choose(game)
            said.append(move is Resign)
            game.play("pass" if move is Resign else move)
            if game.outcome is None:
                game.play(answer if not game.why_not(answer) else "pass")
            if game.outcome is not None:
                break
        assert said == wanted[: len(said)]
        assert len(said) == 3 or not resigns


def test_a_side_that_keeps_a_point_plays_on_for_the_last_move() -> None:
    for variant, owners, wanted in (
        ("tile", [-1.0, 0.1], False),
        ("tile", [-1.0, 0.0], True),
        ("chinese", [0.1], True),
    ):
        game = Game.setup(variant, ["X.O.X.O"] * 2 + ["......."] * 5)
        prospects = Prospects(Resigning(turns=1))
        assert prospects.note(game, 0.001, 500, owners) == wanted


SHARES = [part / 200 for part in range(201)]


def test_chances_rise_with_won_simulations_but_never_to_one() -> None:
    chances = [calibrated(share) for share in SHARES]
    assert chances == sorted(set(chances))
    assert 0 < chances[0] < chances[-1] < 1
    for share, chance in zip(SHARES, chances, strict=True):
        assert chance + calibrated(1 - share) == pytest.approx(1)
        assert share_of(chance) == pytest.approx(share, abs=1e-9)


@pytest.mark.parametrize("chance", [0.0, 0.005, 0.995, 1.0])
def test_a_chance_that_no_share_has_stands_for_the_nearest(chance: float) -> None:
    assert share_of(chance) == pytest.approx(round(chance), abs=1e-3)


@pytest.mark.parametrize("visits", [1, 10, 1_000])
def test_no_bound_of_a_chance_lies_above_it(visits: int) -> None:
    for chance in (0.0, 0.002, 0.0055, 0.01, 0.02, 0.3, 0.98, 0.995, 1.0):
        assert lower_bound(chance, visits) <= chance


@pytest.mark.parametrize("variant", ["chinese", "tile"])
def test_an_analysis_has_chances_of_position_and_moves(variant: str) -> None:
    player = MCTS(budget=Budget(simulations=300), seed=1)
    game = Game(variant, board="5x5")
    for move in ("C3", "B2", "A1"):
        game.play(move)
    *_, found = player.analyse(game)
    assert player._search is not None
    _, black = player._search.totals()
    assert found.win_rate == pytest.approx(calibrated(1 - float(black)))
    children = {int(row["point"]): row for row in player._search.children() if row["visits"]}
    for each in found.candidates:
        if each.move in game.board.labels:
            row = children[game.board.point(each.move)]
            assert each.win_rate == pytest.approx(calibrated(float(row["wins"]) / int(row["visits"])))
