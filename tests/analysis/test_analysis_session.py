"""Many queries at once: order, termination, results during a search, the end, and the example client."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from asking import PATIENCE, Answers, Said, ask, listen, query, searching, thinking
from command_line import INTERRUPTIBLE
from example_counts import first

from tengen import Game
from tengen.analysis import AnalysisSettings

ENDLESS = 1 << 40


def test_the_most_urgent_comes_first_and_then_the_earliest() -> None:
    answers = Answers()

    def lines() -> Iterator[Said]:
        yield query(id="first", maxVisits=ENDLESS, reportDuringSearchEvery=0.001)
        answers.wait(lambda said: bool(said.get("isDuringSearch")))
        moves = [["B", "A1"], ["W", "B1"], ["B", "C1"]]
        yield query(id="turns", moves=moves, analyzeTurns=[0, 1, 2, 3], priorities=[0, 9, -5, 0])
        yield query(id="urgent", priority=5)
        yield query(id="also", priority=5)
        yield {"id": "t", "action": "terminate", "terminateId": "first"}

    listen(lines(), answers, AnalysisSettings(thinking, visits=10))
    done = [(said["id"], said["turnNumber"]) for said in answers.said if said.get("isDuringSearch") is False]
    assert done == [("first", 0), ("turns", 1), ("urgent", 0), ("also", 0), ("turns", 0), ("turns", 3), ("turns", 2)]


def test_a_query_is_given_up_in_the_middle_of_a_search() -> None:
    answers = Answers()

    def lines() -> Iterator[Said]:
        yield query(id="long", maxVisits=ENDLESS, reportDuringSearchEvery=0.001)
        yield query(id="waits", moves=[["B", "A1"]], analyzeTurns=[0, 1])
        answers.wait(lambda said: bool(said.get("isDuringSearch")))
        yield {"id": "t1", "action": "terminate", "terminateId": "nobody"}
        yield {"id": "t2", "action": "terminate", "terminateId": "long", "turnNumbers": [7]}
        yield {"id": "t3", "action": "terminate", "terminateId": "waits", "turnNumbers": [1]}
        yield {"id": "t4", "action": "terminate", "terminateId": "long"}

    listen(lines(), answers, AnalysisSettings(thinking, visits=10))
    said = [said for said in answers.said if not said.get("isDuringSearch")]
    [long] = [each for each in said if each["id"] == "long"]
    assert long["moveInfos"]
    assert {"id": "waits", "turnNumber": 1, "isDuringSearch": False, "noResults": True} in said
    [waited] = [each for each in said if each["id"] == "waits" and each["turnNumber"] == 0]
    assert waited["rootInfo"]["visits"] == 10
    assert {"id": "t4", "action": "terminate", "terminateId": "long"} in said


def test_everything_is_given_up_at_once() -> None:
    answers = Answers()

    def lines() -> Iterator[Said]:
        for number in range(4):
            yield query(id=f"q{number}", maxVisits=ENDLESS, reportDuringSearchEvery=0.001)
        answers.wait(lambda said: bool(said.get("isDuringSearch")))
        yield {"id": "all", "action": "terminate_all"}

    listen(lines(), answers, AnalysisSettings(thinking, jobs=2))
    done = sorted(said["id"] for said in answers.said if said.get("isDuringSearch") is False)
    assert done == ["q0", "q1", "q2", "q3"]


def test_no_query_gets_more_than_the_engine_gives() -> None:
    settings = AnalysisSettings(thinking, visits=10, most_visits=20, seconds=3.0)
    few, many = ask(query(id="few"), query(id="many", maxVisits=ENDLESS), settings=settings)
    assert (few["rootInfo"]["visits"], many["rootInfo"]["visits"]) == (10, 20)


def test_actions_are_answered_with_what_they_said() -> None:
    version, cache, known = ask(
        {"id": "a", "action": "query_version", "note": "kept"},
        {"id": "b", "action": "clear_cache"},
        {"id": "c", "action": "query_models"},
        settings=AnalysisSettings(thinking),
    )
    assert version["note"] == "kept"
    assert isinstance(version["version"], str)
    assert cache == {"id": "b", "action": "clear_cache"}
    assert known["models"] == []


def test_results_depend_on_neither_order_nor_concurrency() -> None:
    moves = [["B", "C3"], ["W", "C2"], ["B", "B2"]]
    asked = [query(id=str(n), moves=moves[:n], maxVisits=100, includeOwnership=True) for n in range(4)]
    settings = [AnalysisSettings(searching, jobs=jobs) for jobs in (1, 3)]
    once, again = (
        {said["id"]: said for said in ask(*lines, settings=each)}
        for lines, each in zip((asked, asked[::-1]), settings, strict=True)
    )
    assert once == again
    assert all(said["rootInfo"]["visits"] == 100 for said in once.values())


def test_moves_are_avoided_and_allowed_down_to_a_depth() -> None:
    allowed = [{"player": "B", "moves": ["B2", "(3,3)", "pass"], "untilDepth": 1}]
    avoided = [{"player": side, "moves": ["C3", "C2"], "untilDepth": 100} for side in "BW"]
    settings = AnalysisSettings(searching, visits=300)
    only, none = ask(query(allowMoves=allowed), query(avoidMoves=avoided), settings=settings)
    assert {info["move"] for info in only["moveInfos"]} <= {"B2", "D2", "pass"}
    assert len(only["moveInfos"]) > 1
    assert not {"C3", "C2"} & {move for info in none["moveInfos"] for move in info["pv"]}


def test_what_follows_each_move_is_told_apart() -> None:
    wanted = ("includeOwnership", "includeOwnershipStdev", "includeMovesOwnership", "includeMovesOwnershipStdev")
    [found] = ask(query(maxVisits=400, **dict.fromkeys(wanted, True)), settings=AnalysisSettings(searching))
    assert len(found["ownership"]) == len(found["ownershipStdev"]) == 25
    visits = sum(info["visits"] for info in found["moveInfos"])
    mean = sum(info["visits"] * info["ownership"][12] for info in found["moveInfos"]) / visits
    assert mean == pytest.approx(found["ownership"][12], abs=0.01)
    assert all(0 <= info["ownershipStdev"][12] <= 1 for info in found["moveInfos"])
    assert all(info["scoreStdev"] >= 0 for info in found["moveInfos"])
    assert found["rootInfo"]["scoreStdev"] > found["rootInfo"]["scoreLeadError"] > 0 < found["rootInfo"]["winrateError"]


def test_the_command_answers_everything_before_it_ends() -> None:
    asked = "\n".join(json.dumps(query(id=str(n), maxVisits=20)) for n in range(5))
    done = subprocess.run(
        [sys.executable, "-m", "tengen.cli", "analysis-engine", "--jobs", "2", "--threads", "1", "--visits", "10"],
        input=f"{asked}\ngarbage", capture_output=True, text=True, timeout=PATIENCE, check=True,
    )  # fmt: skip
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted(each["id"] for each in said if "id" in each) == list("01234")
    assert sum("error" in each for each in said) == 1


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGTERM") or os.name == "nt", reason="there are no signals")
@pytest.mark.parametrize(("number", "status"), first(1, [(signal.SIGINT, 130), (signal.SIGTERM, 143)]))
def test_a_signal_ends_the_command_in_the_middle_of_a_search(number: int, status: int) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, "analysis-engine", "--jobs", "2"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(query(maxVisits=ENDLESS, reportDuringSearchEvery=0.05)) + "\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["isDuringSearch"]
        process.send_signal(number)
        _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == status
    assert "Traceback" not in told


SCRIPT = Path(__file__).parents[2] / "examples" / "worst_moves.py"


def worst_moves(game: Game, folder: Path) -> list[str]:
    file = folder / "game.json"
    file.write_text(game.to_json(), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, SCRIPT, str(file), "200", "--jobs", "2"],
        capture_output=True, text=True, check=True, timeout=PATIENCE,
    )  # fmt: skip
    return done.stdout.splitlines()


@pytest.mark.slow
def test_a_group_that_fills_its_own_eye_is_the_worst(tmp_path: Path) -> None:
    rows = [".XO.O", "XXOO.", "XXOOO", "XXO.O", ".XOOO"]
    game = Game.setup("tromp-taylor", rows, to_play="white", komi=-6.5)
    for move in ("pass", "A1", "A5"):
        game.play(move)
    first, *_ = worst_moves(game, tmp_path)
    assert first.split()[:4] == ["move", "2", "black", "A1"]


@pytest.mark.slow
def test_other_games_are_read_with_their_board_and_rules(tmp_path: Path) -> None:
    game = Game("cushion", board="3x3 torus", tiles="tile")
    for move in list(game.legal_moves())[:2]:
        game.play(move)
    assert len(worst_moves(game, tmp_path)) == 2
