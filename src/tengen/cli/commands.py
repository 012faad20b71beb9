"""The commands and their options, and what happens when one of them fails."""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer
from typer.core import TyperGroup

from .. import __version__
from ..records import TengenError, TengenWarning
from .laboratory.commands import balance
from .laboratory.spreading import Cluster, Jobs, Spreading
from .options import Axes, Board, Coordinates, FromMove, Json, Size, Theme, ToMove, Variation
from .proofs.commands import count, cycles, life
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
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(1) from None
        except OSError as error:
            name = error.filename or "standard output"
            raise _refusal(f"{name}: {error.strerror or error}") from error


def _refusal(message: str) -> typer.Exit:
    say(harmless(f"tengen: {message}"), err=True)
    return typer.Exit(2)


app = typer.Typer(
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
    """Hold the options of no command in particular."""


@app.command()
def variants(json: Json = False) -> None:
    """List the games."""
    from .lists import print_variants

    print_variants(json)


@app.command()
def rules(
    name: Annotated[str, typer.Argument(help="A variant, as in `tengen variants`, or a TOML file of your own.")],
    axes: Axes = None,
    json: Json = False,
) -> None:
    """Explain a game: its rules in prose, and every axis."""
    from .lists import print_rules

    print_rules(name, axes or [], json)


@app.command()
def boards(json: Json = False) -> None:
    """List the kinds of boards, with an example of each."""
    from .lists import print_boards

    print_boards(json)


@app.command()
def check(file: Annotated[Path, typer.Argument(help="A variant's TOML file.")], json: Json = False) -> None:
    """Name everything wrong with your own variant."""
    from .lists import print_check

    print_check(file, json)


@app.command()
def show(
    source: Annotated[str, typer.Argument(metavar="FILE", help="A record or a diagram in any notation; - for stdin.")],
    move: Annotated[int | None, typer.Option("--move", min=0, help="Show the position after this move.")] = None,
    node: Annotated[
        int | None, typer.Option("--node", min=0, help="Show the record's node so far from the root.")
    ] = None,
    first: FromMove = None,
    last: ToMove = None,
    variation: Variation = "",
    svg: Annotated[str | None, typer.Option("--svg", metavar="OUT", help="Draw it as SVG.")] = None,
    png: Annotated[str | None, typer.Option("--png", metavar="OUT", help="Paint it as PNG.")] = None,
    pdf: Annotated[str | None, typer.Option("--pdf", metavar="OUT", help="Print it as PDF.")] = None,
    animate: Annotated[
        str | None, typer.Option("--animate", metavar="OUT", help="Show move after move, as .gif or .webp.")
    ] = None,
    delay: Annotated[float, typer.Option("--delay", help="Seconds between moves.")] = 0.8,
    theme: Theme = "light",
    size: Size = None,
    coordinates: Coordinates = None,
    territory: Annotated[bool, typer.Option("--territory", help="Show who owns what, and count it.")] = False,
    dead: Annotated[str, typer.Option("--dead", metavar="POINTS", help="Stones to take as dead: D4,E5.")] = "",
    liberties: Annotated[
        str, typer.Option("--liberties", metavar="POINTS", help="Mark the liberties of these stones: D4,E5.")
    ] = "",
    rules: Annotated[str | None, typer.Option("--rules", help="Play it by these rules, not by its own.")] = None,
    board: Board = None,
    axes: Axes = None,
    ascii: Annotated[bool, typer.Option("--ascii", help="Draw in plain ASCII.")] = False,
) -> None:
    """Draw a position, a diagram or the moves of a game: in the terminal, or as pictures."""
    from .records.pictures import Pictures
    from .records.show import Place, show_file

    place = Place(move, node, first, last, variation, rules, board, axes or ())
    files = Pictures(svg, png, pdf, animate, theme, size, coordinates, territory, dead, liberties, delay)
    show_file(source, place, files, ascii)


@app.command()
def book(
    source: Annotated[str, typer.Argument(metavar="GAME", help="A record in any notation; - for standard input.")],
    target: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="OUT", help="A .pdf, .svg, .md or .html. [default: GAME.pdf, here]"),
    ] = None,
    most: Annotated[int, typer.Option("--moves-per-diagram", min=1, help="At most so many moves a diagram.")] = 50,
    first: FromMove = None,
    last: ToMove = None,
    variation: Variation = "",
    variations: Annotated[bool, typer.Option("--variations", help="Print the variations as well.")] = False,
    theme: Theme = "print",
    size: Size = None,
    coordinates: Coordinates = None,
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there.")] = False,
    rules: Annotated[str | None, typer.Option("--rules", help="Play it by these rules, not by its own.")] = None,
    board: Board = None,
    axes: Axes = None,
) -> None:
    """Print a game as Go books do: numbered diagrams, notes on what they cannot show, comments."""
    from .records.book import Wishes, print_book

    named = bool(coordinates)
    wishes = Wishes(most, first, last, variation, variations, theme, size, named, rules, board, axes or (), force)
    print_book(source, target, wishes)


