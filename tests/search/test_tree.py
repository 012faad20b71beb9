"""The tree against the game: every node's children are the legal moves except eyes and idle suicide, with history.

Also its memory of situations: legality, and which turns end the game (spec 1.5, 1.6).
"""

import random
from typing import Any

import pytest
from data import cases

from tengen import Game, Pass, Place, Return, Tao
from tengen.game.game_history import MARKS
from tengen.kernel.layout import PASS, PLACE, RETURN
from tengen.players import MCTS, Budget
from tengen.players.mcts import keys_of
from tengen.records import Move, other
from tengen.rules import AXES, Compares, variant
from tengen.search import ROOT, Options, Search

GAMES = cases("tree", "games")


def moves_of(search: Search, node: int) -> dict[Move, int]:
    kinds = {PASS: Pass, RETURN: Return}
    first = int(search._nodes["children"][node])
    found: dict[Move, int] = {}
    for place, child in enumerate(search.children(node)):
        point = int(child["point"])
        move = kinds.get(int(child["kind"])) or (Place(point) if child["kind"] == PLACE else Tao(point))
        found[move] = first + place
    return found


def is_eye(game: Game, move: Move) -> bool:
    """Return whether a move fills a point enclosed by a wall of stones or blocked points, next to own stones only."""
    if not isinstance(move, Place):
        return False
    board = game.board
    near = [board.labels[point] for point in board.neighbours[move.point]]
    if board.is_plain:
        return all(game.stones.get(label) == game.to_play for label in near)
    covered = {q for p, label in enumerate(board.labels) if label in game.stones for q in board.footprint[p]}
    walled = all(board.labels.index(label) in covered for label in near)
    return walled and {game.stones[label] for label in near if label in game.stones} == {game.to_play}


def is_idle(game: Game, move: Move) -> bool:
    """Return whether a move is suicide of a single stone or, if only stones count, of any."""
    following, mover = game.copy(), game.to_play
    following.play(move)
    before, after = (list(each.stones.values()) for each in (game, following))
    lost = before.count(mover) + 1 - after.count(mover)
    if not isinstance(move, Place) or not lost or before.count(other(mover)) != after.count(other(mover)):
        return False
    return lost == 1 or game.rules.scoring == "stones"


def check_tree(search: Search, game: Game, most: int) -> tuple[int, int]:
    """Compare every grown node with the game; return how many continue, and how many have ended."""
    going = ended = 0
    waiting = [(ROOT, game)]
    while waiting and going < most:
        node, here = waiting.pop(0)
        children = moves_of(search, node)
        if here.outcome is not None:
            assert not children, here.moves
            ended += 1
            continue
        legal = set(here.legal_moves())
        assert set(children) <= legal, here.moves
        assert all(is_eye(here, move) or is_idle(here, move) for move in legal - set(children)), here.moves
        going += 1
        for move, child in children.items():
            if search._nodes["visits"][child] > search.options.expand_at:
                following = here.copy()
                following.play(move)
                waiting.append((child, following))
    return going, ended


