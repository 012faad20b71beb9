"""`python -m benchmarks.whole_board`: output and files."""

import json
import re
import shutil
from pathlib import Path

import pytest
from command_line import Run
from data import cases

from benchmarks.whole_board.__main__ import whole_board
from tengen.cli.terminal import counted

SCRIPTS = (whole_board,)

FIVE = Path(__file__).parents[2] / "training" / "5x5.jobs"


def ask(run: Run, *words: str) -> tuple[int, str, str]:
    found = run("whole_board", *words, "--set", "repetition=ko")
    return found.exit_code, found.stdout, found.stderr


def test_it_says_who_gets_the_board_and_how(run: Run) -> None:
    code, said, _ = ask(run, "black", "--board", "3x3")
    assert code == 0
    lines = said.splitlines()
    assert lines[:4] == [
        "Go, Chinese rules on 3x3, Black to play.",
        "Black gets the whole board, 9 points.",
        "Moves that prove it: B2.",
        "Proved under: plain ko, with any history, whatever a cycle is worth; superko is not covered.",
    ]
    assert re.fullmatch(r"Looked at by proof numbers in 1 job \([\d,]+ positions\)\.", lines[4])
    assert lines[5].startswith("A line of play: B2 ")


def test_a_line_that_takes_too_long_goes_as_far_as_the_jobs_tell(run: Run, tmp_path: Path) -> None:
    kept = shutil.copy(FIVE, tmp_path)
    code, said, _ = ask(run, "black", "--board", "5x5", "--checkpoint", str(kept), "--limit", "0.1")
    assert code == 0
    assert said.splitlines()[-1] == "A line of play, as far as the jobs tell: C3 B5 C4 B2 B3 D2 D4."


def test_a_board_without_owner_is_not_proved(run: Run) -> None:
    code, said, _ = ask(run, "white", "--board", "2x2")
    assert code == 1
    assert "No proof was found that White gets the whole board, and none is left for this search to look for." in said


def test_a_file_keeps_it_also_when_time_is_over(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "4x5"
    code, said, told = ask(run, "black", "--board", "4x5", "--limit", "0.5", "--checkpoint", str(kept))
    assert code == 1
    assert "Not decided: no proof was found yet that Black gets the whole board." in said
    assert re.search(r"positions\); proof number [\d,]+, disproof number [\d,]+\.$", said)
    jobs = len(kept.read_text("utf-8").splitlines()) - 1
    assert f"The findings are kept in {kept}, {counted(jobs, 'job')} in all; the same command continues from" in told
    code, said, _ = ask(run, "black", "--board", "4x5", "--limit", "0.5", "--checkpoint", str(kept), "--json")
    assert code == 1
    found = json.loads(said)
    assert found["whole_board"] is False
    assert found["jobs"] >= jobs


def test_what_is_from_a_file_is_said_to_be_believed(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "3x3"
    words = ("black", "--board", "3x3", "--checkpoint", str(kept))
    code, said, _ = ask(run, *words)
    assert (code, "believed" in said) == (0, False)
    code, said, _ = ask(run, *words)
    assert (code, "What 1 job of these found was read from the file and is believed." in said) == (0, True)
    code, said, _ = ask(run, *words, "--json")
    assert (code, json.loads(said)["believed"]) == (0, 1)


def test_jobs_that_prove_it_by_no_move_are_refused(run: Run, tmp_path: Path) -> None:
    """Black does not get all of 3x4: the file has a forged line that claims so."""
    kept = tmp_path / "3x4"
    words = ("black", "--board", "3x4", "--checkpoint", str(kept), "--limit", "0.01")
    assert ask(run, *words)[0] == 1
    head = kept.read_text("utf-8").splitlines()[0]
    child = [1 << 62 | 1 << 7, 1 << 63, 0, 1 << 52]
    line = {"job": 1, "key": json.loads(head)["key"], "numbers": [0, 1 << 52], "children": [child], "positions": 9}
    kept.write_text(f"{head}\n{json.dumps(line)}\n", encoding="utf-8")
    code, said, told = ask(run, *words)
    assert (code, said) == (2, "")
    assert "its jobs prove the whole board by a move that there is not" in told


@pytest.mark.parametrize(("words", "why"), cases("whole_board_command", "what_cannot_be_asked_is_refused"))
def test_what_cannot_be_asked_is_refused(run: Run, words: tuple[str, ...], why: str) -> None:
    code, _, told = ask(run, *words)
    assert (code, why in " ".join(told.split())) == (2, True), told
