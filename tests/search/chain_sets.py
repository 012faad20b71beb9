"""Random stones, and chains with their liberties as sets of points, for those that are held to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from tengen import Game, Place
from tengen.boards import Board


def random_stones(game: Game, chance: Random, count: int) -> Iterator[Place]:
    """Make random placements in a game, as long as there are any, and yield them."""
    for _ in range(count):
        moves = [move for move in game.legal_moves() if isinstance(move, Place)]
        if not moves:
            return
        move = chance.choice(moves)
        game.play(move)
        yield move


def chain_of(board: Board, stones: Sequence[int], stone: int) -> tuple[set[int], set[int]]:
    """Return the stones of a chain, and its liberties."""
    chain, waiting = {stone}, [stone]
    beside: set[int] = set()
    while waiting:
        for near in board.neighbours[waiting.pop()]:
            if stones[near] == stones[stone] and near not in chain:
                chain.add(near)
                waiting.append(near)
            beside.add(near)
    return chain, {near for near in beside if not stones[near]}
