"""`tengen solve --whole` and `--checkpoint`: questions by several processes, proofs that go on from a file."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from example_counts import first
from typer.testing import CliRunner

from tengen.cli.commands import app
from tengen.cli.terminal import counted

ASK = ["solve", "--set", "repetition=ko"]


def ran(*words: str) -> tuple[int, str, str]:
    found = CliRunner().invoke(app, [*ASK, *words])
    return found.exit_code, found.stdout, found.stderr


def test_it_says_who_gets_the_board_and_how() -> None:
    code, said, _ = ran("--board", "3x3", "--whole", "black")
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


def test_a_line_that_takes_too_long_goes_as_far_as_the_jobs_tell(tmp_path: Path) -> None:
    kept = shutil.copy(Path(__file__).parents[2] / "training" / "5x5.jobs", tmp_path)
    code, said, _ = ran("--board", "5x5", "--whole", "black", "--checkpoint", str(kept), "--limit", "0.1")
    assert code == 0
    assert said.splitlines()[-1] == "A line of play, as far as the jobs tell: C3 B5 C4 B2 B3 D2 D4."


def test_a_board_that_nobody_gets_is_not_proved() -> None:
    code, said, _ = ran("--board", "2x2", "--whole", "white")
    assert code == 1
    assert "No proof was found that White gets the whole board, and none is left for this search to look for." in said


def test_a_file_keeps_it_also_when_time_is_over(tmp_path: Path) -> None:
    kept = tmp_path / "4x5"
    code, said, told = ran("--board", "4x5", "--whole", "black", "--limit", "0.5", "--checkpoint", str(kept))
    assert code == 1
    assert "Not decided: no proof was found yet that Black gets the whole board." in said
    assert re.search(r"positions\); proof number [\d,]+, disproof number [\d,]+\.$", said)
    jobs = len(kept.read_text("utf-8").splitlines()) - 1
    assert f"What was found is kept in {kept}, {counted(jobs, 'job')} in all; the same command goes on from" in told
    code, said, _ = ran("--board", "4x5", "--whole", "black", "--limit", "0.5", "--checkpoint", str(kept), "--json")
    assert code == 1
    found = json.loads(said)
    assert found["whole_board"] is False
    assert found["jobs"] >= jobs


def test_what_is_from_a_file_is_said_to_be_believed(tmp_path: Path) -> None:
    kept = tmp_path / "3x3"
    words = ("--board", "3x3", "--whole", "black", "--checkpoint", str(kept))
    code, said, _ = ran(*words)
    assert (code, "believed" in said) == (0, False)
    code, said, _ = ran(*words)
    assert (code, "What 1 job of these found was read from the file and is believed." in said) == (0, True)
    code, said, _ = ran(*words, "--json")
    assert (code, json.loads(said)["believed"]) == (0, 1)


def test_jobs_that_prove_it_by_no_move_are_refused(tmp_path: Path) -> None:
    """Black does not get all of 3x4: somebody has written a line that says so."""
    kept = tmp_path / "3x4"
    words = ("--board", "3x4", "--whole", "black", "--checkpoint", str(kept), "--limit", "0.01")
    assert ran(*words)[0] == 1
    head = kept.read_text("utf-8").splitlines()[0]
    child = [1 << 62 | 1 << 7, 1 << 63, 0, 1 << 52]
    line = {"job": 1, "key": json.loads(head)["key"], "numbers": [0, 1 << 52], "children": [child], "positions": 9}
    kept.write_text(f"{head}\n{json.dumps(line)}\n", encoding="utf-8")
    code, said, told = ran(*words)
    assert (code, said) == (2, "")
    assert "its jobs prove the whole board by a move that there is not" in told


_EAGER = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from tengen.cli import main
from tengen.solve.checkpoints import Keeper
Keeper.__init__.__defaults__ = (0.05,)
if __name__ == "__main__":
    main()
"""
"""The command line, which writes checkpoints all the time, also where interrupts are ignored."""
PROVED = ["solve", "--board", "3x6", "--set", "repetition=ko", "--json", "--memory", "16MiB"]
LISTED = ["solve", "--board", "2x7", "--set", "repetition=ko", "--json"]
STATES = ["solve", "--variant", "cushion", "--board", "2x4", "--json"]
ASKED = ((PROVED, 18), (LISTED, 14), (STATES, 1))
SIGNALS = {signal.SIGKILL: -9, signal.SIGINT: 130, signal.SIGTERM: 143}
"""A search, a list of positions and one of states, and what they come to."""


def ended(folder: Path, words: list[str], number: signal.Signals) -> tuple[int, str]:
    """Run a command, and send a signal once its checkpoint has been written twice; return its exit code and words."""
    kept = folder / "kept"
    process = subprocess.Popen(
        [sys.executable, "-c", _EAGER, *words, "--checkpoint", str(kept)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, env={**os.environ},
    )  # fmt: skip
    try:
        seen: set[int] = set()
        while len(seen) < 2 and process.poll() is None:
            time.sleep(0.02)
            if kept.exists():
                seen.add(kept.stat().st_mtime_ns)
        process.send_signal(number)
        _, complaints = process.communicate(timeout=120)
    finally:
        process.kill()
        process.wait()
    return process.returncode, complaints


@pytest.mark.parametrize(
    ("number", "words", "value"),
    first(3, [([*SIGNALS][(place + turn) % 3], *asked) for turn in range(3) for place, asked in enumerate(ASKED)]),
)
def test_a_proof_goes_on_after_a_signal(tmp_path: Path, number: signal.Signals, words: list[str], value: int) -> None:
    code, complaints = ended(tmp_path, words, number)
    assert code == SIGNALS[number]
    assert "Traceback" not in complaints
    kept = tmp_path / "kept"
    assert kept.stat().st_size > 0
    if number != signal.SIGKILL:
        assert f"What is known is kept in {kept} (" in complaints
    before = len(list(tmp_path.iterdir()))
    ran = CliRunner().invoke(app, [*words, "--checkpoint", str(kept)])
    assert ran.exit_code == 0, ran.output
    found = json.loads(ran.stdout)
    assert (found["low"], found["high"]) == (value, value)
    assert not kept.exists()
    assert before - len(list(tmp_path.iterdir())) == 1


@pytest.mark.slow
@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_ends_several_jobs_and_the_file_goes_on(tmp_path: Path, number: signal.Signals) -> None:
    whole = ("--board", "4x5", "--whole", "black")
    code, told = ended(tmp_path, [*ASK, *whole, "--jobs", "2"], number)
    kept = tmp_path / "kept"
    assert code == SIGNALS[number]
    assert "Traceback" not in told
    assert number is signal.SIGKILL or f"What was found is kept in {kept}" in told
    done = len(kept.read_text("utf-8").splitlines()) - 1
    _, said, _ = ran(*whole, "--limit", "1", "--checkpoint", str(kept), "--json")
    assert json.loads(said)["jobs"] >= done


def test_a_checkpoint_is_of_one_proof_only(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    ended(tmp_path, PROVED, signal.SIGKILL)
    before = kept.read_bytes()
    for words, said in (
        ([*PROVED, "--set", "suicide=allowed"], "keeps something else: the game differs"),
        ([*PROVED[:-1], "17MiB"], "keeps something else: --memory differs"),
    ):
        ran = CliRunner().invoke(app, [*words, "--checkpoint", str(kept)])
        assert (ran.exit_code, said in ran.output) == (2, True), ran.output
    assert kept.read_bytes() == before
