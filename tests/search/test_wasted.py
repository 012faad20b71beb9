"""Moves that waste stones: a self-atari of three stones or more that is not a nakade."""

from typing import Any

import numpy as np
import pytest
from data import cases

from tengen.game import Game
from tengen.kernel.layout import PLACE
from tengen.players import MCTS, Budget
from tengen.search import Options
from tengen.search.priors import Virtual, weigh_anew


def wasted(game: Game) -> set[str]:
    """Return the placements of the root that waste stones, which strengths and network distrust."""
    children = MCTS(budget=Budget(20), seed=1, megabytes=8).search(game).children()
    return {game.board.labels[each["point"]] for each in children if each["kind"] == PLACE and each["trust"] == 0}


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        (["XX..OX.", "OOOOOX.", "XXXXXX."], set()),  # three in a row
        (["XX..O..", "OOOOO..", "XXXXXX."], {"C7"}),  # White has outside liberties
        (["XXX..OX", "OOOOOOX", "XXXXXXX"], {"D7"}),  # four in a row
        (["XXOX...", "XXOX...", "..OX...", "OOOX...", "XXXX..."], set()),  # bulky five
        (["XXXOX..", "X..OX..", "OOOOX..", "XXXXX.."], {"C6"}),  # five around a corner; B6 makes them bulky
    ],
)
def test_only_a_nakade_is_worth_a_self_atari(rows: list[str], found: set[str]) -> None:
    board = [*rows, *["......."] * (7 - len(rows))]
    assert wasted(Game.setup("chinese", board, to_play="black")) == found


@pytest.mark.parametrize(("variant", "board", "axes"), cases("wasted", "a_seed_gives_the_same_tree_on_every_board"))
def test_a_seed_gives_the_same_tree_on_every_board(variant: str, board: str, axes: dict[str, Any]) -> None:
    trees = [MCTS(budget=Budget(200), seed=4, megabytes=8).search(Game(variant, board=board, **axes)) for _ in range(2)]
    first, second = (tree.children()[["visits", "wins", "trust"]].tolist() for tree in trees)
    assert first == second


def test_the_network_takes_back_what_strengths_gave() -> None:
    """With the same probabilities nothing changes, even with wasted moves among the children."""
    game = Game.setup("chinese", ["XXX..OX", "OOOOOOX", "XXXXXXX", *["......."] * 4], to_play="black")
    options = Options(foresight=False)
    children = MCTS(budget=Budget(20), seed=1, megabytes=8, options=options).search(game).children().copy()
    chances = np.zeros(49, np.float32)
    for each in children:
        if each["kind"] == PLACE:
            chances[each["point"]] = each["trust"]
    before = children[["prior_visits", "prior_wins"]].tolist()
    how = Virtual(options.likely, options.power, options.unlikely)
    weigh_anew(children, chances, how, how)
    assert np.allclose(before, children[["prior_visits", "prior_wins"]].tolist(), atol=1e-2)
