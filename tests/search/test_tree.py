"""The tree against the game: every node's children are the legal moves but eyes, history and all."""

from __future__ import annotations

import random

import pytest

from tengen import Game, Pass, Place, Return, Tao
from tengen.kernel.layout import PASS, PLACE, RETURN
from tengen.players import MCTS, Budget
from tengen.records import Move
from tengen.search import ROOT, Search

GAMES = [
    ("tromp-taylor", "2x2"),
    ("tromp-taylor", "graph:cycle-4"),
    ("new-zealand", "3x2"),
    ("formal", "1x5"),
    ("ing", "2x3"),
    ("aga", "4x3 torus"),
    ("japanese", "3x3"),
    ("tile", "3x3"),
    ("cushion", "1x4"),
    ("tao", "3x3"),
    ("tao", "graph:petersen"),
    ("gengo", "7x6"),
    ("chinese", "4x4"),
]


def moves_of(search: Search, node: int) -> dict[Move, int]:
    """Return the moves that lead on from a node, each with its node."""
    kinds = {PASS: Pass, RETURN: Return}
    first = int(search._nodes["children"][node])
    found: dict[Move, int] = {}
    for place, child in enumerate(search.children(node)):
        point = int(child["point"])
        move = kinds.get(int(child["kind"])) or (Place(point) if child["kind"] == PLACE else Tao(point))
        found[move] = first + place
    return found


def is_eye(game: Game, move: Move) -> bool:
    """Say whether a move fills a point whose neighbours all hold the player's stones."""
    if not isinstance(move, Place):
        return False
    near = game.board.neighbours[move.point]
    return all(game.stones.get(game.board.labels[other]) == game.to_play for other in near)


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
    player = MCTS(seed=seed)
    list(player.analyse(game, Budget(simulations=600)))
    search = player._search
    assert search is not None
    checked = 0
    waiting = [(ROOT, game)]
    while waiting and checked < 60:
        node, here = waiting.pop()
        children = moves_of(search, node)
        if not children or here.outcome is not None:
            continue
        legal_here = set(here.legal_moves())
        assert set(children) <= legal_here
        assert all(is_eye(here, move) for move in legal_here - set(children))
        checked += 1
        for move, child in children.items():
            if search._nodes["count"][child]:
                following = here.copy()
                following.play(move)
                waiting.append((child, following))
    assert checked > 0
