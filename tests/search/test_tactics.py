"""Liberties that playouts count in short against the sets of them."""

from __future__ import annotations

import random
from typing import Any

import pytest
from chain_sets import chain_of, random_stones

from tengen import Game
from tengen.kernel.jit import entry
from tengen.search.tactics import last_liberty, liberties_after

BOARDS = ("5x5", "9x9", "5x5 torus", "hexagon 4", "star 9", "graph:petersen", "9x9 without D4")


@entry
def count_after(state: Any, adjacency: Any, p: int, colour: int, enough: int) -> int:
    return liberties_after(state, adjacency, p, colour, enough)


@entry
def find_last(state: Any, adjacency: Any, stone: int) -> int:
    return last_liberty(state, adjacency, stone)


@pytest.mark.parametrize("board", BOARDS)
def test_liberties_are_those_of_the_sets(board: str) -> None:
    chance = random.Random(board)
    counted = last = 0
    for _ in range(12):
        game = Game("chinese", board=board)
        list(random_stones(game, chance, chance.randrange(len(game.board))))
        state = game.state()
        contents = [int(point["colour"]) for point in state.points]
        arrays, adjacency = state.arrays, state.adjacency.arrays
        for p in range(len(game.board)):
            if contents[p]:
                _, free = chain_of(game.board, contents, p)
                assert find_last(arrays, adjacency, p) == (next(iter(free)) if len(free) == 1 else len(game.board))
                last += len(free) == 1
                continue
            for colour in (1, 2):
                after = [*contents]
                after[p] = colour
                near = game.board.neighbours[p]
                if any(after[q] == 3 - colour and not chain_of(game.board, after, q)[1] for q in near):
                    continue  # liberties where stones are taken off are counted at least
                free = chain_of(game.board, after, p)[1]
                for enough in (1, 2, 3):
                    assert min(count_after(arrays, adjacency, p, colour, enough), enough) == min(len(free), enough)
                    counted += len(free) >= enough
    assert counted > 20
    assert last > 0
