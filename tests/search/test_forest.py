"""The forest against the slow search: the same trees, visits and values, under every kind of rule."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from example_counts import first
from slow_search import Node, SlowSearch, legal_row, said_of

from tengen import Game, Pass, TengenError
from tengen.players.actions import move_of
from tengen.players.game_keys import keys_of
from tengen.rules import variant
from tengen.search import situation_keys
from tengen.search.guided import Forest, ForestOptions, Leaves

GAMES: list[tuple[str, str, dict[str, Any]]] = [
    ("chinese", "3x3", {}),
    ("chinese", "4x3", {"handicap": 2, "handicap_kind": "free"}),
    ("chinese", "3x3", {"handicap": 2, "handicap_kind": "turns"}),
    ("tromp-taylor", "2x2", {}),
    ("new-zealand", "3x2", {}),
    ("formal", "1x5", {}),
    ("ing", "2x3", {}),
    ("aga", "4x3 torus", {}),
    ("japanese", "3x3", {}),
    ("japanese", "2x2", {}),
    ("tile", "3x3", {}),
    ("cushion", "1x4", {}),
    ("tao", "3x3", {}),
    ("tao", "3x3", {"tao_price": 0}),
    ("tao", "graph:petersen", {"tiles": "cushion"}),
    ("gengo", "7x6", {}),
    ("gengo-go", "3x3", {}),
    ("chinese", "graph:petersen", {"repetition": "natural"}),
]
PUCT = ForestOptions(cpuct_base=20)
GUMBEL = ForestOptions("gumbel", gumbel=0, considered=6, value_scale=0.1)


def begun(name: str, board: str, axes: dict[str, Any], seed: int) -> Game:
    """Return a game after a few random moves, not over."""
    chance = random.Random(seed)
    game = Game(name, board=board, **axes)
    for _ in range(chance.randrange(12)):
        legal = [move for move in game.legal_moves() if move is not Pass]
        if game.outcome is None and legal:
            game.play(chance.choice(legal))
    if game.outcome is not None:
        game.undo()
    return game


def check(forest: Forest, search: SlowSearch) -> int:
    """Hold every node of a forest's first tree to the slow tree's; return how many there were."""
    pool = forest._pool
    waiting: list[tuple[int, Node]] = [(int(pool.roots["node"][0]), search.root)]
    checked = 0
    while waiting:
        number, node = waiting.pop()
        row, edges = pool.nodes[number], forest._edges(number)
        assert int(row["visits"]) == node.visits
        assert int(row["pending"]) == 0
        assert [float(row[name]) for name in ("utility", "result", "margin")] == pytest.approx(node.sums, abs=1e-6)
        assert edges["action"].tolist() == list(node.priors)
        assert edges["prior"].tolist() == pytest.approx(list(map(float, node.priors.values())))
        children = {int(edge["action"]): int(edge["child"]) for edge in edges if edge["child"]}
        assert set(children) == set(node.children)
        waiting += [(child, node.children[action]) for action, child in children.items()]
        checked += 1
    return checked


@pytest.mark.parametrize(("name", "board", "axes"), GAMES)
@pytest.mark.parametrize("options", [PUCT, GUMBEL], ids=["puct", "gumbel"])
@pytest.mark.parametrize("wanted", first(1, [4, 1]))
def test_trees_are_those_of_the_slow_search(
    name: str, board: str, axes: dict[str, Any], options: ForestOptions, wanted: int
) -> None:
    game = begun(name, board, axes, seed=wanted)
    if len(game.moves) >= 3 * len(game.board):
        options = replace(options, limit=0)
    forest = Forest(game.board, game.rules, nodes=200, options=options)
    forest.begin(0, game.state(), keys_of(game), simulations=70, turns=len(game.moves))
    search = SlowSearch(game, options, 70)
    while forest.is_busy:
        if leaves := forest.select(wanted):
            forest.absorb(said_of(leaves))
        search.round(wanted)
    assert search.left == 0
    assert check(forest, search) > 1
    assert forest.visits(0) == 71


def run(forest: Forest, each: int | None = None) -> None:
    """Run all simulations that were planned."""
    while forest.is_busy:
        if leaves := forest.select(each=each):
            forest.absorb(said_of(leaves))


def nodes_in_use(forest: Forest) -> int:
    """Return how many nodes the trees hold, after a look whether all others are free."""
    pool = forest._pool
    waiting = [int(node) for node in pool.roots["node"] if node]
    used: set[int] = set()
    while waiting:
        node = waiting.pop()
        used.add(node)
        waiting += [int(child) for child in forest._edges(node)["child"] if child]
    free = pool.free[1 : int(pool.free[0]) + 1].tolist()
    assert sorted([*used, *free]) == list(range(1, len(pool.nodes)))
    return len(used)


@pytest.mark.parametrize("options", [PUCT, GUMBEL], ids=["puct", "gumbel"])
def test_a_tree_is_carried_on_to_the_next_move(options: ForestOptions) -> None:
    game = Game("tromp-taylor", board="3x3")
    forest = Forest(game.board, game.rules, nodes=300, options=options)
    forest.begin(0, game.state(), keys_of(game), simulations=100)
    run(forest)
    for _ in range(4):
        found = forest.found(0)
        best = found[found["visits"].argmax()]
        game.play(move_of(int(best["action"]), 9))
        kept = int(best["visits"])
        forest.begin(0, game.state(), keys_of(game), simulations=60, turns=len(game.moves), reuse=[best["action"]])
        assert forest.visits(0) == kept > 1
        assert set(forest.found(0)["action"]) == set((legal_row(game) == 1).nonzero()[0])
        run(forest)
        assert forest.visits(0) == kept + 60
        assert nodes_in_use(forest) <= kept + 60
    forest.end(0)
    assert nodes_in_use(forest) == 0


def test_many_roots_find_what_each_finds_alone() -> None:
    games = [begun("tao", "3x3", {"tao_price": 0}, seed) for seed in range(5)]
    together = Forest(games[0].board, games[0].rules, roots=5, nodes=600, options=PUCT)
    for root, game in enumerate(games):
        together.begin(root, game.state(), keys_of(game), simulations=20 + 10 * root, turns=len(game.moves))
    run(together, 1)
    for root, game in enumerate(games):
        alone = Forest(game.board, game.rules, nodes=100, options=PUCT)
        alone.begin(0, game.state(), keys_of(game), simulations=20 + 10 * root, turns=len(game.moves))
        run(alone, 1)
        assert (together.found(root) == alone.found(0)).all()
        assert (together.ownership(root) == alone.ownership(0)).all()
        assert together.value(root) == alone.value(0)


def test_noise_is_the_seeds() -> None:
    game = Game("chinese", board="3x3")

    def policy(options: ForestOptions, seed: int) -> list[float]:
        forest = Forest(game.board, game.rules, nodes=100, options=options, seed=seed)
        forest.begin(0, game.state(), simulations=30)
        run(forest, 1)
        return [*forest.found(0)["visits"].tolist(), forest.best(0)]

    for options in (ForestOptions("gumbel", considered=4, value_scale=0.1), ForestOptions(noise=0.25)):
        assert policy(options, 1) == policy(options, 1)
        assert len({str(policy(options, seed)) for seed in range(6)}) > 1


def test_a_policy_of_nothing_is_an_even_one() -> None:
    game = Game("chinese", board="3x3")
    forest = Forest(game.board, game.rules, nodes=30)
    forest.begin(0, game.state(), simulations=20)
    while forest.is_busy:
        if leaves := forest.select():
            said = said_of(leaves)
            forest.absorb(said._replace(policy=0 * said.policy, value=0 * said.value + 7))
    assert set(forest.found(0)["prior"].round(6)) == {0.1}
    assert -1 <= forest.value(0) <= 1


def test_a_full_forest_ends_its_searches() -> None:
    game = Game("chinese", board="3x3")
    forest = Forest(game.board, game.rules, nodes=10)
    forest.begin(0, game.state(), simulations=1000)
    run(forest)
    assert 10 <= forest.visits(0) < 1000
    second = Forest(game.board, game.rules, roots=2, nodes=10)
    second.begin(0, game.state(), simulations=100)
    run(second)
    with pytest.raises(TengenError, match="all 10 nodes of the forest are taken"):
        second.begin(1, game.state(), simulations=1)


def test_what_cannot_be_is_refused() -> None:
    game = Game("chinese", board="3x3")
    forest = Forest(game.board, game.rules)
    forest.begin(0, game.state(), simulations=10)
    leaves: Leaves = forest.select()
    assert len(leaves.roots) == 1
    with pytest.raises(TengenError, match="1 leaves are still to be absorbed"):
        forest.select()
    said = said_of(leaves)
    with pytest.raises(TengenError, match=r"value must have the shape \(1,\), not \(2,\)"):
        forest.absorb(said._replace(value=said.value.repeat(2)))
    with pytest.raises(TengenError, match="method must be puct or gumbel"):
        ForestOptions("alpha")  # type: ignore[arg-type]


def test_the_empty_board_is_a_position_that_comes_back() -> None:
    """Its key is 0, as that of nothing is; superko forbids a suicide of everything (spec 1.3)."""
    assert situation_keys(variant("tromp-taylor").rules, [0], [0], [1], [()])[0] != 0
