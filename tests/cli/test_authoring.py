"""`tools.authoring.lessons` and `.problems`: files are played and proved, and false statements are named."""

import json
from importlib.resources import files
from pathlib import Path

import pytest
from authoring.faults import faults
from authoring.lessons import lessons
from authoring.problems import problems
from command_line import Run
from written_problems import WRITTEN

from tengen.web.lessons.problem_library import read_problems

SCRIPTS = (lessons, problems)


def test_a_file_is_checked_by_playing_it(run: Run, tmp_path: Path) -> None:
    text = (files("tengen.web") / "lessons" / "courses" / "go.toml").read_text("utf-8")
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(text, "utf-8")
    bad.write_text(text.replace('goal = { atari = "C3" }', 'goal = { atari = "C4" }'), "utf-8")
    result = run("lessons", good)
    assert result.exit_code == 0
    assert "all that is said is so" in result.output
    result = run("lessons", bad)
    assert result.exit_code == 1
    assert "bad.toml: task atari: goal: no legal move reaches it" in result.output
    result = run("lessons", "--json", bad)
    (told,) = json.loads(result.output)
    assert (told["file"], len(told["faults"])) == (str(bad), 1)
    assert told["tasks"] >= 18


TASK = "[[tasks]]\nname = 'a'\ntitle = 't'\nvariant = 'chinese'\nrows = '... ... ...'\nask = 'a'\nsay = 's'\n"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("tasks = [1]", "task 1 is not a table"),
        ("[[tasks]]\nname = 'a'\n", "mine.toml: task a: title is missing"),
        (f"x = {'[' * 5_000}{']' * 5_000}", "nested too deeply"),
        (f"{TASK}answers = [{{move = 'A1'}}]\ngiven = {{to_play = 'white'}}", "to_play cannot be used here"),
        (f"{TASK}answers = [{{move = 'A1'}}]\ngiven = {{tiles = {{A1 = 'x'}}}}", "the number of tiles there"),
        (f"{TASK}goal = {{connects = []}}", "at least 1 item"),
        (f"{TASK}answers = [{{move = 'A1'}}]\nclaims = {{joined = [[]]}}", "at least 1 item"),
    ],
)
def test_a_malformed_file_is_no_crash(run: Run, tmp_path: Path, written: str, said: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(written, "utf-8")
    result = run("lessons", path)
    assert result.exit_code in (1, 2)
    assert said in " ".join(result.output.split())


def test_a_file_in_another_character_set_is_no_crash(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe[\x00")
    for command in (("lessons", path), ("problems", path, "--check")):
        result = run(*command)
        assert result.exit_code == 2
        assert "not written in UTF-8" in result.output


def test_problems_are_proved_and_their_lines_are_written(run: Run, tmp_path: Path) -> None:
    source, lines = tmp_path / "own.toml", tmp_path / "own.lines.toml"
    source.write_text(WRITTEN)
    ran = run("problems", source)
    assert ran.exit_code == 0, ran.output
    assert "last-liberty: D3" in ran.output
    (problem,) = read_problems(WRITTEN, lines.read_text(), "own.toml")
    assert faults(problem.task()) == []
    lines.write_text("mine")
    refused = run("problems", source)
    assert (refused.exit_code, f"{lines.name} already exists; --force replaces it" in refused.stderr) == (2, True)
    assert lines.read_text() == "mine"
    assert run("problems", source, "--force").exit_code == 0
    assert "last-liberty" in lines.read_text()


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (WRITTEN.replace('["D3"]', '["D3", "D4"]'), "problem last-liberty: the answers are D3, not D3, D4"),
        (WRITTEN.replace('stone = "C3"', 'stone = "A1"'), "no stone on A1"),
        ("problems = [1]", "problem 1 is not a table"),
    ],
)
def test_faulty_problems_are_named_and_nothing_is_written(run: Run, written: str, said: str, tmp_path: Path) -> None:
    source = tmp_path / "own.toml"
    source.write_text(written)
    ran = run("problems", source, "--check")
    assert (ran.exit_code, said in ran.output) == (2, True)
    assert list(tmp_path.iterdir()) == [source]
