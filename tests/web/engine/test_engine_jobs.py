"""What a worker works out, in this process: answers, and trees that are kept for the next move."""

from __future__ import annotations

import pytest

from tengen import Game, TengenError
from tengen.web.engine.engine_jobs import EngineJobs


def test_a_games_tree_is_kept_for_its_next_move_and_for_a_few_games_only() -> None:
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


def test_a_counted_game_is_analysed_by_its_score_and_a_resigned_one_by_its_winner() -> None:
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
