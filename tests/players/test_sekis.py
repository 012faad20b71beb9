"""Games from settled 9x9 boards with a seki: the side that needs the seki keeps it."""

import random
from typing import Final

import pytest
from data import cases

from tengen.game import Game
from tengen.players import MCTS
from tengen.records import COLOURS

REGIONS: Final = cases("sekis", "regions")
"""Sekis between living groups, found among random regions by reading: all chains in them are in seki."""
SWAPPED: Final = str.maketrans("XO", "OX")


def board(region: str, rng: random.Random) -> list[str]:
    rows = region.split()
    middle = rows + ["XXO"] * (9 - len(rows))
    board = [("XXX", "X.X")[y % 2] + middle[y] + ("OOO", "O.O")[y % 2] for y in range(9)]
    if rng.random() < 0.5:
        board = [row.translate(SWAPPED) for row in board]
    if rng.random() < 0.5:
        board = [row[::-1] for row in board]
    if rng.random() < 0.5:
        board = board[::-1]
    if rng.random() < 0.5:
        board = ["".join(column) for column in zip(*board, strict=True)]
    return board


def keeps(level: int, number: int) -> bool:
    """Play a game in which the seki decides by half a point; return whether its winner's stones stay on the board."""
    rng = random.Random(number)
    rows, to_play, winner = board(REGIONS[number % len(REGIONS)], rng), rng.choice(COLOURS), rng.choice(COLOURS)
    komi = Game.setup("chinese", rows, komi=0).score().margin + (-0.5 if winner == "black" else 0.5)
    game = Game.setup("chinese", rows, to_play=to_play, komi=komi)
    stones = [label for label, content in game.stones.items() if content == winner]
    players = {colour: MCTS(level=level, seed=2 * number + k, resigns=False) for k, colour in enumerate(COLOURS)}
    while game.outcome is None:
        game.play(players[game.to_play].choose(game))
    return all(game.content(label) == winner for label in stones)


@pytest.mark.parametrize("level", [1, 3, 5])
def test_the_winner_keeps_its_seki(level: int) -> None:
    assert all(keeps(level, number) for number in range(16))


@pytest.mark.slow
@pytest.mark.parametrize("level", [5, 8, 10])
def test_the_winner_keeps_its_seki_in_200_games(level: int) -> None:
    lost = [number for number in range(200) if not keeps(level, number)]
    assert not lost
