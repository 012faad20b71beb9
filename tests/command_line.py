"""Running the command line in tests: the type of the fixture `run`, and a program that can be interrupted."""

from collections.abc import Callable
from pathlib import Path

from typer.testing import Result

Run = Callable[..., Result]
"""Runs a command within this process, like the fixture of that name."""


def autosaves(folder: Path) -> list[Path]:
    return sorted((folder / "tengen" / "autosaves").glob("*.json"))


INTERRUPTIBLE = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from tengen.cli import main
if __name__ == "__main__":
    main()
"""
"""The command line, even if the tests were started with interrupts ignored."""
