"""Matches: fair openings, equal games, several at once, and the meaning of their figures."""

from dataclasses import replace

import pytest
from data import cases
from match_players import Scripted

from tengen import Game, Place, TengenError, players
from tengen.match.entrants import entrant
from tengen.match.match_play import MatchResult, conditions_of, play_games, play_match
from tengen.match.openings import opening
from tengen.match.rating import Sprt
from tengen.match.referee import GameResult, play_game
from tengen.workers import hire

SMALL = conditions_of("chinese", "5x5", openings=2, seed=3)


def test_colours_alternate_and_pairs_share_an_opening() -> None:
    results = list(play_games("random", "mcts:20", SMALL, range(1, 7)))
    assert [result.black for result in results] == ["first", "second"] * 3
    begun = [result.moves[: result.opening] for result in results]
    assert begun[0::2] == begun[1::2]
    assert len(set(begun)) > 1
    assert {result.opening for result in results} == {2}


def test_a_game_comes_out_the_same_whatever_was_played_before() -> None:
    every = list(play_games("random", "mcts:20", SMALL, range(1, 5)))
    (third,) = play_games("random", "mcts:20", SMALL, [3])
    (other,) = play_games("random", "mcts:20", replace(SMALL, seed=4), [3])
    assert third.moves == every[2].moves
    assert other.moves != every[2].moves


@pytest.mark.slow
def test_several_games_at_once_are_the_same_games() -> None:
    conditions = replace(SMALL, openings=0, dead="none")
    alone = {result.number: result.moves for result in play_games("random", "random", conditions, range(1, 6))}
    with hire(2) as workers:
        games = play_games("random", "random", conditions, range(1, 6), workers)
        assert {result.number: result.moves for result in games} == alone
        with pytest.raises(TengenError, match="players given as text"):
            play_games(Scripted("pass"), "random", conditions, [1], workers)


def test_openings_leave_the_game_open() -> None:
    game = Game("chinese", board="9x9", komi=7)
    for number in range(4):
        moves = opening(game, 4, seed=1, number=number)
        assert moves == opening(game, 4, seed=1, number=number)
        begun = game.copy()
        for move in moves:
            begun.play(move)
        assert len(moves) == 4
        assert not any(begun.prisoners.values())
        *_, found = players.MCTS(budget=players.Budget(simulations=2_000), seed=9).analyse(begun)
        assert 0.2 < found.win_rate < 0.8


@pytest.mark.parametrize(
    ("name", "board"),
    [("tile", "5x5"), ("cushion", "graph:petersen"), ("tao", "5x5"), ("gengo", "11"), ("gengo", "5x5"), ("go", "3x1")],
)
def test_openings_of_every_game(name: str, board: str) -> None:
    game = Game(name, board=board)
    for move in opening(game, 2, seed=1, number=1):
        game.play(move)
    assert all(isinstance(move, Place) for move in game.moves)
    assert game.outcome is None


def test_handicap_games_and_full_boards_have_no_opening() -> None:
    assert opening(Game("chinese", board="9x9", handicap=2), 2, seed=1, number=1) == ()
    assert opening(Game("chinese", board="1x1"), 2, seed=1, number=1) == ()


def test_a_match_tells_its_games_and_its_figures() -> None:
    heard: list[GameResult] = []
    result = play_match("mcts:50", "random", 4, board="5x5", seed=1, told=heard.append)
    assert [game.number for game in heard] == [1, 2, 3, 4]
    assert (result.wins, result.draws, result.losses) == (4, 0, 0)
    assert result.rate == 1
    assert result.as_dict()["elo"] is None
    assert result.pairs == {1.0: 2}


def test_a_test_ends_the_match() -> None:
    strong, weak = Scripted(name="strong"), Scripted("resign", name="weak")
    strong.moves = (lambda game: next(iter(game.legal_moves())),)
    result = play_match(strong, weak, 1_000, board="5x5", openings=0, sprt=Sprt(0, 100))
    assert result.wins == len(result.games) < 100
    assert Sprt(0, 100).verdict(result.pairs) == "better"


def test_void_games_count_nowhere() -> None:
    void = GameResult(1, "first", None, "Void", "void", (), ("A", "B"))
    won = GameResult(2, "second", "first", "W+R", "resignation", (), ("A", "B"))
    result = MatchResult((void, won))
    assert (result.wins, result.losses, result.rate, len(result.scores)) == (1, 0, 1.0, 1)
    assert not result.pairs
    assert MatchResult(()).rate == 0.5
    assert MatchResult(()).interval == (0.0, 1.0)


@pytest.mark.parametrize(("text", "says"), cases("tournament", "players_that_cannot_be"))
def test_players_that_cannot_be(text: str, says: str) -> None:
    with pytest.raises(TengenError, match=says):
        entrant(text)


def test_a_search_without_a_budget_is_refused_before_the_match() -> None:
    with pytest.raises(TengenError, match="mcts needs a budget"):
        play_games("mcts", "random", SMALL, [1])
    assert play_game(entrant("mcts"), entrant("random"), replace(SMALL, simulations=20), 1).winner == "first"


def test_the_conditions_are_checked() -> None:
    for wrong in ({"openings": -1}, {"threads": 0}, {"seconds": 0.0}, {"limit": float("inf")}, {"dead": "all"}):
        with pytest.raises(TengenError):
            conditions_of("chinese", "5x5", **wrong)
