"""Positions as the network is given them, for tests."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
from agreement import Tally, draw_pair
from numpy.typing import NDArray

from tengen.game import Game
from tengen.network.evaluator import Group
from tengen.network.graph import graph_of
from tengen.network.inputs import Observation, Observer
from tengen.network.making import untrained
from tengen.network.sizes import Sizes
from tengen.network.weights import Weights
from tengen.records import Pass, Place, Reason, Return, Tao
from tengen.rules import Variant, played_on, variant


def legal_actions(game: Game) -> NDArray[np.uint8]:
    """Return what may be done, as `Observer.observe` is told."""
    n = len(game.board)
    codes = np.zeros(2 * n + 2, np.uint8)
    for move in game.legal_moves():
        if isinstance(move, Place | Tao):
            codes[move.point + n * isinstance(move, Tao)] = 1
        elif move in (Pass, Return):
            codes[2 * n + (move is Return)] = 1
    for p in range(n):
        if set(game.why_not(Place(p))) in ({Reason.KO}, {Reason.REPETITION}):
            codes[p] = 2
    return codes


def seen(games: Sequence[Game]) -> tuple[Observation, NDArray[np.uint8]]:
    """Return what the network sees of games of one kind, and what may be done in them."""
    states = [game.state() for game in games]
    legal = np.stack([legal_actions(game) for game in games])
    points, tables = np.stack([state.points for state in states]), np.stack([state.table for state in states])
    return Observer(games[0].board, games[0].rules).observe(points, tables, legal), legal


def middle(kind: str | Variant, board: str, seed: int = 0, turns: int | None = None, **axes: Any) -> Game:
    """Return a game some random turns after its start."""
    rng = random.Random(f"{kind} {board} {seed}")
    game = Game(variant(kind, **axes) if isinstance(kind, str) else kind, board=board)
    for _ in range(len(game.board) * 2 // 3 if turns is None else turns):
        moves = [move for move in game.legal_moves() if move is not Pass]
        if game.outcome is not None or not moves:
            break
        game.play(rng.choice(moves))
    return game


def drawn(seed: int) -> Game:
    """Return a game under any rules on any board, some turns after its start."""
    rng = random.Random(seed)
    game = draw_pair(rng.choice, Tally(), 16).game
    for _ in range(rng.randrange(12)):
        moves = list(game.legal_moves()) if game.outcome is None else []
        if moves:
            game.play(rng.choice(moves))
    return game


def group_of(games: Sequence[Game]) -> Group:
    """Return games of one kind as an evaluator takes them."""
    observation, legal = seen(games)
    return graph_of(played_on(games[0].board, games[0].rules)), observation, legal


def stirred(sizes: Sizes | None = None, seed: int = 1) -> Weights:
    """Return weights whose every number matters, as after training."""
    weights = untrained(sizes, seed)
    rng = np.random.default_rng(seed)
    noise = {name: rng.standard_normal(array.shape) * 0.1 for name, array in weights.arrays.items()}
    arrays = {name: (array + noise[name]).astype(np.float16) for name, array in weights.arrays.items()}
    return Weights(weights.sizes, {name: array.astype(np.float32) for name, array in arrays.items()}, {"seed": seed})
