"""KataGo's analysis protocol, with a program that speaks it and misbehaves in every way KataGo may."""

import os
import time
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from data import cases
from example_counts import first
from fake_katago import FakeKataGo

from tengen import Game
from tengen.engines import Consulted, KataGo, Own, Relay
from tengen.engines.dead import estimate_dead, expected_end
from tengen.players import Budget, ProgramError
from tengen.records import Place, TengenError

_FAILURES = ("die", "hang", "garbage", "nonsense")


def katago(fake: FakeKataGo, patience: float = 30.0) -> KataGo:
    """Return a fake program as an engine; its silence is too long only when it hangs."""
    return KataGo(fake.installation(patience=patience))


def game_of(moves: str = "E5 C3 G7", **axes: Any) -> Game:
    game = Game("chinese", board="9x9", **axes)
    for move in moves.split():
        game.play(move)
    return game


# -- what it says ------------------------------------------------------------------------------------------------------


def test_an_opinion_is_complete_and_names_its_engine(tmp_path: Path) -> None:
    with katago(FakeKataGo(tmp_path)) as engine:
        found = engine.judge(game_of())
    assert found.by == engine.name == "KataGo 0.0.1 (fake-net)"
    assert (found.note, found.visits, found.lead) == ("", 40, 2.5)
    assert found.win_rate == pytest.approx(1 - 0.512)  # White is to move, and Black's chance was given
    assert [each.move for each in found.candidates] == ["A9", "B9", "C9", "D9", "pass"]
    assert found.candidates[0].variation == ("A9", "B9", "C9", "D9")
    assert found.candidates[1].win_rate == pytest.approx(1 - 0.502)
    assert (found.ownership["A9"], found.ownership["A1"]) == (1.0, -1.0)


def test_one_visit_is_what_the_network_likes_best_unseen(tmp_path: Path) -> None:
    """With one visit KataGo only evaluates the position, and names no move."""
    with katago(FakeKataGo(tmp_path)) as engine:
        found = engine.judge(game_of("J1"), Budget(simulations=1))
        assert [each.move for each in found.candidates[:3]] == ["H1", "G1", "F1"]  # J1 is taken
        assert [each.visits for each in found.candidates] == [0] * 10
        assert found.candidates[0].prior == 0.08
        player = Consulted(engine, budget=Budget(simulations=1))
        game = game_of("J1")
        assert game.write_move(player.choose(game)) == "H1"


def test_the_search_ends_with_its_iterator(tmp_path: Path) -> None:
    fake = FakeKataGo(tmp_path, ["slow"])
    with katago(fake) as engine:
        looks = engine.analyse(game_of(), Budget(simulations=7_000), interval=0.02)
        assert [next(looks).visits for _ in range(3)] == [1, 2, 3]
        looks.close()  # type: ignore[attr-defined]
        assert engine.judge(game_of(), Budget(seconds=2.5)).visits == 1_000_000_000
    assert [each["action"] for each in fake.heard if "action" in each] == ["query_version", "query_models", "terminate"]
    assert fake.questions[1]["overrideSettings"] == {"reportAnalysisWinratesAs": "BLACK", "maxTime": 2.5}


def test_many_positions_are_one_process_many_questions(tmp_path: Path) -> None:
    fake, game = FakeKataGo(tmp_path), game_of()
    with katago(fake) as engine:
        found = dict(engine.analyse_all({number: game.at(number) for number in range(4)}, Budget(simulations=8)))
    assert sorted(found) == [0, 1, 2, 3]
    assert [found[number].win_rate for number in range(4)] == pytest.approx([0.5, 0.496, 0.508, 0.488])
    assert fake.lives == 1
    assert {each["maxVisits"] for each in fake.questions} == {8}


def test_a_warning_is_said_beside_the_opinion(tmp_path: Path) -> None:
    with katago(FakeKataGo(tmp_path, ["warn"])) as engine:
        assert engine.judge(game_of()).note.endswith("says: Rules not supported by neural net")
        assert engine.judge(game_of()).note == ""


def test_efforts_are_shares_of_the_visits_that_were_set(tmp_path: Path) -> None:
    engine = KataGo(FakeKataGo(tmp_path).installation(visits=100))
    assert [engine.budget(each).simulations for each in ("glance", "look", "study")] == [25, 100, 800]


def test_a_game_that_is_over_is_not_asked_about(tmp_path: Path) -> None:
    fake = FakeKataGo(tmp_path)
    with katago(fake) as engine, pytest.raises(TengenError, match="the game is over"):
        engine.judge(game_of("E5 pass pass"))
    assert not fake.heard


