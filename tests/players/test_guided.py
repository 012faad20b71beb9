"""The player that a network guides: legal whatever the network says, and it says what it thinks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen import Game, Pass, Place, Resign, Tao, TengenError, variants
from tengen.network.evaluator import Group
from tengen.network.inputs import GLOBAL_INPUTS
from tengen.network.weights import WeightsError
from tengen.players import Budget
from tengen.players.guided import Guided, Playouts
from tengen.search.guided import ForestOptions

Floats = NDArray[np.float32]


class Said(NamedTuple):
    policy: Floats
    value: Floats
    margin: Floats
    ownership: Floats


class Constant:
    """Says the same of every position: ``value``, and that ``favourite`` is the best action (None: any)."""

    def __init__(self, value: float = 0.0, favourite: int | None = None) -> None:
        self.value, self.favourite, self.asked = value, favourite, 0

    def evaluate(self, groups: Sequence[Group]) -> list[Said]:
        return [self._said(legal) for _, _, legal in groups]

    def _said(self, legal: NDArray[np.uint8]) -> Said:
        count, size = len(legal), legal.shape[1] // 2 - 1
        self.asked += count
        policy = np.ones(legal.shape, np.float32)
        if self.favourite is not None:
            policy[:, self.favourite] = 10_000
        value = np.full(count, self.value, np.float32)
        return Said(policy, value, 3 * value, np.broadcast_to(value[:, None], (count, size)))


FEW = Budget(simulations=12)


@pytest.mark.parametrize("name", [each.name for each in variants()])
def test_a_network_that_always_says_the_same_ends_every_game(name: str) -> None:
    game = Game(name, board="5x5" if name.startswith("gengo") else "4x4")
    player = Guided(Constant(), budget=FEW, resigns=False)
    while game.outcome is None and len(game.moves) < 500:
        game.play(player.choose(game))
    assert game.outcome is not None


@pytest.mark.parametrize("favourite", [4, 18])
def test_what_is_illegal_is_not_played(favourite: int) -> None:
    """Occupied points, passes that lose at once, and Tao stones that nobody has."""
    game = Game("tromp-taylor", board="3x3")
    player = Guided(Constant(favourite=favourite), budget=FEW, resigns=False)
    for _ in range(30):
        if game.outcome is None:
            game.play(player.choose(game))


def test_it_passes_when_that_wins_and_not_when_it_loses() -> None:
    for komi, wins in ((-9.5, True), (20.5, False)):
        game = Game.setup("chinese", [".X.XO", "XXXXO", "XXXOO", "OOOO.", ".O.O."], to_play="white", komi=komi)
        game.play("pass")
        assert (Guided(Constant(), budget=FEW).choose(game) is Pass) == wins


def test_dead_stones_are_taken_off_before_passing() -> None:
    """As the board stands the dead stone at A1 costs Black the game."""
    game = Game.setup("chinese", ["X.X", "XXX", "O.X"], to_play="white", komi=7.5)
    game.play("pass")
    player = Guided(Constant(), budget=Budget(simulations=50), resigns=False)
    while game.outcome is None:
        game.play(player.choose(game))
    assert game.outcome.winner == "black"


def test_a_game_without_end_is_passed_to_its_end() -> None:
    game = Game("chinese", board="3x3", repetition="none", suicide="allowed")
    chance = random.Random(1)
    while len(game.moves) < 4 * 9 + 100:
        game.play(chance.choice([move for move in game.legal_moves() if isinstance(move, Place)]))
    assert Guided(Constant(), budget=FEW).choose(game) is Pass


def test_analysis_tells_what_it_saw() -> None:
    game = Game("tao", board="5x5")
    game.play("B3")
    player = Guided(Constant(0.5), budget=Budget(simulations=300))
    *_, found = player.analyse(game)
    assert found.visits == 299
    assert sorted((each.visits for each in found.candidates), reverse=True) == [e.visits for e in found.candidates]
    assert found.candidates[0].variation[0] == found.candidates[0].move
    assert set(found.ownership) == set(game.board.labels)
    assert sum(each.prior for each in found.candidates) == pytest.approx(1, abs=0.05)
    assert player.chance("white") == found.win_rate == 1 - player.chance("black")
    assert Guided(Constant()).chance("white") == 0.5


def test_a_value_is_that_of_the_side_to_move() -> None:
    """With one visit the network alone speaks; it thinks that whoever moves is ahead."""
    for moves, sign in (([], 1), (["C3"], -1)):
        game = Game("chinese", board="5x5")
        for move in moves:
            game.play(move)
        *_, found = Guided(Constant(0.5)).analyse(game, Budget(simulations=1))
        assert (found.win_rate, found.lead, found.ownership["A1"]) == (0.75, sign * 1.5, sign * 0.5)


def test_budgets_hold() -> None:
    game = Game("chinese", board="5x5")
    judge = Constant()
    player = Guided(judge)
    player.choose(game, Budget(simulations=1))
    assert judge.asked == 1
    *_, found = player.analyse(game, Budget(simulations=50))
    assert (found.visits, judge.asked <= 50) == (49, True)
    *_, last = player.analyse(game, Budget(seconds=0.05), interval=0.02)
    assert last.visits > 49
    assert len([*player.analyse(game, Budget(seconds=1e-9), interval=0.02)]) == 1, "however late it is, there is a look"


def test_the_tree_below_the_moves_played_is_kept() -> None:
    game = Game("chinese", board="5x5")
    player = Guided(Constant(favourite=12), budget=Budget(simulations=400))
    game.play(player.choose(game))
    game.play("C4")
    *_, found = player.analyse(game, Budget(simulations=1))
    assert found.visits > 5
    game.undo()
    game.undo()
    *_, found = player.analyse(game, Budget(simulations=1))
    assert found.visits == 0


def test_one_seed_gives_one_game() -> None:
    def moves(seed: int) -> tuple[object, ...]:
        game = Game("chinese", board="3x3")
        player = Guided(Constant(), budget=FEW, seed=seed, temperature=1)
        while game.outcome is None and len(game.moves) < 20:
            game.play(player.choose(game))
        return game.moves

    assert moves(1) == moves(1)
    assert len({moves(seed) for seed in range(4)}) > 1


def test_it_resigns_when_hopeless_for_three_turns() -> None:
    def resigned(player: Guided) -> list[bool]:
        game, said = Game.setup("chinese", ["XO.XO", *["....."] * 4]), []
        for _ in range(3):
            said.append(player.choose(game, Budget(simulations=60)) is Resign)
            for _ in range(2):
                game.play(next(iter(game.legal_moves())))
        return said

    assert resigned(Guided(Hopeless("white"))) == [False, False, True]
    assert resigned(Guided(Hopeless("white"), resigns=False)) == [False] * 3
    assert resigned(Guided(Hopeless("black"))) == [False] * 3


class Hopeless(Constant):
    """Takes one side to have won; it tells them by the komi, which is White's."""

    def __init__(self, winner: str) -> None:
        super().__init__(favourite=12)
        self.winner = winner

    def evaluate(self, groups: Sequence[Group]) -> list[Said]:
        said = []
        for _, seen, legal in groups:
            blacks = seen.globals[:, GLOBAL_INPUTS.index("komi")] < 0
            value = np.where(blacks == (self.winner == "black"), 0.99, -0.99).astype(np.float32)
            said.append(self._said(legal)._replace(value=value))
        return said


