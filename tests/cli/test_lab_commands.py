"""`tengen balance` and `tengen openings`: output and files."""

import json
import re
from pathlib import Path

import pytest
from command_line import Run

from benchmarks.balance_plots import balance_plots
from tengen.match import selfplay
from tengen.match.fairness import SelfGame
from tengen.match.selfplay import Lab, Maker, PlannedGame
from tengen.players import Player, Random

FAST = ("--board", "3x3", "--simulations", "2")


@pytest.fixture(autouse=True)
def at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make games random, and every first move fair."""

    def player(self: Lab, seed: int) -> Player:
        return Random(seed)

    monkeypatch.setattr(Lab, "player", player)
    monkeypatch.setattr(Lab, "judge", lambda self, game: 0.5)


def written(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in sorted(folder.iterdir())}


def test_a_report_is_printed(run: Run) -> None:
    result = run("balance", "tile", "--games", "4", *FAST)
    assert result.exit_code == 0
    assert result.stdout.startswith("# Tile Go on 3x3: balance\n\n4 games of Tengen (level 3, 2 simulations per move)")
    assert "## What to conclude" in result.stdout


def test_reports_of_several_games_are_reproducible(run: Run, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('title = "My own"\ninherits = "tile"\n[axes]\ntiles = "cushion"\n', "utf-8")
    command = ("balance", "chinese", "own.toml", "--games", "14", *FAST, "--out")
    assert run(*command, "one").exit_code == 0
    assert run(*command, "two").exit_code == 0
    one, two = written(tmp_path / "one"), written(tmp_path / "two")
    names = ["chinese.jsonl", "chinese.md", "own.jsonl", "own.md", "summary.md"]
    assert sorted(one) == names
    assert {name: one[name] for name in names if not name.endswith("jsonl")} == {
        name: two[name] for name in names if not name.endswith("jsonl")
    }
    assert "# My own on 3x3: balance" in one["own.md"]
    assert "[My own on 3x3](own.md) | 14 |" in one["summary.md"]
    head, *games = map(json.loads, one["own.jsonl"].splitlines())
    assert (head["kind"], head["board"], head["simulations"]) == ("balance", "3", 2)
    assert sorted(game["game"] for game in games) == [*range(1, 15)]
    balance_plots(tmp_path / "one")
    assert sorted(written(tmp_path / "one").keys() - one.keys()) == ["chinese.svg", "own.svg"]
    assert "(own.svg)" in (tmp_path / "one" / "own.md").read_text("utf-8")


def test_more_games_are_added_to_those_that_are_there(run: Run, tmp_path: Path) -> None:
    command = ("balance", "chinese", *FAST, "--out")
    assert run(*command, "one", "--games", "15").exit_code == 0
    assert run(*command, "two", "--games", "3").exit_code == 0
    assert run(*command, "two", "--games", "15").exit_code == 0
    assert written(tmp_path / "one") == written(tmp_path / "two")
    few = run(*command, "two", "--games", "3")
    assert few.exit_code == 0
    assert "3 games of Tengen" in (tmp_path / "two" / "chinese.md").read_text("utf-8")


def test_stopped_it_goes_on_and_no_game_counts_twice(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play = selfplay.play_one

    def pressed(lab: Lab, make: Maker, plan: PlannedGame) -> SelfGame:
        if plan.number == 4:
            raise KeyboardInterrupt
        return play(lab, make, plan)

    command = ("balance", "tile", "--games", "6", *FAST, "--out", "kept")
    monkeypatch.setattr(selfplay, "play_one", pressed)
    result = run(*command)
    assert result.exit_code == 130
    assert re.search(r"Stopped after \d of 6 games of tile, kept in kept/tile.jsonl; the same", result.stderr)
    assert not (tmp_path / "kept" / "tile.md").exists()
    monkeypatch.setattr(selfplay, "play_one", play)
    assert run(*command).exit_code == 0
    assert run(*command[:-1], "whole").exit_code == 0
    assert (tmp_path / "kept" / "tile.md").read_bytes() == (tmp_path / "whole" / "tile.md").read_bytes()
    _, *lines = (tmp_path / "kept" / "tile.jsonl").read_text("utf-8").splitlines()
    assert sorted(json.loads(line)["game"] for line in lines) == [1, 2, 3, 4, 5, 6]


def test_games_of_another_seed_are_not_mixed_in(run: Run) -> None:
    command = ("balance", "chinese", "--games", "1", *FAST, "--out", "kept")
    assert run(*command).exit_code == 0
    result = run(*command, "--seed", "1")
    assert result.exit_code == 2
    assert "holds another balance: seed is 0 there and 1 here" in result.stderr


def test_it_lists_the_games_of_the_book(run: Run) -> None:
    ran = run("openings")
    assert ran.exit_code == 0, ran.output
    assert "komi=7.5 repetition=positional" in ran.output


def test_it_lists_the_moves_of_a_game_and_stars_what_is_played(run: Run) -> None:
    ran = run("openings", "chinese", "--board", 5)
    assert ran.exit_code == 0, ran.output
    [first] = [line for line in ran.output.splitlines() if line.split()[:4] == ["the", "empty", "board", "5"]][:1]
    assert "C3" in first
    assert first.rstrip().endswith("*")
