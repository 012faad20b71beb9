"""Games for the tests of this folder: drawn from Hypothesis, or from a seed."""

import copy
import pickle
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from hypothesis import strategies as st

from tengen.boards import Board
from tengen.game import Game
from tengen.records import Move, Pass, Place, Position, Reason, Resign, Return, Tao

WAYS: dict[str, Callable[[Game], Game]] = {
    "copy": Game.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda game: pickle.loads(pickle.dumps(game)),
    "json": lambda game: Game.from_json(game.to_json()),
    "sgf": lambda game: Game.from_sgf(game.sgf()),
}
"""Ways to make an equal game."""

numbers = st.integers(0, 40).flatmap(lambda length: st.lists(st.integers(0, 9999), min_size=length, max_size=length))
"""Moves, each chosen among the legal ones by a remainder."""


def drawing(data: st.DataObject) -> Callable[[Sequence[Any]], Any]:
    """Return a way to pick one of several things."""
    return lambda things: data.draw(st.sampled_from(things))


def choose(game: Game, number: int) -> Move | None:
    """Return the legal move for a number: mostly a stone; None if there is no move."""
    legal = list(game.legal_moves())
    stones = [move for move in legal if isinstance(move, Place)]
    moves = stones if stones and number % 8 else legal
    return moves[number // 8 % len(moves)] if moves else None


def advance(game: Game, given: Sequence[int]) -> Iterator[Move]:
    """Play by numbers until the game ends, yielding every move after it was made."""
    for number in given:
        move = choose(game, number) if game.outcome is None else None
        if move is None:
            return
        game.play(move)
        yield move


def seeded(count: int, seed: int) -> list[int]:
    """Return numbers for `advance`."""
    rng = random.Random(seed)
    return [rng.randrange(10_000) for _ in range(count)]


def all_moves(board: Board) -> list[Move]:
    points = range(len(board))
    return [*map(Place, points), *map(Tao, points), Pass, Return, Resign]


def legality(game: Game) -> dict[Move, tuple[Reason, ...]]:
    return {move: game.why_not(move) for move in all_moves(game.board)}


def everything(game: Game) -> tuple[Any, ...]:
    position: Position = game.position
    scores = [(game.score(kind).black, game.score(kind).white, game.score(kind).owner) for kind in KINDS]
    return (
        game.to_json(), position, game.to_play, game.moves, game.movers, game.outcome, game.dead, legality(game),
        tuple(game.legal_moves()), scores, str(game),
    )  # fmt: skip


KINDS: tuple[Any, ...] = ("area", "territory", "stones")