@app.command()
def gallery(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="Where the pictures go.")],
    page: Annotated[
        str | None, typer.Option("--page", metavar="FILE", help="The page that shows them. [default: DIR/index.md]")
    ] = None,
) -> None:
    """Draw a picture of every kind of board and of every variant, with a page that shows them."""
    from .records.gallery import make_gallery

    make_gallery(folder, page)


@app.command()
def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="A file in any notation; - for standard input.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="The file to write; - for standard output.")],
    from_format: Annotated[
        str | None, typer.Option("--from-format", help="Read IN as this, whatever it seems.")
    ] = None,
    to_format: Annotated[
        str | None,
        typer.Option("--to-format", help="sgf, json, sensei, goban, rows, clicks, svg, png, pdf. [default: as OUT]"),
    ] = None,
    board: Annotated[str | None, typer.Option("--board", help="The board where IN leaves it open.")] = None,
    move: Annotated[int | None, typer.Option("--move", min=0, help="The position after this move only.")] = None,
    first: Annotated[int | None, typer.Option("--from", min=1, help="The first move to take.")] = None,
    last: Annotated[int | None, typer.Option("--to", min=1, help="The last move to take.")] = None,
    title: Annotated[str | None, typer.Option("--title", help="The title to write.")] = None,
    coordinates: Annotated[bool, typer.Option("--coordinates", help="Ask for coordinates in diagrams.")] = False,
    every: Annotated[bool, typer.Option("--all", help="Convert all that IN holds, not only the first.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace OUT if it is there.")] = False,
    rules: Annotated[str | None, typer.Option("--rules", help="Play it by these rules, not by its own.")] = None,
    axes: Axes = None,
) -> None:
    """Convert records and diagrams between SGF, JSON, Sensei's diagrams, Wikipedia's template, rows and clicks."""
    from .records.convert import Wishes, convert_file

    wishes = Wishes(move, first, last, rules, axes or [], title, coordinates)
    convert_file(source, target, from_format, to_format, board, every, force, wishes)


@app.command()
def play(
    variant: Annotated[
        str | None, typer.Argument(help="A variant, as in `tengen variants`, or a TOML file. [default: chinese]")
    ] = None,
    board: Annotated[str | None, typer.Option("--board", help='Such as 9, "9x13 torus" or graph:petersen.')] = None,
    axes: Axes = None,
    komi: Annotated[float | None, typer.Option("--komi", help="Points White gets for moving second.")] = None,
    opponent: Annotated[
        str, typer.Option("--opponent", help="A level from 1 to 10, human, random, or a GTP program's command line.")
    ] = "3",
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="The most the computer thinks about a move.")
    ] = None,
    colour: Annotated[str, typer.Option("--colour", "--color", help="Your colour: black or white.")] = "black",
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="Makes the computer play the same again.")] = None,
    resume: Annotated[Path | None, typer.Option("--resume", help="Go on with a saved game.")] = None,
    ascii: Annotated[bool, typer.Option("--ascii", help="Draw in plain ASCII.")] = False,
) -> None:
    """Play in the terminal, against the computer or by two."""
    from .play.play import play_game

    play_game(variant, board, axes or [], komi, opponent, seconds, colour, seed, resume, ascii)


@app.command()
def gtp(
    variant: Annotated[
        str, typer.Option("--variant", help="A variant, as in `tengen variants`, or a TOML file.")
    ] = "chinese",
    board: Annotated[str | None, typer.Option("--board", help='Such as 9, "9x13 torus" or graph:petersen.')] = None,
    axes: Axes = None,
    level: Annotated[
        int | None, typer.Option("--level", min=1, max=10, help="How strong to play. [default: 5, or all of the clock]")
    ] = None,
    seconds: Annotated[float | None, typer.Option("--seconds", help="The most a move may take.")] = None,
    threads: Annotated[
        int | None, typer.Option("--threads", min=1, max=256, help="Threads to search with. [default: 2, if there are]")
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="With one thread and a level, makes it play the same again.")
    ] = None,
) -> None:
    """Play inside any Go program that speaks GTP."""
    from .play.gtp import serve

    serve(variant, board, axes or [], level, seconds, threads, seed)


@app.command()
def serve(
    host: Annotated[str, typer.Option("--host", help="Where to listen; 0.0.0.0 is everywhere.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0 finds a free one.")] = 8000,
    database: Annotated[
        str | None, typer.Option("--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, max=256, help="Processes that think. [default: the cores but one]")
    ] = None,
    origin: Annotated[
        list[str] | None, typer.Option("--origin", metavar="URL", help="Another address of this server's pages.")
    ] = None,
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="Believe a proxy on this machine about addresses and HTTPS.")
    ] = False,
    secure_cookies: Annotated[
        bool, typer.Option("--secure-cookies", help="Browsers send cookies by HTTPS only, whatever a proxy says.")
    ] = False,
    limits: Annotated[
        Path | None, typer.Option("--limits", metavar="FILE", help="TOML: how much a visitor may do; see docs/web.md.")
    ] = None,
    logs: Annotated[str, typer.Option("--logs", metavar="text|json", help="How to write the log.")] = "text",
) -> None:
    """Serve the page on which all of these games are played, and its API.

    Games are kept in a file of yours, or in the database you name. Ctrl-C ends it; games go on when it is back.
    """
    from .play.serve import serve_pages

    serve_pages(host, port, database, workers, origin or (), behind_proxy, secure_cookies, limits, logs)


