"""A player against itself: the games played, their figures, and their files."""

from collections.abc import Callable
from typing import Any

import pytest
from match_players import Scripted

from tengen import Game
from tengen.match.fairness import ROUND, KomiCurve, SelfGame
from tengen.match.selfplay import (
    Lab,
    PlannedGame,
    fairest_opening,
    first_moves,
    play_itself,
    play_one,
)
from tengen.players import Random
from tengen.records import TengenError
from tengen.workers import hire


def lab(name: str = "chinese", board: str = "3x3", seed: int = 0, longest: int | None = None, **axes: Any) -> Lab:
    game = Game(name, board=board, **axes)
    return Lab(game.variant, game.board, seed=seed, longest=longest)


def scripted(*moves: str) -> Callable[[int], Scripted]:
    return lambda seed: Scripted(*moves)


def games(at: Lab, wanted: int, **others: Any) -> list[SelfGame]:
    return sorted(play_itself(at, wanted, **({"make": Random} | others)), key=lambda game: game.number)


def play(at: Lab, *moves: str, komi: float = 0.0, opening: str = "") -> SelfGame:
    return play_one(at, scripted(*moves), PlannedGame(1, komi, opening))


@pytest.mark.slow
def test_the_same_seed_gives_the_same_games_everywhere() -> None:
    at = lab()
    one = games(at, 2 * ROUND)
    assert [game.number for game in one] == [*range(1, 2 * ROUND + 1)]
    with hire(2) as workers:
        assert games(at, 2 * ROUND, workers=workers) == one
    assert games(lab(seed=1), 2 * ROUND) != one


@pytest.mark.parametrize("name", ["chinese", "tile"])
@pytest.mark.parametrize("played", [1, 5, ROUND, ROUND + 3])
def test_games_go_on_where_they_were_left(name: str, played: int) -> None:
    at = lab(name)
    whole = games(at, 2 * ROUND, swap="A1")
    assert games(at, played, swap="A1") == whole[:played]
    assert games(at, 2 * ROUND, done=whole[1:played], swap="A1") == [whole[0], *whole[played:]]


def test_komis_follow_from_earlier_rounds() -> None:
    at = lab(komi=2.5)
    found = games(at, 2 * ROUND)
    first, second = found[:ROUND], found[ROUND:]
    expected = KomiCurve(9, [(game.komi, game.points) for game in first]).next_komis(9)
    assert sorted(game.komi for game in second) == sorted([2.5] * 3 + expected)
    assert [game.number for game in first if game.komi == 2.5][:2] == [1, 5]


def test_games_without_komi_have_a_fairest_first_move() -> None:
    found = games(lab("tile"), ROUND, swap="B1")
    assert [game.number for game in found if game.opening] == [3, 6, 9, 12]
    assert all(game.moves[0] == "B1" for game in found if game.opening)
    assert {game.komi for game in found} == {0}


def test_margins_leave_komi_out() -> None:
    found = play(lab(), "B2", "pass", "pass", komi=4.5)
    assert (found.komi, found.margin, found.winner, found.how) == (4.5, 9, "black", "score")
    assert play(lab(), "B2", "pass", "pass", komi=9.5).winner == "white"


def test_choices_captures_and_ko_are_counted() -> None:
    # A ko on 4x3: Black takes at C2, and White may not retake at B2 at once.
    moves = ["B3", "C3", "A2", "D2", "B1", "C1", "C2", "B2", "A1", "C2", "pass", "pass"]
    at = lab(board="4x3")
    game = at.start(0)
    legal = []
    for move in moves:
        legal.append(len(game.legal_moves()))
        if game.why_not(move):
            break
        game.play(move)
    found = play(at, *moves[: len(game.moves)], "pass", "pass")
    assert list(found.choices[: len(legal) - 1]) == legal[:-1]
    assert found.captures == 1
    assert found.kos == 1


def test_tiles_incursions_and_returns_are_counted() -> None:
    found = games(lab("tile", board="4x4"), 3)
    assert all(game.how == "no_moves" and game.margin is None for game in found)
    assert all(game.incursions >= game.tiles for game in found)
    assert sum(game.tiles for game in found) > 0
    for game in found:
        again = Game("tile", board="4x4")
        for move in game.moves:
            again.play(move)
        assert sum(again.tiles.values()) == game.tiles
        assert again.outcome is not None
        assert again.outcome.winner == game.winner
        assert game.returns == sum("return" in move for move in game.moves)


def test_a_game_too_long_is_cut() -> None:
    found = play(lab(longest=3), "B2", "A1", "C3")
    assert (found.how, found.winner, len(found.moves)) == ("cut", "black", 3)
    undecided = play(lab("tile", longest=2), "B2", "A1")
    assert (undecided.how, undecided.winner, undecided.margin) == ("cut", None, None)


def test_a_player_that_fails_ends_the_lab() -> None:
    with pytest.raises(TengenError, match="illegal"):
        list(play_itself(lab(), 3, make=scripted("B2", "B2")))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [({"simulations": 0}, "simulations"), ({"longest": 0}, "longest must be"), ({"level": 11}, "unknown level 11")],
)
def test_what_cannot_be_is_refused(wrong: dict[str, Any], words: str) -> None:
    at = lab()
    with pytest.raises(TengenError, match=words):
        Lab(at.variant, at.board, **wrong)
    with pytest.raises(TengenError, match="at least one"):
        next(play_itself(at, 0))
    with pytest.raises(TengenError, match="handicap"):
        lab(board="9", handicap=2)


def test_first_moves_are_one_of_each_kind() -> None:
    assert [len(first_moves(lab("tile", board=board))) for board in ("5x5", "4x4 torus", "3x2")] == [6, 1, 2]


def test_the_fairest_first_move_is_that_nearest_to_even() -> None:
    chances = {"A1": 0.9, "B1": 0.45, "B2": 1.0}
    kinds = first_moves(lab("tile"))
    assert len(kinds) == 3

    def judge(game: Game) -> float:
        (move,) = game.moves
        return chances[{2: "A1", 3: "B1", 4: "B2"}[len(game.board.edges[move.point])]]  # type: ignore[union-attr]

    found = fairest_opening(lab("tile"), judge)
    board = lab("tile").board
    point = board.find(found)
    assert point is not None
    assert found in kinds
    assert len(board.edges[point]) == 3


def test_the_engine_judges_the_centre_of_a_small_board_as_blacks() -> None:
    at = lab("chinese", komi=0.5)
    game = at.start()
    game.play("B2")
    assert at.judge(game) > 0.8
