"""Random stones, chains with liberties as sets of points, and layers by windows, as references for tests."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen import Game, Place
from tengen.boards import Board
from tengen.search.shapes import surroundings


def random_stones(game: Game, chance: Random, count: int) -> Iterator[Place]:
    """Make random placements in a game, while there are any, and yield them."""
    for _ in range(count):
        moves = [move for move in game.legal_moves() if isinstance(move, Place)]
        if not moves:
            return
        move = chance.choice(moves)
        game.play(move)
        yield move


def chain_of(board: Board, stones: Sequence[int], stone: int) -> tuple[set[int], set[int]]:
    chain, waiting = {stone}, [stone]
    beside: set[int] = set()
    while waiting:
        for near in board.neighbours[waiting.pop()]:
            if stones[near] == stones[stone] and near not in chain:
                chain.add(near)
                waiting.append(near)
            beside.add(near)
    return chain, {near for near in beside if not stones[near]}


_NEAR = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)]


def by_windows(board: Board, below: NDArray[Any], matrix: NDArray[Any]) -> NDArray[np.float64]:
    """Return a layer of a network, computed by windows around the points of a board."""
    near = surroundings(board, _NEAR).reshape(len(board), 9)
    seen = np.concatenate([below, np.zeros_like(below[:1])])[near].reshape(len(board), -1)
    found: NDArray[np.float64] = seen.astype(np.float64) @ matrix
    return found
