"""Trees that are kept: what is said of a position does not depend on which search has made the tree."""

from __future__ import annotations

import numpy as np
import pytest

from tengen import Game, Resign, TengenError
from tengen.players import MCTS, Budget


def begun(*moves: str, variant: str = "chinese", board: str = "7x7") -> Game:
    game = Game(variant, board=board)
    for move in moves:
        game.play(move)
    return game


def test_a_position_looked_at_again_with_less_is_the_same() -> None:
    game, player = begun("D4", "C3", "C4", "D3", "E3"), MCTS(seed=1)
    *_, first = player.analyse(game, Budget(simulations=400))
    *_, again = player.analyse(game, Budget(simulations=100))
    assert again.visits >= first.visits
    assert again.win_rate == pytest.approx(first.win_rate, abs=0.05)
    assert again.lead == pytest.approx(first.lead, abs=1.5)
    apart = [again.ownership[label] - owner for label, owner in first.ownership.items()]
    assert np.abs(list(first.ownership.values())).max() > 0.4
    assert np.abs(apart).max() < 0.4


def test_a_position_below_a_tree_is_known_by_that_tree() -> None:
    """Its chance is that of all simulations below it; before, those of its own alone counted, of which there were 0."""
    game, player = begun("D4", "C3"), MCTS(seed=1)
    *_, found = player.analyse(game, Budget(simulations=3_000))
    game.play(found.candidates[0].move)
    *_, known = player.analyse(game, Budget(simulations=10))
    assert known.visits > 500
    assert known.win_rate == pytest.approx(1 - found.candidates[0].win_rate, abs=0.04)
    assert known.lead == pytest.approx(found.candidates[0].lead, abs=1)
    assert np.abs(list(known.ownership.values())).max() > 0.3


def test_nobody_gives_up_by_a_tree_that_has_not_told_whose_the_points_are() -> None:
    """Where the last move wins, a side plays on while any point is likely to stay its own: White has 20."""
    rows = ["....OXXXX", "OOOOOX.X.", "....OXXXX", "OOOOOX.X.", "XXXXXXXXX", "X.X.X.X.X", "XXXXXXXXX", ".X.X.X.X."]
    game = Game.setup("tile", [*rows, "XXXXXXXXX"], to_play="white")
    player = MCTS(budget=Budget(simulations=300), seed=1)
    for _ in range(4):
        move = player.choose(game)
        assert move is not Resign
        game.play(move)
        *_, thought = player.analyse(game, Budget(simulations=2_000))  # as pondering does
        game.play(thought.candidates[0].move)


def test_what_was_found_is_of_that_game_and_no_other() -> None:
    player, one = MCTS(seed=1), begun("D4")
    player.choose(one, Budget(simulations=50))
    assert player.found(one) is not None
    assert player.found(begun("D4", board="9x9")) is None
    assert player.found(begun("D4", variant="japanese")) is None
    assert player.found(begun("D4", "C3")) is None


def test_a_search_with_pauses_and_threads_is_refused_before_the_game() -> None:
    with pytest.raises(TengenError, match="has one thread"):
        MCTS(threads=2, pause=lambda: None)


def test_asking_what_was_found_changes_nothing_that_is_found_later() -> None:
    def moves(asks: bool) -> list[object]:
        player, game = MCTS(budget=Budget(simulations=300), seed=1), Game("chinese", board="7x7")
        played: list[object] = []
        for _ in range(12):
            move = player.choose(game)
            if asks:
                assert player.found(game) is not None
            game.play(move)
            played.append(move)
        return played

    assert moves(asks=True) == moves(asks=False)
