"""Published numbers of legal positions and of games, counted through the kernel."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from data import load
from enumeration import count_legal
from transitions import RULES, Transitions

from tengen import Game, boards
from tengen.rules import Rules

LEGAL = load("legal_positions")["counts"]
COUNTS = load("game_counts")["counts"]

QUICK = 2_600_000
LONG = 30_000_000


def turned(board: str) -> str:
    """Return a board's size with width and height exchanged."""
    width, height = board.split("x")
    return f"{height}x{width}"


def sizes() -> list[Any]:
    """Return the boards whose positions can be counted one by one, the long ones marked as slow."""
    found = []
    for board, legal in LEGAL.items():
        ways = {board, turned(board)} if legal < QUICK / 10 else {board}
        if legal < LONG:
            found += [pytest.param(way, legal, marks=[pytest.mark.slow] * (legal > QUICK)) for way in sorted(ways)]
    return found


@pytest.mark.parametrize(("board", "legal"), sizes())
def test_legal_positions(board: str, legal: int) -> None:
    assert count_legal(boards.parse(board)) == legal


@pytest.mark.parametrize("suicide", ["forbidden", "allowed"])
@pytest.mark.parametrize("board", ["1x1", "1x2", "1x3", "1x4", "1x5", "2x2", "2x3"])
def test_play_reaches_every_legal_position(board: str, suicide: str) -> None:
    """From the empty board, by both sides' placements and passes in any order, and nothing else."""
    assert len(Transitions(boards.parse(board), suicide)) == LEGAL[board]


def games(longest: int, shortest: int = 0) -> list[Any]:
    """Return (board, repetition, suicide, count) of the counts up to the longest."""
    return [
        pytest.param(row["board"], row["repetition"], suicide, row["games"])
        for row in COUNTS
        for suicide in row["suicide"]
        if shortest <= row["games"] < longest
    ]


@pytest.mark.parametrize(("board", "repetition", "suicide", "expected"), games(1000))
def test_game_counts(board: str, repetition: str, suicide: str, expected: int) -> None:
    """1.11 among them."""
    assert sum(Transitions(boards.parse(board), suicide).count(repetition)) == expected


@pytest.mark.parametrize(("board", "repetition", "suicide", "expected"), games(1000))
def test_game_counts_as_games(board: str, repetition: Any, suicide: Any, expected: int) -> None:
    """The same through `Game`, whose own history forbids repetition."""
    assert count_games(Game(Rules(repetition=repetition, suicide=suicide), board=board)) == expected


def count_games(game: Game) -> int:
    if game.outcome is not None:
        return 1
    found = 0
    for move in tuple(game.legal_moves()):
        game.play(move)
        found += count_games(game)
        game.undo()
    return found


UNPUBLISHED = [
    (board, repetition, suicide)
    for board in ("2x1", "3x1", "graph:cycle-3")
    for repetition in RULES
    for suicide in ("forbidden", "allowed")
    if board == "2x1" or repetition == "positional" or suicide == "forbidden"  # the others have 10^4 games and more
]


@pytest.mark.parametrize(("board", "repetition", "suicide"), UNPUBLISHED)
def test_the_table_and_the_game_count_alike(board: str, repetition: Any, suicide: Any) -> None:
    """Also where nothing is published: the kernel's table with its plain history, and `Game` with its own."""
    counted = sum(Transitions(boards.parse(board), suicide).count(repetition))
    assert count_games(Game(Rules(repetition=repetition, suicide=suicide), board=board)) == counted


@pytest.mark.slow
@pytest.mark.parametrize(("board", "repetition", "suicide", "expected"), games(10**10, 1000))
def test_long_game_counts(
    board: str, repetition: str, suicide: str, expected: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """1x4: every game is played to its end; the 2x2 with its 10^11 games is left out."""
    found = 0
    for number, part in enumerate(Transitions(boards.parse(board), suicide).count(repetition), 1):
        found += part
        with capsys.disabled():
            print(f"\r{board} {repetition}, suicide {suicide}: first move {number}, {found:,} games", file=sys.stderr)
    assert found == expected
