"""Commands for developers that behave as those of `tengen` do: options, refusals in one line, Ctrl-C."""

from __future__ import annotations

import sys
from collections.abc import Callable

from tengen import cli
from tengen.cli.commands import app
from tengen.cli.options import command


def add(run: Callable[..., None]) -> None:
    """Add a command to `tengen` in this process, by the name of its function."""
    app.command(run.__name__)(command(run))


def main(run: Callable[..., None]) -> None:
    """Run a command with the arguments of this program."""
    add(run)
    sys.argv.insert(1, run.__name__)
    cli.main()
