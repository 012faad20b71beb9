"""Moves that throw away a proved result: reading finds them, and no level plays one."""

import pytest
from data import cases

from tengen.game import Game
from tengen.players import MCTS, Budget
from tengen.reading import BlunderReader
from tengen.records import COLOURS, Colour, Place, UnservedRules

SEKI = cases("blunders", "seki")
"""Black wins by half a point unless one side fills E9 or E8: a position in which levels 5 to 7 once filled them."""
ESCAPE = ("X.XOO", "..X.O", "XXOOO", "O..O.", "..XXX")
"""White is dead, unless Black plays E2, where White's next move captures four stones."""


def blunders(game: Game) -> set[str]:
    """Return the labels of the legal placements that are blunders."""
    reader = BlunderReader(game)
    moves = [move for move in game.legal_moves() if isinstance(move, Place)]
    return {game.board.labels[move.point] for move in moves if reader.is_blunder(move)}


@pytest.mark.parametrize("side", COLOURS)
def test_filling_a_shared_liberty_of_a_seki_is_a_blunder(side: Colour) -> None:
    assert blunders(Game.setup("chinese", SEKI, to_play=side)) == {"E9", "E8"}


@pytest.mark.parametrize("level", range(1, 8))
@pytest.mark.parametrize("komi", [4.5, 3.5])
def test_no_level_breaks_its_own_seki(level: int, komi: float) -> None:
    game = Game.setup("chinese", SEKI, to_play="black", komi=komi)
    for seed in range(3):
        move = MCTS(level=level, seed=seed, resigns=False).choose(game)
        assert not isinstance(move, Place) or not BlunderReader(game).is_blunder(move)


def test_analysis_counts_a_seki_as_alive() -> None:
    game = Game.setup("chinese", SEKI, to_play="black", komi=4.5)
    *_, found = MCTS(seed=1).analyse(game, Budget(simulations=500))
    assert found.win_rate > 0.9
    assert found.ownership["F9"] > 0.9


def test_letting_a_dead_group_live_is_a_blunder() -> None:
    assert blunders(Game.setup("chinese", ESCAPE, to_play="black")) == {"E2"}


def test_games_whose_groups_are_not_read_are_refused() -> None:
    with pytest.raises(UnservedRules):
        BlunderReader(Game("tile", board="5x5"))