def test_illegal_moves_are_left_out_or_another_engine_is_used(
    tmp_path: Path,
) -> None:
    """KataGo may not have the whole history, so such an answer is not a failure of its program."""
    ko = Game.setup("chinese", [".XO.", "XO.O", ".XO.", "...."])
    ko.play("C3")
    assert ko.why_not("B3")
    fake = FakeKataGo(tmp_path, ["plays B3"])
    with katago(fake) as engine:
        with pytest.raises(
            ProgramError, match=r"plays B3 \((ko|repetition)\), .*which the rules forbid here"
        ) as caught:
            engine.judge(ko)
        assert caught.value.what == "refused"
        found = engine.judge(ko)
        assert found.candidates
        assert not any(ko.why_not(each.move) for each in found.candidates)
    assert fake.lives == 1


# -- what may go wrong -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deed", _FAILURES)
def test_it_is_started_again_and_asked_again(tmp_path: Path, deed: str) -> None:
    fake = FakeKataGo(tmp_path, [deed])
    with katago(fake, patience=1.0) as engine:
        assert engine.judge(game_of()).by == "KataGo 0.0.1 (fake-net)"
        assert engine.judge(game_of()).visits == 40
    assert (fake.lives, len(fake.questions)) == (2, 3)


@pytest.mark.parametrize("deed", _FAILURES)
def test_nothing_is_lost_of_many_questions(tmp_path: Path, deed: str) -> None:
    fake, game = FakeKataGo(tmp_path, ["answer", deed]), game_of("E5 C3 G7 C7 G3 E3 E7")
    with katago(fake, patience=1.0) as engine:
        found = dict(engine.analyse_all({number: game.at(number) for number in range(8)}))
    assert sorted(found) == list(range(8))
    assert fake.lives == 2


@pytest.mark.parametrize(("deed", "what", "words"), first(4, map(tuple, cases("katago", "it_is_given_up_in_words"))))
def test_it_is_given_up_in_words(tmp_path: Path, deed: str, what: str, words: str) -> None:
    fake = FakeKataGo(tmp_path, [deed] * 9, every_life=True)
    with katago(fake, patience=1.0) as engine:
        with pytest.raises(ProgramError) as caught:
            engine.judge(game_of())
        assert caught.value.what == what
        assert words in str(caught.value)


def test_one_silent_through_tuning_is_not_restarted(tmp_path: Path) -> None:
    fake = FakeKataGo(tmp_path, flags="--mute")
    with katago(fake, patience=0.5) as engine, pytest.raises(ProgramError, match="was silent"):
        engine.judge(game_of())
    assert fake.lives == 1


def test_one_that_runs_behind_leaves_the_processors_to_others(tmp_path: Path) -> None:
    own = os.getpriority(os.PRIO_PROCESS, 0)
    for behind, steps in ((True, 5), (False, 0)):
        fake = FakeKataGo(tmp_path / str(behind))
        with KataGo(fake.installation(), behind=behind) as engine:
            engine.judge(game_of())
        assert fake.heard[0]["nice"] == min(19, own + steps)


def test_as_many_positions_at_once_as_its_settings_say(tmp_path: Path) -> None:
    installed = FakeKataGo(tmp_path).installation()
    cores = max(2, min(16, os.cpu_count() or 1))
    assert KataGo(installed).at_once == cores
    assert KataGo(replace(installed, settings={"numAnalysisThreads": "5"})).at_once == 5
    config = tmp_path / "own.cfg"
    config.write_text("# numAnalysisThreads = 9\nnumAnalysisThreads = 3  # mine\n", encoding="utf-8")
    assert KataGo(replace(installed, config=str(config))).at_once == 3
    assert KataGo(replace(installed, config=str(config), settings={"numAnalysisThreads": "4"})).at_once == 4
    assert KataGo(replace(installed, settings={"numAnalysisThreads": "many"})).at_once == 1


def test_closing_during_the_start_ends_it_for_good(tmp_path: Path) -> None:
    """Waiting for the start ends with an error, and closing does not wait for the start either."""
    fake = FakeKataGo(tmp_path, flags="--mute")
    engine, failed = katago(fake, patience=20.0), list[ProgramError]()

    def start() -> None:
        try:
            engine.start()
        except ProgramError as error:
            failed.append(error)

    thread = Thread(target=start)
    thread.start()
    while thread.is_alive() and not fake.lives:
        time.sleep(0.02)
    engine.close()
    thread.join(60)
    assert [error.what for error in failed] == ["died"]
    with pytest.raises(ProgramError, match="has been closed"):
        engine.start()
    assert fake.lives == 1


