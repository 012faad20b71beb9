"""`tengen problems`: proves a file of problems, writes what the page plays, and says which answers are wrong."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

from typer.testing import CliRunner
from written_problems import WRITTEN

from tengen import Game
from tengen.cli.commands import app
from tengen.web.lessons.check import faults
from tengen.web.lessons.problem import read_problems

_INTERRUPTIBLE = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from tengen.cli import main
if __name__ == "__main__":
    main()
"""
"""The command line, also where whoever started the tests has interrupts ignored."""


def test_problems_are_proved_and_their_lines_are_written(tmp_path: Path) -> None:
    source = tmp_path / "own.toml"
    source.write_text(WRITTEN)
    ran = CliRunner().invoke(app, ["problems", str(source)])
    assert ran.exit_code == 0, ran.output
    assert "last-liberty: D3" in ran.output
    (problem,) = read_problems(WRITTEN, (tmp_path / "own.lines.toml").read_text(), "own.toml")
    assert faults(problem.task()) == []


def test_wrong_answers_are_named_and_nothing_is_written(tmp_path: Path) -> None:
    source = tmp_path / "own.toml"
    source.write_text(WRITTEN.replace('right = ["D3"]', 'right = ["D3", "D4"]'))
    ran = CliRunner().invoke(app, ["problems", str(source), "--check"])
    assert ran.exit_code == 2
    assert "problem last-liberty: the answers are D3, not D3, D4" in ran.output
    assert list(tmp_path.iterdir()) == [source]


def test_a_problem_about_a_stone_that_is_not_there_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "own.toml"
    source.write_text(WRITTEN.replace('stone = "C3"', 'stone = "A1"'))
    ran = CliRunner().invoke(app, ["problems", str(source), "--check"])
    assert (ran.exit_code, "there is no stone on A1" in ran.output) == (2, True)
    source.write_text("problems = [1]")
    ran = CliRunner().invoke(app, ["problems", str(source), "--check"])
    assert (ran.exit_code, "problem 1 is no table" in ran.output) == (2, True)


FIND = ["--find", "cushion", "--board", "1x5", "--rounds", "0-8"]


def test_problems_are_found_and_what_was_found_is_proved(tmp_path: Path) -> None:
    path = tmp_path / "found.toml"
    ran = CliRunner().invoke(app, ["problems", str(path), *FIND, "--count", "2"])
    assert ran.exit_code == 0, ran.output
    text = path.read_text()
    assert text.startswith("# Found by tengen problems --find cushion --board 1x5 --rounds 0-8\n# Looked at ")
    found = read_problems(text, "", "found.toml")
    assert len(found) == 2
    for problem in found:
        played = Game("cushion", board="1x5")
        for move in problem.played:
            played.play(move)
        assert replace(played.position, created_by=None) == replace(problem.start().position, created_by=None)
    proved = CliRunner().invoke(app, ["problems", str(path), "--check"])
    assert (proved.exit_code, proved.output.count("found-")) == (0, 2)


def test_a_search_goes_on_with_its_own_file_only(tmp_path: Path) -> None:
    path = tmp_path / "found.toml"
    assert CliRunner().invoke(app, ["problems", str(path), *FIND, "--count", "1"]).exit_code == 0
    assert CliRunner().invoke(app, ["problems", str(path), *FIND, "--count", "3", "--resume"]).exit_code == 0
    at_once = tmp_path / "at-once.toml"
    assert CliRunner().invoke(app, ["problems", str(at_once), *FIND, "--count", "3"]).exit_code == 0
    assert path.read_text() == at_once.read_text()
    before = path.read_bytes()
    for words, said in (
        ((*FIND[:3], "1x4", "--resume"), "is of another search: Found by tengen problems --find cushion --board 1x5"),
        (tuple(FIND), "--force replaces it"),
        (("--find", "tile"), "such as --board 2x4"),
        (("--board", "1x5"), "--board, --set and --resume are for --find"),
        ((*FIND[:4], "--rounds", "9-4", "--resume"), "--rounds 9-4: write the first and the last number"),
        ((*FIND, "--check", "--resume"), "leave one out"),
    ):
        ran = CliRunner().invoke(app, ["problems", str(path), *words])
        assert (ran.exit_code, said in ran.output) == (2, True), ran.output
    assert path.read_bytes() == before


def test_control_c_leaves_a_file_to_go_on_with(tmp_path: Path) -> None:
    (tmp_path / "tengen_main.py").write_text(_INTERRUPTIBLE)
    path = tmp_path / "found.toml"
    words = ["problems", str(path), "--find", "tao", "--board", "2x3", "--rounds", "6-9", "--count", "100000"]
    process = subprocess.Popen(
        [sys.executable, "tengen_main.py", *words], stderr=subprocess.PIPE, cwd=tmp_path, start_new_session=True
    )
    try:
        while not path.exists() and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, complaints = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    assert (process.returncode, b"--resume goes on." in complaints) == (130, True), complaints
    kept = read_problems(path.read_text(), "", "found.toml")
    ran = CliRunner().invoke(app, ["problems", str(path), *words[2:-1], str(len(kept) + 1), "--resume"])
    assert ran.exit_code == 0, ran.output
    more = read_problems(path.read_text(), "", "found.toml")
    assert more[: len(kept)] == kept
    assert len(more) == len(kept) + 1
