"""Numbers of games: published ones, and exhaustive play by `Game` itself."""

from itertools import islice
from typing import Any

import numpy as np
import pytest
from data import cases
from data import load as facts
from example_counts import first

from benchmarks.game_counts.counts import GameCount, games
from benchmarks.game_counts.simple_paths import LEVEL, WalkGraph, begin, count_walks
from tengen import Game, TengenError, boards
from tengen.rules import Rules

COUNTS = facts("game_counts")["counts"]
QUICK = 1e6


def published() -> list[Any]:
    """Return (board, repetition, suicide, games), the long ones marked as slow."""
    return [
        pytest.param(
            row["board"], row["repetition"], suicide, row["games"], marks=[pytest.mark.slow] * (row["games"] > QUICK)
        )
        for row in COUNTS
        for suicide in row["suicide"]
    ]


@pytest.mark.parametrize(("board", "repetition", "suicide", "expected"), published())
def test_published_numbers_of_games(board: str, repetition: Any, suicide: Any, expected: int) -> None:
    """Including 2x2: 4·10^11 games under positional superko, 10^12 under situational, in a minute or two each."""
    assert games(boards.parse(board), Rules(repetition=repetition, suicide=suicide)) == expected


@pytest.mark.parametrize("suicide", ["forbidden", "allowed"])
@pytest.mark.parametrize("repetition", ["positional", "situational", "natural", "formal"])
@pytest.mark.parametrize("board", first(3, ["1x1", "2x1", "3x1", "graph:k3", "edges:a-b,c", "4x1 footprint noxon"]))
def test_games_are_counted_as_they_are_played(board: str, repetition: Any, suicide: Any) -> None:
    rules = Rules(repetition=repetition, suicide=suicide)
    count = GameCount(boards.parse(board), rules)
    list(count.run())
    assert count.result is not None
    if count.result < 3000:  # `Game` would take too long for the others
        assert count.result == _played(Game(rules, board=board))


def _played(game: Game) -> int:
    if game.outcome is not None:
        return 1
    found = 0
    for move in tuple(game.legal_moves()):
        game.play(move)
        found += _played(game)
        game.undo()
    return found


def test_games_on_grids_turned_are_as_many() -> None:
    rules = Rules(repetition="situational")
    assert games(boards.parse("1x3"), rules) == games(boards.parse("3x1"), rules) == 959


def test_counts_of_games_go_on_where_they_were_stopped() -> None:
    board, rules = boards.parse("graph:k1,3"), Rules(repetition="positional")
    count = GameCount(board, rules)
    assert len(list(islice(count.run(), 40))) == 40
    assert count.result is None
    again = GameCount(board, rules)
    again.resume(count.snapshot())
    list(count.run())
    list(again.run())
    assert again.result == count.result
    assert GameCount(board, Rules(repetition="situational")).head != count.head


@pytest.mark.parametrize(("board", "axes", "says"), cases("count_games", "games_that_cannot_be_counted"))
def test_games_that_cannot_be_counted(board: str, axes: Any, says: str) -> None:
    with pytest.raises(TengenError, match=says):
        GameCount(boards.parse(board), Rules(**axes))


def test_too_many_games_are_said() -> None:
    """Numbers beyond 64 bits are detected, not wrapped: on a line of nodes with 255 edges from each to the next."""
    size = 100
    line = np.zeros((size, 2), np.uint64)
    for node in range(size - 1):
        line[node, (node + 1) >> 6] = np.uint64(1 << ((node + 1) & 63))
    times, none, marks = np.full((2, size, size), 255, np.uint16), np.zeros((size, 2), np.uint64), np.full(size, -1)
    graph = WalkGraph(line, none, marks, line, times)
    full, expected = np.uint64((1 << 64) - 1), 1
    for left in range(1, 12):
        stack, cache = np.zeros((size + 2, LEVEL), np.uint64), np.zeros((1 << 10, 4), np.uint64)
        begin(stack, graph, full, full, size - 1 - left)
        number, depth = count_walks(stack, 0, cache, graph, 1 << 40)
        expected = 1 + 255 * expected
        assert (int(number), depth) == ((expected, -1) if expected < 2**64 else (0, -2))