def test_one_that_never_answers_is_not_started_for_ever(tmp_path: Path) -> None:
    fake = FakeKataGo(tmp_path, ["die"] * 99, every_life=True)
    with katago(fake) as engine:
        for _ in range(3):
            with pytest.raises(ProgramError):
                engine.judge(game_of())
        for _ in range(3):  # the message gives the reason once, however often it is called
            with pytest.raises(ProgramError, match="failed 3 times in a row and is not restarted") as caught:
                engine.judge(game_of())
            assert str(caught.value).count("failed") == 1
    assert fake.lives == 3


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    fake = FakeKataGo(tmp_path)
    fake.network.unlink()
    with katago(fake) as engine, pytest.raises(ProgramError, match=r"its network .*fake-net\.bin\.gz does not exist"):
        engine.judge(game_of())
    fake.program.unlink()
    with katago(fake) as engine, pytest.raises(ProgramError, match="no program"):
        engine.judge(game_of())


def test_a_network_that_cannot_be_read_is_told_in_its_own_words(tmp_path: Path) -> None:
    with katago(FakeKataGo(tmp_path, flags="--no-network")) as engine, pytest.raises(ProgramError) as caught:
        engine.judge(game_of())
    assert "Could not open file: network.bin.gz" in str(caught.value)


# -- who takes over ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deed", [*_FAILURES, "refuse"])
def test_tengens_own_engine_takes_over_and_says_so(tmp_path: Path, deed: str) -> None:
    told: list[str] = []
    fake = FakeKataGo(tmp_path, [deed] * 99, every_life=True)
    with Relay(katago(fake, patience=1.0), Own(), told.append) as engine:
        found = engine.judge(game_of(), Budget(simulations=30))
        many = dict(engine.analyse_all({1: game_of(), 2: game_of("E5")}, engine.budget("glance")))
    assert found.by == "Tengen"
    assert found.note == told[0]
    assert found.candidates
    assert sorted(many) == [1, 2]
    assert all(each.by == "Tengen" and each.note in told for each in many.values())


def test_it_takes_over_where_the_rules_are_strange_to_katago(tmp_path: Path) -> None:
    told: list[str] = []
    fake = FakeKataGo(tmp_path)
    tile, plain = Game("tile", board="5x5"), Game("chinese", board="5x5")
    with Relay(katago(fake), Own(), told.append) as engine:
        found = dict(engine.analyse_all({"tile": tile, "plain": plain, "again": tile.copy()}, engine.budget("glance")))
        torus = engine.judge(Game("chinese", board="5x5 torus"), engine.budget("glance"))
    assert {key: each.by for key, each in found.items()} == {
        "tile": "Tengen", "plain": "KataGo 0.0.1 (fake-net)", "again": "Tengen",
    }  # fmt: skip
    assert torus.note == "KataGo 0.0.1 (fake-net) does not support the board 5x5 torus"
    assert told == [found["tile"].note, torus.note]
    assert len(fake.questions) == 1


def test_tengen_does_not_spend_what_was_meant_for_katago(tmp_path: Path) -> None:
    fake = FakeKataGo(tmp_path, ["die"] * 9, every_life=True)
    with Relay(katago(fake), Own()) as engine:
        assert engine.judge(Game("chinese", board="3x3"), engine.budget("glance")).visits == 150


def test_the_first_engine_may_be_tengens_own() -> None:
    games = {size: Game("chinese", board=size) for size in ("2x2", "3x3")}
    found = dict(Relay(Own(), Own()).analyse_all(games, Budget(simulations=9)))
    assert {size: each.visits for size, each in found.items()} == {"2x2": 9, "3x3": 9}


# -- who follows its opinions ------------------------------------------------------------------------------------------


def test_a_player_who_follows_it_makes_legal_moves_only(tmp_path: Path) -> None:
    rows = ["..O......", ".O.O.....", "..O......", *["........."] * 6]
    with katago(FakeKataGo(tmp_path)) as engine:
        player = Consulted(engine, budget=Budget(simulations=5))
        assert player.choose(Game("chinese", board="9x9")) == Place(Game("chinese", board="9x9").board.find("A9") or 0)
        game = Game.setup("chinese", rows, to_play="black")
        move = player.choose(game)
        assert not game.why_not(move)
        found = player.found(game)
        assert found is not None
        assert found.by == player.name


def test_dead_stones_and_owners_are_asked_of_it(tmp_path: Path) -> None:
    fake = FakeKataGo(tmp_path)
    game = Game.setup("chinese", [".O...", "..X..", ".....", "..O..", ".X..."])
    with katago(fake) as engine:
        assert estimate_dead(game, engine=engine) == ("B5", "B1")
        assert expected_end(game, engine=engine).owners["A1"] == -1.0
    assert {each["initialPlayer"] for each in fake.questions} == {"B", "W"}
    assert not any(each["moves"] for each in fake.questions)
