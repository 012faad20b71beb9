"""The random opponent: legal always, no eyes filled while a pass is legal, the same with the same seed."""

import pytest
from data import cases

from tengen import Game, TengenError
from tengen.players import MCTS, External, Player, Random
from tengen.records import Pass, Place, Return


def game_of(seed: int, variant: str, board: str) -> Game:
    game, player = Game(variant, board=board), Random(seed)
    while game.outcome is None and len(game.moves) < 1000:
        game.play(player.choose(game))
    return game


@pytest.mark.parametrize(("variant", "board", "ends"), cases("random_player", "its_games_are_legal_and_repeatable"))
def test_its_games_are_legal_and_repeatable(variant: str, board: str, ends: bool) -> None:
    game = game_of(3, variant, board)
    assert game.outcome is not None or not ends
    assert game.moves == game_of(3, variant, board).moves
    assert game.moves != game_of(4, variant, board).moves


def test_it_passes_fills_eyes_or_returns_in_this_order() -> None:
    eyes, foreign = [".X.", "XXX", ".X."], [".O.", "OOO", ".O."]
    assert Random(1).choose(Game.setup("chinese", eyes)) is Pass
    assert isinstance(Random(1).choose(Game.setup("tile", eyes, prisoners={"black": 2})), Place)
    assert Random(1).choose(Game.setup("tile", foreign, prisoners={"black": 1})) is Return


@pytest.mark.parametrize("player", [Random(), MCTS(), External("false")], ids=lambda player: type(player).__name__)
def test_after_the_end_there_is_nothing_to_choose_for_any_player(player: Player) -> None:
    game = Game("chinese", board="3")
    game.play("resign")
    with pytest.raises(TengenError, match="the game is over"):
        player.choose(game)
