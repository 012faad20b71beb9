"""Problems: the exhaustive search against published values, lines that answer, and the script that finds problems."""

import sys
from pathlib import Path

import pytest
from authoring import find
from authoring.mining import Mine
from authoring.proving import Prober, after, lines_of
from authoring.win_search import Undecided, WinSearch
from data import load
from example_counts import first

from tengen import Game
from tengen.records import TengenError
from tengen.solve.budget import Budget
from tengen.web.lessons.problem_library import Aim, read_line, read_problems

KO = {
    entry["board"]: entry["value"]
    for entry in load("solved_boards")["values"]
    if entry["repetition"] == "ko" and "after" not in entry
}
"""Published values under the plain ko rule."""


@pytest.mark.parametrize("board", first(1, ["2x4", "3x3"]))
def test_values_under_the_ko_rule(board: str) -> None:
    """Black gets all points of both boards."""
    game = Game("chinese", board=board, komi=KO[board] - 0.5, repetition="ko")
    assert KO[board] == len(game.board)
    assert WinSearch(game).verdict().winner == "black"


def test_going_in_circles_is_no_win() -> None:
    assert KO["2x2"] == 0
    for komi in (-0.5, 0.5):
        with pytest.raises(Undecided, match="12 plies do not decide it"):
            WinSearch(Game("chinese", board="2x2", komi=komi, repetition="ko"), deepest=12).verdict()


def test_a_pass_ends_the_game_before_dead_stones_are_taken_off() -> None:
    """A hopeless stone still counts when a second pass follows Black's."""
    rows = [".X.O", "XXXX"]
    for move, winner in (("C2", "black"), ("pass", "white")):
        game = Game.setup("chinese", rows, to_play="black", repetition="ko", komi=7.5)
        game.play(move)
        assert WinSearch(game).verdict().winner == winner


def test_a_player_without_a_move_loses() -> None:
    game = Game("tile", board="2x1")
    winners = {WinSearch(after(game, move)).verdict().winner for move in ("A1", "B1")}
    assert winners == {WinSearch(game).verdict().winner}


def test_lines_are_refuted_where_they_are_wrong() -> None:
    """Spec 2.3: in Tile Go the corner stone cannot run to a point with a tile while one is due."""
    game = Game.setup("tile", ["X...", "....", "....", "...."], to_play="white", tiles=["B4"])
    aim = Aim("take", "A4", 2)
    lines = [read_line(line) for line in lines_of(Prober(game, aim))]
    right = [line for line in lines if not any(wrong for _, wrong in line)]
    assert [line[0][0] for line in right] == ["A3"]
    for line in lines:
        assert Prober(game, aim).done(after(game, *(move for move, _ in line))) is (line in right)


@pytest.mark.parametrize("wrong", [("win", "A4", None), ("take", None, 2), ("keep", "A4", None)])
def test_an_aim_says_what_is_missing(wrong: tuple[str, str | None, int | None]) -> None:
    with pytest.raises(TengenError, match=f"to {wrong[0]}"):
        Aim(*wrong)  # type: ignore[arg-type]


def winning_moves(game: Game) -> list[str]:
    """Return the moves that win by exhaustive search."""
    search, moves = WinSearch(game), [game.write_move(move) for move in game.legal_moves()]
    return [move for move in moves if search.verdict(after(game, move)).winner == game.to_play]


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "board"), [("tile", "2x3"), ("cushion", "2x3")])
def test_one_turn_alone_wins_and_play_leads_there(variant: str, board: str) -> None:
    lodes = [lode for _, lode in Mine(Game(variant, board=board), Budget()).lodes(rounds=range(4))]
    assert lodes
    for lode in lodes:
        bare = Game.from_position(lode.game.rules, lode.game.board, lode.game.position)
        assert winning_moves(bare) == [lode.best]
        assert (lode.worth, lode.rest) == (1, -1)


def test_a_search_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(name: str, *more: str) -> str:
        words = ["find", str(tmp_path / name), "--variant", "tao", "--board", "2x3", "--axes", '{"komi": 0}']
        monkeypatch.setattr(sys, "argv", [*words, "--rounds", "3", "5", *more])
        find.main()
        return (tmp_path / name).read_text(encoding="utf-8")

    run("parts", "--count", "1")
    parts, whole = (
        read_problems(text, "", "found")
        for text in (run("parts", "--count", "2", "--resume"), run("whole", "--count", "2"))
    )
    assert [problem.played for problem in parts] == [problem.played for problem in whole]
    for problem in whole:
        assert winning_moves(problem.start()) == list(problem.right)
