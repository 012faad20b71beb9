"""A worker's jobs, run in this process: answers, and trees kept for the next move."""

import pytest
from greenlet import GreenletExit

from tengen import Game, TengenError
from tengen.players import LEVELS
from tengen.web.engine.engine_jobs import EngineJobs


def test_trees_are_kept_for_the_next_moves_of_a_few_games() -> None:
    jobs = EngineJobs(games=2, megabytes=8)
    text = Game("chinese", board="5x5").to_json()
    for key in ("one", "two"):
        jobs.move(text, 1, key)
    first = jobs._players["one"]
    jobs.move(text, 1, "one")
    assert jobs._players["one"] is first
    jobs.move(text, 1, "three")
    assert list(jobs._players) == ["one", "three"]


def test_a_game_that_is_over_has_no_moves_and_leaves_no_player() -> None:
    game = Game("chinese", board="5x5")
    game.play("resign")
    jobs = EngineJobs(megabytes=8)
    with pytest.raises(TengenError, match="over"):
        jobs.move(game.to_json(), 1, "one")
    assert not jobs._players


def test_an_analysis_speaks_for_black_and_for_the_side_to_move() -> None:
    game = Game("chinese", board="5x5")
    game.play("C3")
    *_, found = EngineJobs(megabytes=8).analyse(game.to_json(), 300)
    assert found["to_play"] == "white"
    assert found["black"] == pytest.approx(1 - found["win_rate"])
    assert found["visits"] >= 300
    assert found["black"] > 0.55
    assert found["candidates"][0]["variation"][0] == found["candidates"][0]["move"]
    assert set(found["ownership"]) == set(game.board.labels)


def test_merits_of_the_move_played_are_no_reasons_for_another() -> None:
    game = Game.setup("chinese", ["OX...", "OX...", "O....", "XO...", "X...."], komi=0)
    *_, found = EngineJobs(megabytes=8).analyse(game.to_json(), 400)
    assert found["why"][0] == "It captures 3 stones at A5."
    *_, again = EngineJobs(megabytes=8).analyse(game.to_json(), 400, found["candidates"][0]["move"])
    assert again["why"] == found["why"], "what was played was no mistake"


def test_a_finished_game_is_analysed_by_its_result() -> None:
    counted, resigned = Game("chinese", board="5x5"), Game("chinese", board="5x5")
    for move in ("C3", "pass", "pass"):
        counted.play(move)
    resigned.play("resign")
    jobs = EngineJobs(megabytes=8)
    (found,) = jobs.analyse(counted.to_json(), 100)
    assert (found["black"], found["lead"], found["candidates"]) == (1.0, 17.5, [])
    assert found["ownership"]["C3"] > 0
    (found,) = jobs.analyse(resigned.to_json(), 100)
    assert (found["black"], found["lead"], found["ownership"]) == (0.0, None, {})


def test_pondering_does_not_enlarge_the_next_search() -> None:
    jobs, game = EngineJobs(megabytes=8), Game("chinese", board="5x5")
    game.play("C3")
    game.play(jobs.move(game.to_json(), 5, "one"))
    jobs.ponder(game.to_json(), 5, "one")
    player = jobs._players["one"]
    found = player.found(game)
    assert found is not None
    assert found.visits == pytest.approx(LEVELS[4], rel=0.2)
    game.play(found.candidates[0].move)
    jobs.move(game.to_json(), 5, "one")
    assert jobs._players["one"] is player
    search = player._search
    assert search is not None
    assert 0.5 * LEVELS[4] < found.candidates[0].visits + search.playouts < 1.2 * LEVELS[4]  # it may end early


def test_pondering_that_is_broken_off_keeps_the_tree() -> None:
    pauses = iter(range(3, -1, -1))

    def pause() -> None:
        if not next(pauses, 1):
            raise GreenletExit

    jobs, game = EngineJobs(megabytes=8, pause=pause), Game("chinese", board="9x9")
    with pytest.raises(GreenletExit):
        jobs.ponder(game.to_json(), 5, "one")
    player = jobs._players["one"]
    search = player._search
    assert search is not None
    before = search.visits
    assert 0 < before < LEVELS[4]
    assert not game.why_not(jobs.move(game.to_json(), 5, "one"))
    assert search.playouts < LEVELS[4]
    assert search.visits > before