@pytest.mark.parametrize(("name", "board"), GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_children_are_the_legal_moves(name: str, board: str, seed: int) -> None:
    chance = random.Random(seed)
    game = Game(name, board=board)
    for _ in range(chance.randrange(12)):
        legal = [move for move in game.legal_moves() if move is not Pass]
        if game.outcome is None and legal:
            game.play(chance.choice(legal))
    if game.outcome is not None:
        game.undo()
    assert check_tree(MCTS(seed=seed).search(game, Budget(simulations=600)), game, most=60)[0] > 0


@pytest.mark.parametrize("board", ["9x9", "4x4", "9x9 torus"])
def test_a_seed_plays_the_same_however_the_position_came_about(board: str) -> None:
    """Every stone mixes the kernel's list of open points, and the order of stones decides the heads of chains."""
    first, second = (Game("chinese", board=board, repetition="ko") for _ in range(2))
    for moves, game in ((("B2", "C3", "D2", "B3"), first), (("D2", "B3", "B2", "C3"), second)):
        for move in moves:
            game.play(move)
    found = [MCTS(budget=Budget(simulations=400), seed=5) for _ in range(2)]
    for game in (first, second):
        game.play("A1")
        game.play("D4")
    trees = [player.search(game).children() for player, game in zip(found, (first, second), strict=True)]
    visits = [dict(zip(tree["point"].tolist(), tree["visits"].tolist(), strict=True)) for tree in trees]
    assert visits[0] == visits[1]


@pytest.mark.parametrize("equivalence", [0, 1e-3, 3000, float("inf")])
def test_amaf_counts_for_as_much_as_is_said(equivalence: float) -> None:
    game = Game("chinese", board="5x5")
    search = Search(game.board, game.rules, seed=1, megabytes=2, options=Options(amaf_equivalence=equivalence))
    search.begin(game.state())
    search.run(simulations=300)
    assert int((search.children()["visits"] > 0).sum()) > 1


KO = [".XO.", "X.XO"]  # White takes at B1, Black takes back at C1
JAPANESE = {"repetition": "no-result", "scoring": "territory"}
RETURNS = {
    "repetition": "natural", "suicide": "allowed", "passing": "return", "end": "no-moves",
    "prisoners": {"black": 1, "white": 1},
}  # fmt: skip
CASES: dict[str, tuple[list[str], dict[str, Any], list[str]]] = {
    "passes alone": (["."], {**JAPANESE, "passes": 3}, []),
    "a pass before the root": (["."], {**JAPANESE, "passes": 3}, ["pass"]),
    "a ko": (KO, {**JAPANESE, "passes": 3}, []),
    "a ko before the root": (KO, {**JAPANESE, "passes": 3}, ["B1", "pass", "pass"]),
    "tiles": (KO, {**JAPANESE, "passes": 3, "tiles": "tile", "tile_stack": 2}, []),
    "tiles before the root": (KO, {**JAPANESE, "passes": 3, "tiles": "tile"}, ["pass", "B1", "pass", "pass"]),
    "prisoners": (KO, {**JAPANESE, "passing": "both", "prisoners": {"black": 1, "white": 1}}, []),
    "prisoners before the root": (KO, {**JAPANESE, "passing": "both"}, ["pass", "B1", "pass", "return"]),
    "Tao stones": (KO, {**JAPANESE, "passes": 3, "tao": "on", "tao_in_hand": {"black": 1, "white": 1}}, []),
    "Tao stones before the root": (KO, {**JAPANESE, "tao": "on", "tao_in_hand": {"white": 1}}, ["pass", "tao A2"]),
    "a price above a byte": (["..."], {**JAPANESE, "tao": "on", "tao_price": 300, "prisoners": {"black": 599}}, []),
    "natural": (KO, {"repetition": "natural", "passes": 3, "created_by": "white"}, []),
    "a pass creates nothing": (KO, {"repetition": "natural", "created_by": "white"}, ["pass", "B1"]),
    "nobody creates nothing": (["."], RETURNS, []),
    "a return creates nothing": (["."], RETURNS, ["return"]),
}


@pytest.mark.parametrize("name", CASES)
def test_the_tree_goes_on_where_the_game_does(name: str) -> None:
    rows, axes, moves = CASES[name]
    start = {key: axes[key] for key in axes if key not in AXES or key == "tao_in_hand"}
    rules = {key: axes[key] for key in axes if key not in start}
    game = Game.setup(variant("chinese", **rules), rows, **start)
    for move in moves:
        game.play(move)
    search = MCTS(seed=1, megabytes=16).search(game, Budget(simulations=1500))
    assert check_tree(search, game, most=400)[0] > 1


WHOLE: dict[str, dict[str, Any]] = {
    "ordinary": {},
    "tiles": {"tiles": "tile", "tile_stack": 2},
    "prisoners": {"passing": "both"},
    "Tao stones": {"tao": "on", "tao_payment": "points"},
    "all": {"tiles": "cushion", "tao": "on", "passing": "both", "tao_in_hand": 1},
}


@pytest.mark.parametrize("axes", WHOLE.values(), ids=WHOLE)
def test_equal_keys_are_equal_whole_states(axes: dict[str, Any]) -> None:
    """1.6: keys before the root distinguish the same situations as the game."""
    seen = returned = 0
    for seed in range(6):
        rng = random.Random(seed)
        game = Game("chinese", board="2x2", repetition="no-result", passes=3, **axes)
        for _ in range(60):
            if game.outcome is not None:
                break
            game.play(rng.choice(list(game.legal_moves())))
        keys, marks = keys_of(game), [MARKS[Compares.STATE](situation) for situation in game.situations]
        assert len(keys) == len(marks)
        assert len(set(keys)) == len(set(marks)) == len(set(zip(keys, marks, strict=True)))
        seen += len(keys)
        returned += len(keys) - len(set(keys))
    assert seen > 60
    assert returned > 0
