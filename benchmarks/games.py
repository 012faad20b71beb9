"""Checked moves through `Game.play`, against sgfmill's board, which checks no superko."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import tengen
from tengen.formats import sgf

from .measuring import Row, compare

_GAMES = Path(__file__).parent.parent / "examples" / "games"


def recorded_moves() -> list[list[str]]:
    """Return the moves of the example games, as text."""
    games = []
    for path in sorted(_GAMES.glob("*.sgf")):
        record = sgf.read_file(path)
        games.append([node.move for node in record.main_line() if node.move])
    return games


def ours(games: list[list[str]]) -> Callable[[], float]:
    """Return a measurement: every move legal under positional superko, played by its text."""

    def measure() -> float:
        began = time.thread_time()
        for moves in games:
            game = tengen.Game("chinese")
            for move in moves:
                game.play(move)
        return sum(map(len, games)) / (time.thread_time() - began)

    return measure


def sgfmills(games: list[list[str]]) -> Callable[[], float]:
    """Return the same through sgfmill's board, with coordinates read beforehand."""
    from sgfmill import boards, common

    read = [[(colour, common.move_from_vertex(move, 19)) for colour, move in zip("bw" * 400, moves)] for moves in games]

    def measure() -> float:
        began = time.thread_time()
        for moves in read:
            board = boards.Board(19)
            for colour, place in moves:
                if place is not None:
                    board.play(*place, colour)
        return sum(map(len, games)) / (time.thread_time() - began)

    return measure


def checked_moves(pairs: int) -> Iterator[Row]:
    """Play the moves of the example games on 19x19 under positional superko."""
    games = recorded_moves()
    target = "at least 50,000 a second, above 1.0"
    yield compare("Game.play 19x19, positional superko", ours(games), sgfmills(games), pairs, target, "moves/s")
