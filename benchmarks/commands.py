"""Commands for developers in the style of `tengen`: options, one-line errors, Ctrl-C."""

from __future__ import annotations

import sys
from collections.abc import Callable

import typer

from tengen import cli
from tengen.cli.commands import app
from tengen.cli.options import command


def add(run: Callable[..., None]) -> str:
    """Add a command, by its function, or a `group` of commands to `tengen` in this process, and return its name."""
    if isinstance(run, typer.Typer):
        app.add_typer(run)
        return str(run.info.name)
    app.command(run.__name__)(command(run))
    return run.__name__


def main(run: Callable[..., None]) -> None:
    """Run a command, or a group of commands, with the arguments of this program."""
    sys.argv.insert(1, add(run))
    cli.main()