@app.command(cls=Spreading)
def match(
    first: Annotated[str, typer.Argument(metavar="A", help="A level such as 3, mcts:5000, random or a GTP program.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Whom A plays, written in the same way.")],
    games: Annotated[int, typer.Option("--games", help="How many games, at most.")] = 100,
    variant: Annotated[str, typer.Option("--variant", help="As in `tengen variants`, or a TOML file.")] = "chinese",
    board: Annotated[str | None, typer.Option("--board", help='Such as 9, "9x13 torus" or graph:petersen.')] = None,
    axes: Axes = None,
    komi: Annotated[float | None, typer.Option("--komi", help="Points White gets for moving second.")] = None,
    openings: Annotated[
        int, typer.Option("--openings", metavar="K", help="Begin each pair of games with K random moves.")
    ] = 2,
    seconds: Annotated[float | None, typer.Option("--seconds", help="The most a player thinks about a move.")] = None,
    simulations: Annotated[
        int | None, typer.Option("--simulations", help="The budget a move of `mcts` without a number.")
    ] = None,
    threads: Annotated[int, typer.Option("--threads", help="Threads of each engine.")] = 1,
    limit: Annotated[
        float | None, typer.Option("--limit", metavar="SECONDS", help="A move that takes longer loses the game.")
    ] = None,
    longest: Annotated[
        int | None, typer.Option("--longest", metavar="MOVES", help="Cut games here and count them as they stand.")
    ] = None,
    dead: Annotated[str, typer.Option("--dead", help="Dead stones after passes: estimate, or none.")] = "estimate",
    seed: Annotated[int, typer.Option("--seed", min=0, help="Another seed, other openings and other games.")] = 0,
    sprt: Annotated[
        str | None, typer.Option("--sprt", metavar="ELO0,ELO1", help="Stop when it is clear which of them is true.")
    ] = None,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    sgf: Annotated[Path | None, typer.Option("--sgf", metavar="FOLDER", help="Write every game there as SGF.")] = None,
    json: Annotated[
        str | None, typer.Option("--json", metavar="FILE", help="Write a line of JSON a game; - for standard output.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the match in --json FILE.")] = False,
) -> None:
    """Let two players play many games, and tell who is stronger."""
    from .laboratory.match import Wishes, run_match

    given = (openings, seconds, simulations, threads, limit, longest, dead, seed)
    more = (sprt, jobs, cluster, sgf, json, resume)
    run_match(first, second, Wishes(games, variant, board, axes or (), komi, *given, *more))


app.command(cls=Spreading)(balance)
app.command()(count)
app.command()(life)
app.command()(cycles)


@app.command(cls=Spreading)
def replay(
    files: Annotated[list[Path], typer.Argument(help="Records: SGF, Tengen's JSON or the formal notation.")],
    rules: Annotated[str, typer.Option("--rules", help="The variant to replay them under.")],
    board: Board = None,
    axes: Axes = None,
    json: Json = False,
    warnings: Annotated[
        bool, typer.Option("--warnings", help="Also say what was odd about reading each file.")
    ] = False,
    jobs: Jobs = 1,
    cluster: Cluster = None,
) -> None:
    """Replay recorded games under any rules."""
    from .records.replay import replay_files

    replay_files(files, rules, board, axes or [], json, warnings, jobs, cluster)


@app.command(cls=Spreading)
def solve(
    source: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A record in any notation: where it ends is solved.")
    ] = None,
    variant: Annotated[
        str | None, typer.Option("--variant", help="As in `tengen variants`, or a TOML file. [default: chinese]")
    ] = None,
    board: Annotated[str | None, typer.Option("--board", help='Such as 3, "2x4 torus" or graph:petersen.')] = None,
    axes: Axes = None,
    memory: Annotated[str, typer.Option("--memory", metavar="SIZE", help="The most memory for tables.")] = "4GiB",
    limit: Annotated[
        float | None, typer.Option("--limit", metavar="SECONDS", help="Then tell the bounds known.")
    ] = None,
    graphs: Annotated[
        int | None, typer.Option("--graphs", metavar="POINTS", help="Solve every connected graph of so many points.")
    ] = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Keep those there, and go on there.")
    ] = None,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Prove what a position is worth, without komi: exact values, best moves, and under which rules they hold."""
    from .proofs.solve import Wishes
    from .proofs.solve import solve as run

    run(Wishes(source, variant, board, axes or [], memory, limit, graphs, csv, jobs, cluster, json))


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
    app(prog_name="tengen")
