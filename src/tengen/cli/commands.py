"""The table of commands, and what happens when one of them fails."""

from __future__ import annotations

import sys
import warnings
from typing import Annotated, Any, Final, TextIO

import typer
from typer.core import TyperGroup

from .. import __version__
from ..extras import lacking
from ..records import TengenError, TengenWarning
from ..systems.streams import write_to_nobody
from . import lists
from .engines.analyse import analyse
from .engines.engines import COMMANDS as ENGINE_COMMANDS
from .engines.engines import engines_list
from .installation.doctor import doctor
from .laboratory.balance import balance
from .laboratory.match import match
from .laboratory.openings import openings
from .laboratory.problems import problems
from .laboratory.regress import regress
from .laboratory.train import games, network, reanalyse, strengths
from .lost_signals import note_lost_signals, outlive_ctrl_c
from .operating.admin import COMMANDS as OPERATOR_COMMANDS
from .operating.backup import backup, restore
from .operating.warm import warm
from .options import Json, command
from .play.analysis import analysis
from .play.gtp import gtp
from .play.play import play
from .play.serve import serve
from .proofs.count import count
from .proofs.cycles import cycles
from .proofs.formal_rules import formal
from .proofs.lessons import lessons
from .proofs.life import life
from .proofs.solve import solve
from .proofs.written_proofs import check_proof
from .records.book import book
from .records.convert import convert
from .records.gallery import gallery
from .records.replay import replay
from .records.show import show
from .spreading import Spreading
from .terminal import harmless, say


class _Polite(TyperGroup):
    """Says what is wrong in one line on standard error, never with a traceback."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except TengenError as error:
            raise _refusal(str(error)) from error
        except KeyboardInterrupt:
            say("\nStopped.", err=True)
            raise typer.Exit(130) from None
        except BrokenPipeError:
            write_to_nobody()
            raise typer.Exit(1) from None
        except ModuleNotFoundError as error:
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
    cls=_Polite,
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


for _run in (
    lists.variants,
    lists.rules,
    lists.boards,
    lists.check,
    show,
    book,
    gallery,
    convert,
    play,
    gtp,
    analyse,
    analysis,
    serve,
    backup,
    restore,
    match,
    openings,
    regress,
    balance,
    count,
    life,
    cycles,
    formal,
    lessons,
    replay,
    solve,
    check_proof,
    problems,
    doctor,
    warm,
):
    app.command(cls=Spreading)(command(_run))


train: Final = typer.Typer(
    help="Improve the search: play games, and learn strengths of moves and its network from them (docs/training.md).",
    no_args_is_help=True,
    rich_markup_mode=None,
)
for _step in (games, reanalyse, strengths, network):
    train.command(cls=Spreading)(command(_step))
app.add_typer(train, name="train")


admin: Final = typer.Typer(
    help="Look after a server's games and visitors, also while it runs (docs/operating.md).",
    no_args_is_help=True,
    rich_markup_mode=None,
)
for _deed in OPERATOR_COMMANDS:
    admin.command(name=_deed.__name__.removeprefix("admin_"))(command(_deed))
app.add_typer(admin, name="admin")


engines: Final = typer.Typer(
    help="Engines that give opinions beside Tengen's own, such as KataGo (docs/engines.md).",
    invoke_without_command=True,
    rich_markup_mode=None,
)
for _task in ENGINE_COMMANDS:
    engines.command(name=_task.__name__.removeprefix("engines_"))(command(_task))


@engines.callback()
def known_engines(context: typer.Context, json: Json = False) -> None:
    """List them, where nothing else is asked."""
    if json and context.invoked_subcommand is not None:
        raise TengenError(f"write --json behind the command: tengen engines {context.invoked_subcommand} ... --json")
    if context.invoked_subcommand is None:
        engines_list(json)


app.add_typer(engines, name="engines")


def show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Print a warning of Tengen's in one plain line, and any other as Python does."""
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