def test_gumbel_needs_a_number_of_simulations() -> None:
    game = Game("chinese", board="3x3")
    player = Guided(Constant(), options=ForestOptions("gumbel"))
    assert player.choose(game, FEW) is not Resign
    with pytest.raises(TengenError, match="a Gumbel search plans its simulations"):
        player.choose(game, Budget(seconds=0.01))


@pytest.mark.slow  # compiles the playouts once more
def test_playouts_tell_what_the_network_does_not() -> None:
    """Black has nothing but two eyes; a network that knows nothing does not see it."""
    game = Game.setup("chinese", [".X.XO", "XXXXO", "OOOOO", ".O...", "OO.OO"], to_play="black", komi=0.5)
    unseeing, playing = (Guided(Constant(), playouts=Playouts(count, 1.0)) for count in (0, 20))
    *_, found = unseeing.analyse(game, Budget(simulations=1))
    assert (found.win_rate, found.lead) == (0.5, 0)
    *_, found = playing.analyse(game, Budget(simulations=1))
    assert found.win_rate < 0.1
    assert found.lead < -2
    assert found.ownership["A5"] == pytest.approx(1)
    assert found.ownership["A1"] == pytest.approx(-1)


def test_what_is_missing_is_said() -> None:
    with pytest.raises(WeightsError, match=r"there is no file of weights nowhere\.npz"):
        Guided(Path("nowhere.npz"))
    with pytest.raises(TengenError, match="a share from 0 to 1"):
        Playouts(1, 2.0)
    with pytest.raises(TengenError, match="a batch is at least 1"):
        Guided(Constant(), batch=0)


def test_a_tao_stone_in_hand_may_be_put() -> None:
    game = Game.setup("tao", ["...", "...", "..."], tao_in_hand={"black": 1, "white": 0})
    player = Guided(Constant(favourite=9 + 4), budget=FEW)
    assert player.choose(game) == Tao(4)
