"""The table of commands, each of which is imported when it runs, and what happens when one of them fails."""

from __future__ import annotations

import os
import sys
import tomllib
import warnings
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Final, TextIO

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from .. import __version__
from .signals import note_lost_signals, outlive_ctrl_c
from .terminal import harmless, say

COMMANDS: Final[dict[str, tuple[tuple[str, str, str], ...]]] = {
    "Play": (
        ("play", "play.play", "Play in the terminal, against the computer or a friend."),
        ("gtp", "play.gtp", "Play inside any Go program that speaks GTP."),
        ("analysis-engine", "play.analysis_engine", "Answer programs that speak KataGo's analysis protocol."),
        ("engines", "play.engines", "List, add, remove and test engines such as KataGo."),
    ),
    "Records": (
        ("show", "records.show", "Draw a position, a diagram or moves, also as pictures."),
        ("convert", "records.convert", "Convert records and diagrams between notations."),
        ("book", "records.book", "Print a game as Go books do: diagrams, notes, comments."),
        ("replay", "records.replay", "Replay recorded games under any rules."),
        ("review", "records.review", "Report what each move of a game cost, by an engine."),
    ),
    "Rules and boards": (
        ("variants", "lists", "List the games."),
        ("rules", "lists", "Explain a game: its rules in prose, and every axis."),
        ("boards", "lists", "List the kinds of boards, with an example of each."),
        ("check", "lists", "Name everything wrong with your own variant."),
    ),
    "Proofs": (
        ("solve", "proofs.solve", "Prove what a position is worth."),
        ("check-proof", "proofs.check_proof", "Check a written proof with an independent program."),
        ("count", "proofs.count", "Count the legal positions of a board, or its games."),
        ("cycles", "proofs.cycles", "Find out whether play can repeat, and who can force it."),
        ("life", "proofs.life", "Show what lives unconditionally, and how a group fares."),
        ("formal", "proofs.formal", "Check a record by the six postulates of the formal rules."),
    ),
    "Laboratory": (
        ("match", "lab.match", "Let two players play many games; report who is stronger."),
        ("balance", "lab.balance", "Measure how fair a game is, and which komi it needs."),
        ("openings", "lab.openings", "List the opening book and its moves."),
    ),
    "Server and installation": (
        ("serve", "server.serve", "Serve the page on which all of these games are played."),
        ("admin", "server.admin", "Look after a server's games and visitors."),
        ("backup", "server.backup", "Copy a server's database, and open every game in it."),
        ("restore", "server.backup", "Replace a server's database by a checked copy."),
        ("doctor", "server.doctor", "Report what is installed, missing or broken."),
        ("warm", "server.warm", "Compile now what would be compiled at first use."),
    ),
}
"""Commands by group: the name, the module with a function or a Typer of that name, and the line in `tengen --help`."""

_FORMER: Final = {"analyse": "review", "analysis": "analysis-engine"}
"""Names that commands had before; they still work."""


class _Later(TyperCommand):
    """A command as the table has it; its module is imported to parse its options, and for nothing before."""

    def __init__(self, name: str, module: str, line: str, entry: str, hidden: bool = False) -> None:
        super().__init__(name, help=line, short_help=line, hidden=hidden)
        self._module, self._entry = module, entry

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Return the context of the command itself."""
        return self.imported().make_context(info_name, args, parent, **extra)

    def imported(self) -> Any:
        """Return the command itself."""
        found = getattr(import_module(f".{self._module}", __package__), self._entry.replace("-", "_"))
        if not isinstance(found, typer.Typer):
            from .options import command

            run, found = found, typer.Typer(add_completion=False, rich_markup_mode=None)
            found.command(self._entry)(command(run))
        made = get_command(found)
        made.epilog = "\n".join(["Examples:", "", "\b", *examples(self._entry)])
        return made


def examples(name: str) -> list[str]:
    """Return the examples of a command, a line each."""
    rows = tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))[name]
    width = max(map(len, rows))
    return [f"  {line:{width}}  # {about}" for line, about in rows.items()]


class _Commands(TyperGroup):
    """All commands, in groups; what is wrong is said in one line on standard error, never with a traceback."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        former = {now: before for before, now in _FORMER.items()}
        for name, module, line in chain(*COMMANDS.values()):
            self.commands[name] = _Later(name, module, line, name)
            if name in former:
                self.commands[former[name]] = _Later(former[name], module, line, name, hidden=True)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the groups of commands with a line for each command."""
        width = max(map(len, self.commands))
        for title, rows in COMMANDS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), line) for name, _, line in rows])

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except ValueError as error:
            from ..records import TengenError

            if isinstance(error, TengenError):
                raise _refusal(str(error)) from error
            raise
        except KeyboardInterrupt:
            say("\nStopped.", err=True)
            raise typer.Exit(130) from None
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still written goes nowhere
            raise typer.Exit(0) from None
        except ModuleNotFoundError as error:
            from ..extras import lacking

            sentence = lacking(error.name or "")
            if sentence is None:
                raise
            raise _refusal(sentence) from None
        except OSError as error:
            name = error.filename or "standard output"
            raise _refusal(f"{name}: {error.strerror or error}") from error


def _refusal(message: str) -> typer.Exit:
    say(harmless(f"tengen: {message}"), err=True)
    return typer.Exit(2)


app: Final = typer.Typer(
    cls=_Commands,
    help="Every Go on every board: play, judge and replay ordinary Go, Tile, Cushion and Tao Go, Gengo and your own.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        say(f"tengen {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Take the options that belong to no command."""


def show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Print a warning of Tengen's in one plain line, and any other as Python does."""
    from ..records import TengenWarning

    if issubclass(category, TengenWarning):
        say(harmless(str(message)), err=True)
    else:
        (file or sys.stderr).write(warnings.formatwarning(message, category, filename, lineno, line))


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    warnings.showwarning = show_warning
    note_lost_signals()
    outlive_ctrl_c()
    app(prog_name="tengen")
