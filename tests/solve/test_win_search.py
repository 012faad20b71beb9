"""The exhaustive search against values that others have published or computed."""

from __future__ import annotations

import pytest
from data import load

from tengen import Game
from tengen.rules.repetition import RepetitionName
from tengen.solve.problems.aims import after
from tengen.solve.problems.win_search import Undecided, WinSearch

KO = {
    entry["board"]: entry["value"]
    for entry in load("solved_boards")["values"]
    if entry["repetition"] == "ko" and "after" not in entry
}
"""Published values under the plain ko rule."""


def value_is(board: str, value: int, repetition: RepetitionName) -> bool:
    """Say whether Black can get so many points on an empty board and no more."""
    games = [Game("chinese", board=board, komi=value + half, repetition=repetition) for half in (-0.5, 0.5)]
    most = value == len(games[0].board)
    return WinSearch(games[0]).verdict().winner == "black" and (most or WinSearch(games[1]).verdict().winner == "white")


@pytest.mark.parametrize("board", ["2x4", "3x3"])
def test_values_under_the_ko_rule(board: str) -> None:
    assert value_is(board, KO[board], "ko")


def test_going_in_circles_is_no_win() -> None:
    assert KO["2x2"] == 0
    for komi in (-0.5, 0.5):
        with pytest.raises(Undecided, match="12 plies do not decide it"):
            WinSearch(Game("chinese", board="2x2", komi=komi, repetition="ko"), deepest=12).verdict()


def test_a_pass_ends_the_game_before_dead_stones_are_taken_off() -> None:
    """A stone without hope still counts when a second pass follows Black's."""
    rows = [".X.O", "XXXX"]
    for move, winner in (("C2", "black"), ("pass", "white")):
        game = Game.setup("chinese", rows, to_play="black", repetition="ko", komi=7.5)
        game.play(move)
        assert WinSearch(game).verdict().winner == winner


def test_a_player_without_a_move_loses() -> None:
    game = Game("tile", board="2x1")
    winners = {WinSearch(after(game, move)).verdict().winner for move in ("A1", "B1")}
    assert winners == {WinSearch(game).verdict().winner}
