"""`tengen review`: an engine's report on a game: the largest mistakes, a graph, and both sides' accuracy."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import typer

from ...formats import sgf
from ...records import COLOURS, TengenError
from .. import RUNS, files
from ..files import STREAM, check_folder, check_free, check_name, put, read_source, say_of, tell_written, under_rules
from ..options import Ascii, Axes, Force, FromMove, Json, RecordBoard, Rules, ToMove, check_positive, check_span
from ..signals import ended_politely
from ..terminal import (
    Looks,
    announced,
    as_json,
    counted,
    gauge,
    harmless,
    harmless_line,
    new_table,
    print_table,
    say,
    stopped,
)

if RUNS:
    from ...engines import Engine, adviser
    from ...engines.reports import words
    from ...engines.reports.game_report import GameReport, Kept, follow, look_through
    from ...engines.reports.page import html
    from ...engines.reports.words import annotated, as_dict, bars
    from ...players import Budget

_ENDINGS: Final = (".html", ".sgf", ".json", ".txt")
_NAME: Final = "{name}"


@dataclass(frozen=True)
class ReviewOptions:
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Records in any notation; - for stdin.")]
    engine: Annotated[str, typer.Option(help="Engine: tengen, one of `tengen engines`, or best.")] = "best"
    visits: Annotated[int | None, typer.Option(min=1, help="Visits per position. [default: the engine's own]")] = None
    seconds: Annotated[float | None, typer.Option(help="Time limit per position.")] = None
    threads: Annotated[int, typer.Option(min=1, max=256, help="Threads of Tengen's own engine.")] = 1
    most: Annotated[int, typer.Option(min=1, help="Mistakes to show for each side.")] = 10
    first: FromMove = None
    last: ToMove = None
    output: Annotated[
        list[str] | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Report file: .html, .sgf, .json or .txt; {name} stands for the record's name.",
        ),
    ] = None
    rules: Rules = None
    settings: Axes = None
    board: RecordBoard = None
    anew: Annotated[bool, typer.Option("--anew", help="Discard saved results for these positions.")] = False
    json: Json = False
    ascii: Ascii = False
    force: Force = False


def review(options: ReviewOptions) -> None:
    """Have an engine analyse every position of a game, and report what each move cost.

    Results are saved: after Ctrl-C the same command continues.
    """
    _check(options)
    skipped = False
    with ended_politely(), announced(), adviser(options.engine, threads=options.threads, tell=_tell) as engine:
        budget = engine.budget("look")
        if options.visits is not None or options.seconds is not None:
            budget = Budget(simulations=options.visits, seconds=options.seconds)
        for source in options.files:
            try:
                _report(source, options, engine, budget)
            except TengenError as error:
                if len(options.files) == 1:
                    raise
                say_of(source, str(error))
                skipped = True
    if skipped:
        raise typer.Exit(1)


def _check(options: ReviewOptions) -> None:
    """Refuse unwritable files and impossible moves before any work."""
    check_span(options.first, options.last)
    check_positive("--seconds", options.seconds)
    files.check_there(options.files)
    for target in options.output or ():
        check_name("-o", target)
        if Path(target).suffix.lower() not in _ENDINGS:
            raise TengenError(f"-o {target}: a report's name must end in {', '.join(_ENDINGS)}")
        if len(options.files) > 1 and _NAME not in target:
            raise TengenError(f"-o {target}: several records need several reports; put {_NAME} in the name")
        for source in options.files:
            check_folder("-o", _named(target, source))
            check_free(_named(target, source), options.force)


def _named(target: str, source: str) -> str:
    return target.replace(_NAME, "record" if source == STREAM else Path(source).stem)


def _tell(why: str) -> None:
    say(harmless(f"{why}. Tengen's own engine takes over."), err=True)


def _report(source: str, options: ReviewOptions, engine: Engine, budget: Budget) -> None:
    found = read_source(source, options.board)
    whole = follow(*under_rules(found, options.rules, options.settings))
    if not whole.asked:
        raise TengenError("no position to analyse")
    course = whole.part(options.first, options.last)

    def farewell() -> str:
        looks = len(kept.looks.keys() & course.asked.keys())
        done = f"{looks} of {counted(len(course.asked), 'position')}"
        return f"Stopped after {done}{', which are saved' if looks else ''}; the same command continues."

    identity = f"{engine.identity} {budget}"
    with (
        Kept(whole.asked, identity, anew=options.anew) as kept,
        stopped(farewell),
        gauge(remaining=True) as show,
    ):
        report = look_through(
            course, engine, budget, kept, lambda done, all: show(done / all, f"{done} of {counted(all, 'position')}")
        )
    _write(report, source, options)


# -- output ------------------------------------------------------------------------------------------------------------


def _write(report: GameReport, source: str, options: ReviewOptions) -> None:
    targets = [_named(target, source) for target in options.output or ()]
    for target in targets:
        match Path(target).suffix.lower():
            case ".html":
                text = html(report, source, options.most)
            case ".sgf":
                text = sgf.write(annotated(report, options.most))
            case ".json":
                text = as_json(as_dict(report, source), indent=2) + "\n"
            case _:
                text = "\n".join(_lines(report, source, options)) + "\n"
        put(target, text)
    tell_written(targets)
    if options.json:
        print(as_json(as_dict(report, source)))
    elif not targets:
        _print(report, source, options)


def _print(report: GameReport, source: str, options: ReviewOptions) -> None:
    ascii = Looks.of(sys.stdout, options.ascii).ascii
    for line in _head(report, source, ascii):
        say(harmless(line))
    table = new_table("", *words.HEADS)
    for colour, name, figures in words.side_lines(report):
        table.add_row(harmless(name if name.lower() == colour else f"{name} ({colour})"), *figures)
    print_table(table)
    for line in _mistakes(report, options):
        say(harmless_line(line))


def _lines(report: GameReport, source: str, options: ReviewOptions) -> Iterator[str]:
    """Yield the lines of a report in a text file."""
    yield from _head(report, source, options.ascii)
    for _, name, figures in words.side_lines(report):
        told = ", ".join(f"{head} {figure}" for head, figure in zip(words.HEADS, figures, strict=True))
        yield f"{name}: {told}"
    yield from _mistakes(report, options)


def _head(report: GameReport, source: str, ascii: bool) -> Iterator[str]:
    yield words.title(report, source)
    yield from words.facts(report)
    yield f"Black's chance: {bars(report, ascii=ascii)}"


def _mistakes(report: GameReport, options: ReviewOptions) -> Iterator[str]:
    counts = report.course.variant.rules.ends_by_passes
    for colour in COLOURS:
        found = report.worst(colour, options.most)
        yield f"{colour.capitalize()}'s largest mistakes:" if found else f"No mistake of {colour.capitalize()}'s."
        for made in found:
            better = words.better_and_why(report, made)
            yield f"  move {made.number}, {made.move}: {words.cost(made, counts)}. {better}".rstrip()
    yield words.METHOD
