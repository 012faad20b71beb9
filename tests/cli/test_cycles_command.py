"""`tengen cycles`: output, files, interruption and errors."""

import json
from pathlib import Path

import pytest
from command_line import Run

from tengen import Game
from tengen.solve.states.explorer import Explorer


def test_the_shortest_cycle_is_told_and_written(run: Run, tmp_path: Path) -> None:
    result = run("cycles", "cushion", "--board", "3x1", "--prisoners", 2, "--sgf", "cycle.sgf")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Cushion Go on 3x1, repetition = ko"
    assert "at most 2 prisoners" in lines[1]
    assert lines[2].startswith("  play can come back: ")
    assert lines[3].startswith("  the shortest, 8 moves: ")
    game = Game.from_sgf((tmp_path / "cycle.sgf").read_bytes())
    assert len(game.moves) == 8
    assert game.start is not None
    assert game.stones == dict(game.start.stones)
    assert game.prisoners == dict(game.start.prisoners)


def test_tile_go_never_comes_back(run: Run, tmp_path: Path) -> None:
    result = run("cycles", "tile", "--board", "2x2", "--sgf", "none.sgf")
    assert result.exit_code == 0
    assert "  play never comes back: only returns repeat, and prisoners run out" in result.stdout.splitlines()
    assert "No cycle to write" in result.stderr
    assert not (tmp_path / "none.sgf").exists()


def test_what_is_left_out_of_states_and_cut_off_is_said(run: Run) -> None:
    unlimited = ("cycles", "tile", "--board", "3x1", "--set", "tile_stack=unlimited")
    told = run(*unlimited).stdout
    assert "None" not in told
    assert "  stacks of tiles have no limit: no rule depends on their heights, which the states leave out" in told
    assert "  play can come back: 42 states lie on cycles" in told
    assert json.loads(run(*unlimited, "--json").stdout)["tile_heights"] is False
    bounded = run("cycles", "tile", "--board", "3x1", "--prisoners", 2).stdout
    assert "at most 2 prisoners, 2 turns beyond that are cut off" in bounded
    assert "  no cycle where no side holds more than 2 prisoners" in bounded


@pytest.mark.parametrize("rule", ["positional", "ing"])
def test_a_rule_that_looks_back_is_not_silently_taken_for_ko(run: Run, rule: str) -> None:
    asked = ("cycles", "chinese", "--board", "2x1", "--set", f"repetition={rule}")
    assert run(*asked).stdout.startswith(f"Under repetition = {rule} no play lasts for ever. What follows holds for ")
    assert f"repetition = {rule}" in run(*asked, "--json").stderr
    assert not run("cycles", "chinese", "--board", "2x1", "--set", "repetition=ko").stdout.startswith("Under")


def test_json_says_the_same(run: Run) -> None:
    told = json.loads(run("cycles", "chinese", "--board", "2x2", "--no-passes", "--json").stdout)
    assert told["repetition"] == "ko"
    assert told["cycle_exists"] is True
    assert told["shortest"]["length"] == 6
    assert told["shortest"]["proved_shortest"] is True
    assert told["forced"]["black"]["from_start"] is True
    free = json.loads(run("cycles", "cushion", "--board", "3x1", "--json").stdout)
    assert (free["prisoners"], free["shortest"]["prisoners_gained"], free["forced"]) == ("any", 1, {})


def test_a_position_known_by_name_is_judged(run: Run, tmp_path: Path) -> None:
    result = run("cycles", "--position", "triple-ko", "--sgf", "triple.sgf")
    assert result.exit_code == 0
    assert "under plain ko the whole state comes back after 6 moves; 6 stones are taken" in result.stdout
    assert "cushion: move 8, E5, is illegal (tile_limit)" in result.stdout
    assert "neither side can win, and either can make it last for ever" in result.stdout
    assert len(Game.from_sgf((tmp_path / "triple.sgf").read_bytes()).moves) == 6
    told = json.loads(run("cycles", "--position", "triple-ko", "--json").stdout)
    assert told["breaks"]["cushion"] == {"move": 8, "text": "E5", "reasons": ["tile_limit"]}
    assert told["forced"] is True
    assert told["cushion_cycle_exists"] is False


def test_a_position_in_a_file_is_followed_on_some_points(run: Run, tmp_path: Path) -> None:
    run("cycles", "--position", "triple-ko", "--sgf", "triple.sgf")
    ko_points = "A6 A5,C6 C5,E6 E5"
    told = json.loads(run("cycles", "--position", "triple.sgf", "--points", ko_points, "--no-passes", "--json").stdout)
    assert told["cycle_exists"] is True
    assert told["shortest"]["length"] == 6
    assert set(told["shortest"]["moves"]) == {"A6", "A5", "C6", "C5", "E6", "E5"}


def test_a_stopped_search_says_what_it_knows_and_goes_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Explorer.run

    def stop(explorer: Explorer, report: object = None) -> None:
        def interrupt(now: Explorer) -> None:
            raise KeyboardInterrupt

        play(explorer, interrupt)

    words = ("cycles", "tile", "--board", "3x2", "--checkpoint", "kept")
    with monkeypatch.context() as patched:
        patched.setattr(Explorer, "run", stop)
        result = run(*words)
    assert result.exit_code == 130
    assert "Stopped: " in result.stderr
    assert "kept in kept; the same command continues" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    again = run(*words)
    assert again.exit_code == 0
    assert "84,310 states, 222,150 turns; any number of prisoners" in again.stdout


def test_too_little_memory_is_said_with_what_is_known(run: Run) -> None:
    result = run("cycles", "tile", "--board", "3x3", "--memory", "16MiB")
    assert result.exit_code == 1
    assert "not all states were expanded" in result.stdout
    assert "no cycle so far" in result.stdout
    assert "states fill the memory of 16 MiB" in result.stderr
