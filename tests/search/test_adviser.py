"""Advice in the tree of playouts: the right positions are asked about, and what is said is heeded."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from slow_search import Said, legal_row

from tengen import Game, variant
from tengen.kernel.layout import PASS
from tengen.players import MCTS, Budget
from tengen.players.actions import action_of
from tengen.search import ROOT, Leaves, Options, Search
from tengen.search.nodes import ADVISED, ASKED


class Told:
    """An adviser that always trusts one action, expects one value, and keeps what it was asked."""

    def __init__(self, favourite: int = 0, value: float = 0.0) -> None:
        self.favourite, self.value = favourite, value
        self.asked: list[tuple[bytes, int, NDArray[np.uint8]]] = []

    def __call__(self, leaves: Leaves) -> Said:
        for points, table, legal in zip(leaves.points, leaves.tables, leaves.legal, strict=True):
            self.asked.append((points["colour"].tobytes(), int(table["to_move"][0]), legal.copy()))
        count, size = len(leaves.roots), leaves.points.shape[1]
        policy = np.full((count, 2 * size + 2), 1e-6, np.float32)
        policy[:, self.favourite] = 1
        value = np.full(count, self.value, np.float32)
        return Said(policy, value, value, np.zeros((count, size), np.float32))


def searched(game: Game, adviser: Told, simulations: int, **options: Any) -> Search:
    search = Search(game.board, game.rules, seed=1, megabytes=8, options=Options(**options), adviser=adviser)
    search.begin(game.state())
    search.run(simulations)
    return search


@pytest.mark.parametrize(
    "game",
    [
        Game("tile", board="4x4"),
        Game(variant("tao", tiles="cushion"), board="4x4 torus"),
        Game("tao", board="4x3"),
        Game("japanese", board="4x4"),
        Game("gengo", board="5x5"),
    ],
    ids=lambda game: game.variant.name,
)
def test_the_root_is_asked_about_first_with_its_legal_moves(game: Game) -> None:
    chance = random.Random(3)
    for _ in range(6):
        if game.outcome is None:
            game.play(chance.choice(list(game.legal_moves())))
    told = Told()
    searched(game, told, 300)
    stones, to_move, legal = told.asked[0]
    assert (stones, to_move) == (game.state().points["colour"].tobytes(), 1 if game.to_play == "black" else 2)
    assert legal.tolist() == legal_row(game).tolist()
    assert len(told.asked) > 1


def test_every_question_is_answered_and_trust_adds_up() -> None:
    search = searched(Game("chinese", board="5x5"), told := Told(), 2_000)
    advised = search._nodes["advised"]
    assert (advised == ASKED).sum() == 0
    assert (advised == ADVISED).sum() == len(told.asked)
    assert float(search.children(ROOT)["trust"].sum()) == pytest.approx(1)


def test_what_is_trusted_is_looked_at() -> None:
    """A1 is the worst of moves; without advice it has hardly a visit."""
    game = Game("chinese", board="5x5")
    corner = game.board.point("A1")
    visits = []
    for obedience in (0.0, 5.0):
        children = searched(game, Told(corner), 500, obedience=obedience).children()
        visits.append(int(children["visits"][children["point"] == corner][0]))
    assert visits[0] < 20
    assert visits[1] > 250


def test_passes_are_trusted_as_passes() -> None:
    game = Game("chinese", board="3x3")
    search = searched(game, Told(2 * 9), 400, obedience=50.0)
    assert int(search.children()["kind"][search.children()["visits"].argmax()]) == PASS


@pytest.mark.parametrize("value", [-1.0, 1.0])
def test_a_value_is_that_of_the_side_to_move(value: float) -> None:
    """The root alone is asked about, and nothing but the adviser's word counts."""
    game = Game("chinese", board="5x5")
    game.play("A1")
    search = searched(game, Told(value=value), 31 + 200, judgement=1.0, ask_at=20, expand_at=1_000)
    said = 1.0 if value < 0 else 0.0  # Black's result where White is to move
    _, black = search.totals()
    heard = search.playouts - 32  # the first answer comes after the first slice
    assert abs(black - said) < 1 - 0.8 * heard / search.playouts


def test_the_same_seed_gives_the_same_tree_and_games_stay_legal() -> None:
    class Judge:
        def evaluate(self, groups: Any) -> list[Said]:
            return [
                Said(np.ones(legal.shape, np.float32), *(np.zeros(shape, np.float32) for shape in _shapes(legal)))
                for _, _, legal in groups
            ]

    played = []
    for _ in range(2):
        game = Game(variant("tao", tiles="tile"), board="3x3")
        player = MCTS(budget=Budget(simulations=120), seed=4, adviser=Judge())
        while game.outcome is None and len(game.moves) < 60:
            game.play(player.choose(game))
        played.append(game.moves)
    assert played[0] == played[1]
    assert len(played[0]) > 4
    assert all(action_of(move, 9) < 20 for move in played[0][:-1])


def _shapes(legal: NDArray[np.uint8]) -> tuple[tuple[int, ...], ...]:
    count, size = len(legal), legal.shape[1] // 2 - 1
    return (count,), (count,), (count, size)
