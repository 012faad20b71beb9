"""KataGo wherever engines play or analyse: matches, the prompt, and Go programs that speak GTP."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import Run
from fake_katago import FakeKataGo

KATAGO = "KataGo 0.0.1 (fake-net)"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def added(run: Run, fake: FakeKataGo) -> FakeKataGo:
    done = run("engines", "add", "katago", fake.program, "--network", fake.network)
    assert done.exit_code == 0, done.output
    return fake


def test_a_match_against_katago(run: Run, home: Path) -> None:
    fake = added(run, FakeKataGo(home / "fake"))
    done = run(
        "match", "katago:5", "random", "--board", "5", "--games", 2, "--longest", 12, "--json", "m.jsonl", "--comments"
    )
    assert done.exit_code == 0, done.output
    games = [json.loads(line) for line in (home / "m.jsonl").read_text(encoding="utf-8").splitlines()][1:3]
    assert [each["how"] for each in games] == ["cut", "cut"]
    assert "KataGo, 5 visits" in done.output
    assert {each["maxVisits"] for each in fake.questions} == {5}
    assert any("5 visits: Black's chance is" in comment for comment in games[0]["comments"])


def test_a_katago_that_dies_loses_its_game(run: Run, home: Path) -> None:
    added(run, FakeKataGo(home / "fake", ["die"] * 99, every_life=True))
    done = run("match", "katago:5", "random", "--board", "5", "--games", 1, "--json", "m.jsonl")
    assert "it ended with code 3" in (home / "m.jsonl").read_text(encoding="utf-8")
    assert done.exit_code == 0


def test_playing_katago_needs_a_katago(run: Run) -> None:
    done = run("match", "katago:5", "random", "--board", "5", "--games", 1)
    assert "KataGo was not found" in done.output


def test_hints_and_estimates_say_whose_they_are(run: Run, home: Path) -> None:
    added(run, FakeKataGo(home / "fake"))
    lines = "E5\nhint\nestimate\nquit\nquit\n"
    done = run("play", "--board", "9", "--opponent", "human", lines=lines)
    assert done.stdout.count(f"Judged by {KATAGO}.") == 2
    own = run("play", "--board", "9", "--opponent", "human", "--engine", "tengen", lines="hint\nquit\n")
    assert "Judged by Tengen." in own.stdout
    torus = run("play", "--board", "5x5 torus", "--opponent", "human", lines="hint\nquit\n")
    assert "does not support the board 5x5 torus. Tengen's own engine takes over." in torus.stdout
    assert "Judged by Tengen." in torus.stdout


def test_tengen_takes_over_for_an_opponent_that_dies(run: Run, home: Path) -> None:
    added(run, FakeKataGo(home / "fake", ["die"] * 99, every_life=True))
    done = run("play", "--board", "5", "--opponent", "katago:5", lines="C3\nquit\nquit\n")
    assert "it ended with code 3" in done.stdout
    assert "Tengen's own engine takes over." in done.stdout
    assert "move 3" in done.stdout


def test_katago_behind_gtp(run: Run, tengen: Callable[..., subprocess.CompletedProcess[str]], home: Path) -> None:
    fake = added(run, FakeKataGo(home / "fake"))
    lines = "boardsize 9\nclear_board\nplay B E5\ngenmove W\nfinal_status_list dead\nlz-genmove_analyze B 1000\nquit\n"
    done = tengen("gtp", "--player", "katago", "--visits", 6, lines=lines)
    assert done.returncode == 0, done.stderr
    assert "= A9" in done.stdout
    assert "play B9" in done.stdout
    assert 6 in {each["maxVisits"] for each in fake.questions}


@pytest.mark.slow
def test_gtp_names_the_engine_even_if_katago_dies(
    run: Run, tengen: Callable[..., subprocess.CompletedProcess[str]], home: Path
) -> None:
    added(run, FakeKataGo(home / "fake", [*["answer"] * 3, *["die"] * 20], flags="--lasting"))
    lines = (
        "boardsize 5\nplay B B4\nplay W D2\ntengen-hint\nplay B pass\nplay W pass\nfinal_status_list dead\ntengen-by\n"
        "tengen-ownership\ntengen-by\ntengen-estimate\nquit\n"
    )
    done = tengen("gtp", "--player", "katago", "--visits", 6, lines=lines)
    answers = [each.removeprefix("= ") for each in done.stdout.split("\n\n")]
    assert answers[3].endswith(f"\nby {KATAGO}")
    assert answers[7] == KATAGO, "KataGo answered for both sides to move"
    assert answers[9] == "Tengen"
    assert answers[10].endswith("\nby Tengen")
    assert "Tengen's own engine takes over." in done.stderr


def test_gtp_refuses_what_katago_has_not(run: Run, home: Path) -> None:
    assert "unknown engine 'katago'" in run("gtp", "--player", "katago").stderr
    added(run, FakeKataGo(home / "fake"))
    assert "KataGo has no levels" in run("gtp", "--player", "katago", "--level", 3).stderr
