"""Running the command line in its own folder."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import Run
from typer.testing import CliRunner, Result

from benchmarks import commands
from tengen.cli import app


@pytest.fixture(autouse=True)
def _data_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a user's data in the test's own folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Run:
    """Return a function that runs a command in this process with typed lines, or the ``SCRIPTS`` of a test module."""
    monkeypatch.chdir(tmp_path)
    if scripts := getattr(request.module, "SCRIPTS", ()):
        monkeypatch.setattr(app, "registered_commands", [])
        monkeypatch.setattr(app, "registered_groups", [])
        for script in scripts:
            commands.add(script)

    def command(*words: object, lines: str = "") -> Result:
        return CliRunner().invoke(app, [str(word) for word in words], input=lines)

    return command


@pytest.fixture
def tengen(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a function that runs a command in its own process."""

    def command(*words: object, lines: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "tengen.cli", *map(str, words)],
            input=lines,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=tmp_path,
            env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
            timeout=120,
            check=False,
        )

    return command
