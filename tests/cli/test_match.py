"""`tengen match`: output, files, interruption and resumption."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import INTERRUPTIBLE, Run

from tengen import Game
from tengen.cli.terminal import MESSAGE
from tengen.match import match_play, referee
from tengen.match.referee import GameResult

FAST = ("--board", "4x4", "--openings", "0", "--dead", "none")


def test_a_match_is_told_in_a_few_lines(run: Run) -> None:
    result = run("match", "mcts:40", "random", "--games", "4", "--board", "5x5", "--komi", "0.5")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Tengen, 40 simulations against Random: Go, Chinese rules on 5x5, komi 0.5"
    assert lines[1] == "  4 games: 4 won, 0 lost, 0 drawn; 100.0% (95%: 51.0% to 100.0%)"
    assert "Elo +inf (+7 to +inf)" in lines[2]
    assert "as Black 2 of 2, as White 2 of 2" in lines[3]
    assert result.stderr in ("", MESSAGE + "\n")


def test_a_komi_without_effect_is_not_printed(run: Run) -> None:
    """A game that ends by no-moves has no score (spec 2.7), whatever komi is given."""
    tile = ("--board", "3", "--set", "komi=6.5")
    assert (
        run("match", "random", "random", "--games", "2", "--variant", "tile", *tile)
        .stdout.splitlines()[0]
        .endswith("3x3")
    )
    assert "Tile Go on 3x3. " in run("play", "tile", *tile, "--opponent", "human", lines="quit\nquit\n").stdout
    assert "komi 6.5" in run("match", "random", "random", "--games", "2", *tile).stdout.splitlines()[0]


def test_games_are_written_as_they_come(run: Run, tmp_path: Path) -> None:
    result = run("match", "random", "random", "--games", "3", *FAST, "--sgf", "a/b", "--json", "match.jsonl")
    assert result.exit_code == 0
    files = sorted(path.name for path in (tmp_path / "a" / "b").iterdir())
    assert files == ["game-001.sgf", "game-002.sgf", "game-003.sgf"]
    head, *games, summary = map(json.loads, (tmp_path / "match.jsonl").read_text("utf-8").splitlines())
    assert head["players"] == ["random", "random"]
    assert [game["game"] for game in games] == [1, 2, 3]
    assert summary["summary"]["games"] == 3
    for game, name in zip(games, files):
        again = Game.from_sgf((tmp_path / "a" / "b" / name).read_bytes())
        assert str(again.outcome) == game["result"]
        assert [again.write_move(move) for move in again.moves] == game["moves"]


def test_json_on_standard_output(run: Run) -> None:
    result = run("match", "random", "random", "--games", "2", *FAST, "--json", "-")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [next(iter(line)) for line in lines] == ["game", "game", "summary"]
    assert "2 games" in result.stderr


def test_a_match_stopped_goes_on_and_no_game_counts_twice(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ("match", "random", "random", "--games", "5", *FAST, "--json", "match.jsonl", "--sgf", "out")
    with monkeypatch.context() as patch:
        _stop_at(patch, 3)
        stopped = run(*command)
    assert stopped.exit_code == 130
    assert "2 games:" in stopped.stdout
    assert "Stopped after 2 of 5 games." in stopped.stderr
    assert "`--json match.jsonl --resume` continues" in stopped.stderr
    assert run(*command).exit_code == 2
    (tmp_path / "out" / "game-001.sgf").unlink()
    assert "5 games:" in run(*command, "--resume").stdout
    assert len(list((tmp_path / "out").iterdir())) == 5
    numbers = [json.loads(line).get("game") for line in (tmp_path / "match.jsonl").read_text("utf-8").splitlines()]
    assert numbers == [None, 1, 2, 3, 4, 5, None]
    again = run(*command[:4], "6", *command[5:], "--resume")
    assert "6 games:" in again.stdout


def test_an_unsaved_match_is_saved_when_stopped(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _stop_at(monkeypatch, 2)
    stopped = run("match", "random", "random", "--games", "5", *FAST)
    assert "They are kept in tengen-match.jsonl; the same command with" in stopped.stderr
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    done = run("match", "random", "random", "--games", "2", *FAST, "--json", "tengen-match.jsonl", "--resume")
    assert "2 games:" in done.stdout


def _stop_at(patch: pytest.MonkeyPatch, number: int) -> None:
    play = referee.play_game

    def interrupted(first: object, second: object, conditions: object, game: int) -> GameResult:
        if game == number:
            raise KeyboardInterrupt
        return play(first, second, conditions, game)  # type: ignore[arg-type]

    patch.setattr(match_play, "play_game", interrupted)


def test_a_test_ends_it_early(run: Run) -> None:
    result = run("match", "mcts:40", "random", "--games", "400", "--board", "5x5", "--sprt", "0,300")
    assert "test of 0 against 300 Elo: better by 300 Elo (" in result.stdout
    assert int(result.stdout.split(" games:")[0].split()[-1]) < 100


def test_a_program_that_fails_loses(run: Run) -> None:
    result = run("match", f"{sys.executable} -c 1/0", "random", "--games", "2", *FAST)
    assert result.exit_code == 0
    assert "2 games: 0 won, 2 lost" in result.stdout
    assert "game 1: W+F" in result.stdout
    assert "ended with code 1" in result.stdout
    void = run("match", f"{sys.executable} -c 1/0", f"{sys.executable} -c 2/0", "--games", "8", *FAST)
    assert void.exit_code == 1
    assert "ended by: void 8" in void.stdout
    assert "game 1 and 7 others: Void" in void.stdout


@pytest.mark.slow
def test_control_c_ends_all_processes_politely(tmp_path: Path) -> None:
    (tmp_path / "tengen_main.py").write_text(INTERRUPTIBLE)
    words = ["match", "random", "random", "--games", "100000", *FAST, "--jobs", "2", "--json", "-"]
    process = subprocess.Popen(
        [sys.executable, "tengen_main.py", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path, start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        assert process.stdout.readline().startswith(b'{"game"')
        os.killpg(process.pid, signal.SIGINT)  # to all of them, like a terminal
        said, complaints = process.communicate(timeout=60)  # to the end of both, after which nothing writes
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 130
    assert b"Stopped after" in complaints
    assert b"Traceback" not in complaints
    assert b'"summary"' in said


def test_both_sides_have_a_clock(run: Run, tmp_path: Path) -> None:
    told = ("match", "random", "random", "--games", "1", *FAST, "--clock", "60+3x10", "--json", "m.jsonl")
    result = run(*told)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0].endswith("on 4x4, komi 7.5, 60+3x10 s on each clock")
    assert json.loads((tmp_path / "m.jsonl").read_text("utf-8").splitlines()[0])["clock"] == "60+3x10"
