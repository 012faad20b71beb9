"""`tengen solve --checkpoint`: proofs that resume from a file."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from example_counts import first
from typer.testing import CliRunner

from tengen.cli.commands import app

_EAGER = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from tengen.cli import main
from tengen.solve.checkpoints import Keeper
Keeper.__init__.__defaults__ = (0.05,)
if __name__ == "__main__":
    main()
"""
"""The command line, writing checkpoints all the time, even if interrupts are ignored."""
LISTED = ["solve", "--board", "2x7", "--set", "repetition=ko", "--json", "--memory", "1GiB"]
STATES = ["solve", "--variant", "cushion", "--board", "2x4", "--json"]
ASKED = ((LISTED, 14), (STATES, 1))
SIGNALS = {signal.SIGKILL: -9, signal.SIGINT: 130, signal.SIGTERM: 143}
"""A list of positions and one of states, and their results."""


def ended(folder: Path, words: list[str], number: signal.Signals) -> tuple[int, str]:
    """Run a command, and send a signal once its checkpoint has been written twice; return its exit code and output."""
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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "words", "value"),
    first(1, [([*SIGNALS][(place + turn) % 3], *asked) for turn in range(3) for place, asked in enumerate(ASKED)]),
)
def test_a_proof_goes_on_after_a_signal(tmp_path: Path, number: signal.Signals, words: list[str], value: int) -> None:
    code, complaints = ended(tmp_path, words, number)
    assert code == SIGNALS[number]
    assert "Traceback" not in complaints
    kept = tmp_path / "kept"
    assert kept.stat().st_size > 0
    if number != signal.SIGKILL:
        assert f"The search is kept in {kept} (" in complaints
    before = len(list(tmp_path.iterdir()))
    ran = CliRunner().invoke(app, [*words, "--checkpoint", str(kept)])
    assert ran.exit_code == 0, ran.output
    found = json.loads(ran.stdout)
    assert (found["low"], found["high"]) == (value, value)
    assert not kept.exists()
    assert before - len(list(tmp_path.iterdir())) == 1


@pytest.mark.slow
def test_a_checkpoint_is_of_one_proof_only(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    ended(tmp_path, LISTED, signal.SIGKILL)
    before = kept.read_bytes()
    for words, said in (
        ([*LISTED, "--set", "suicide=allowed"], "belongs to another job: the game differs"),
        ([*LISTED[:-1], "2GiB"], "belongs to another job: --memory differs"),
    ):
        ran = CliRunner().invoke(app, [*words, "--checkpoint", str(kept)])
        assert (ran.exit_code, said in ran.output) == (2, True), ran.output
    assert kept.read_bytes() == before
