"""`tengen warm`: it compiles what is asked for, once, into a folder that can be read by others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from example_counts import first

from tengen.cli.server import warm
from tengen.kernel.jit import dispatcher_of
from tengen.search.tree import keep
from tengen.workers import own_environment


def run(cache: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command with a folder for compiled code."""
    kept = {**own_environment(), "TENGEN_CACHE": str(cache)}
    return subprocess.run(
        [sys.executable, "-m", "tengen.cli", "warm", *words], capture_output=True, text=True, env=kept
    )


def test_an_unknown_purpose_is_refused(tmp_path: Path) -> None:
    done = run(tmp_path, "--for", "nothing")
    assert (done.returncode, done.stderr) == (2, "tengen: --for nothing: it is play, train or solve\n")


@pytest.mark.parametrize("jobs", first(1, ["100000", "0"]))
def test_jobs_that_cannot_be_are_refused(tmp_path: Path, jobs: str) -> None:
    done = run(tmp_path, "--jobs", jobs)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_every_step_is_done_from_what_is_compiled_already() -> None:
    """In this process, whose compiled code `make warm` has made: so no step asks for what is not there."""
    for purpose, steps in warm.STEPS.items():
        for step in steps:
            warm.do((purpose, step))
    assert dispatcher_of(keep).signatures, "a second move keeps the tree"


@pytest.mark.slow
def test_what_was_compiled_serves_a_game_at_once(tmp_path: Path) -> None:
    done = run(tmp_path, "--for", "play")
    assert (done.returncode, done.stdout) == (0, f"{tmp_path}\n")
    assert "compiled" in done.stderr
    again = run(tmp_path, "--for", "play")
    assert again.stderr == "Everything had been compiled\n"
    entries = {each.name.rsplit(".", 3)[0] for each in tmp_path.glob("*.nbc")}
    rules = {"kernel.build.rebuild", "kernel.moves.judge_points", "kernel.moves.turn", "kernel.taxes.score"}
    search = {"search.tree.search", "search.tree.keep", "search.ladders.read_chain"}  # hints read chains
    network = {"search.inference.infer", "search.virtual_visits.weigh_anew"}
    assert entries == rules | search | network
