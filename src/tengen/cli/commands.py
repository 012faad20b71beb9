"""The table of commands, each imported when it runs, and their error handling."""

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
        ("analysis-engine", "play.analysis_engine", "Serve KataGo's analysis protocol."),
        ("engines", "play.engines", "List, add, remove and test engines such as KataGo."),
    ),
    "Records": (
        ("show", "records.show", "Draw a position, diagram or moves; save pictures."),
        ("convert", "records.convert", "Convert records and diagrams between notations."),
        ("book", "records.book", "Print a game as a Go book does: diagrams, notes, comments."),
        ("replay", "records.replay", "Replay recorded games under any rules."),
        ("review", "records.review", "Have an engine report what each move of a game cost."),
    ),
    "Rules and boards": (
        ("variants", "lists", "List the variants."),
        ("rules", "lists", "Explain a game: its rules in prose, and every axis."),
        ("boards", "lists", "List the kinds of boards, with an example of each."),
        ("check", "lists", "Check your own variant and list its errors."),
    ),
    "Proofs": (
        ("solve", "proofs.solve", "Prove the value of a position."),
        ("check-proof", "proofs.check_proof", "Check a written proof with an independent program."),
        ("count", "proofs.count", "Count the legal positions of a board."),
        ("cycles", "proofs.cycles", "Check whether play can repeat, and who can force it."),
        ("life", "proofs.life", "Show unconditional life and the fate of groups."),
        ("formal", "proofs.formal", "Check a record against the postulates of the formal rules."),
    ),
    "Laboratory": (
        ("match", "lab.match", "Play a match and report which player is stronger."),
        ("balance", "lab.balance", "Measure how fair a game is, and which komi it needs."),
        ("openings", "lab.openings", "List the opening book and its moves."),
    ),
    "Server and installation": (
        ("serve", "server.serve", "Serve the web page for playing all of these games."),
        ("admin", "server.admin", "Manage a server's games and visitors."),
        ("backup", "server.backup", "Back up a server's database and verify every game in it."),
        ("restore", "server.backup", "Restore a server's database from a verified copy."),
        ("doctor", "server.doctor", "Report what is installed, missing or broken."),
        ("warm", "server.warm", "Compile now instead of at first use."),
    ),
}
"""Commands by group: the name, the module with a function or a Typer of that name, and the line in `tengen --help`."""

_FORMER: Final = {"analyse": "review", "analysis": "analysis-engine"}
"""Former names of commands, which still work."""


class _Later(TyperCommand):
    """A command of the table, whose module is imported only when its options are parsed."""

    def __init__(self, name: str, module: str, line: str, entry: str, hidden: bool = False) -> None:
        super().__init__(name, help=line, short_help=line, hidden=hidden)
        self._module, self._entry = module, entry

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        return self.imported().make_context(info_name, args, parent, **extra)

    def imported(self) -> Any:
        found = getattr(import_module(f".{self._module}", __package__), self._entry.replace("-", "_"))
        if not isinstance(found, typer.Typer):
            from .options import command

            run, found = found, typer.Typer(add_completion=False, rich_markup_mode=None)
            found.command(self._entry)(command(run))
        made = get_command(found)
        made.epilog = "\n".join(["Examples:", "", "\b", *examples(self._entry)])
        return made


def examples(name: str) -> list[str]:
    """Return the examples of a command, one per line."""
    rows = tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))[name]
    width = max(map(len, rows))
    return [f"  {line:{width}}  # {about}" for line, about in rows.items()]


class _Commands(TyperGroup):
    """All commands, in groups; an error is one line on standard error, never a traceback."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        former = {now: before for before, now in _FORMER.items()}
        for name, module, line in chain(*COMMANDS.values()):
            self.commands[name] = _Later(name, module, line, name)
            if name in former:
                self.commands[former[name]] = _Later(former[name], module, line, name, hidden=True)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        width = max(map(len, self.commands))
        for title, rows in COMMANDS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), line) for name, _, line in rows])

    def invoke(self, ctx: Any) -> Any:
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
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # discard further output
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
    """Handle the options of `tengen` itself."""


def show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Print Tengen's own warnings in one plain line, others as Python does."""
    from ..records import TengenWarning

    if issubclass(category, TengenWarning):
        say(harmless(str(message)), err=True)
    else:
        (file or sys.stderr).write(warnings.formatwarning(message, category, filename, lineno, line))


def main() -> None:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    warnings.showwarning = show_warning
    note_lost_signals()
    outlive_ctrl_c()
    app(prog_name="tengen")
