"""`tengen formal`: a workbench for the formal rules."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from ...formats.formal import configurations
from ...records import Position, TengenError
from .. import RUNS
from ..files import file_name, named_in_errors, read_data, say_of, tell_written
from ..options import Ascii, Json
from ..records.pictures import PictureOptions
from ..records.positions import drawn
from ..terminal import Looks, as_json, harmless_line, say

if RUNS:
    from ...solve.formal import FormalFindings, FormalQuestion, find
    from ...solve.formal.findings import FIRST, picture
    from ...solve.formal.formal_report import as_dict, report_family, report_record, report_study


@dataclass(frozen=True)
class FormalOptions:
    board: Annotated[str | None, typer.Option("--board", help="Board, if FILE does not name one.")] = None
    start: Annotated[
        str | None,
        typer.Option(metavar="START", help="Starting configuration: a file, rows such as .X./..O, or first (in FILE)."),
    ] = None
    at: Annotated[
        int | None, typer.Option("--at", metavar="K", min=0, help="Show configuration K. [default: the last]")
    ] = None
    family: Annotated[
        str, typer.Option(metavar="POINTS", help="Check the safety of the family of these stones' groups: A1,C3.")
    ] = ""
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="Accept a record that does not end in two passes.")
    ] = False
    listed: Annotated[bool, typer.Option("--list", help="Print every configuration.")] = False


def formal(
    source: Annotated[
        str, typer.Argument(metavar="FILE", help="Clicks, configurations, or a record in any notation; - for stdin.")
    ],
    options: FormalOptions,
    pictures: PictureOptions,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Check a record against the six postulates of the formal rules; show eyes, safety and score of a configuration."""
    pictures.check(source)
    start = options.start
    if start is not None and start != FIRST and not configurations.recognises(start.replace("/", "\n")):
        if not Path(start).exists():
            raise TengenError(f"--start {start}: no such file; give a file, rows such as .X./..O, or first")
        start = read_data(start).decode("utf-8", "replace")
    question = FormalQuestion(options.board, start, options.at, options.family, finished=not options.unfinished)
    with named_in_errors(source):
        found = find(read_data(source), question, file_name(source))
    for warning in found.given.warnings:
        say_of(source, warning)
    if json:
        print(as_json(as_dict(found)))
    elif pictures.files:
        tell_written(pictures.write(lambda size: picture(found, size, **pictures.look)))
    else:
        for line in _lines(found, options.listed, Looks.of(sys.stdout, ascii)):
            say(harmless_line(line) if "\n" not in line else line)
    if found.broken is not None:
        raise typer.Exit(1)


def _lines(found: FormalFindings, listed: bool, looks: Looks) -> Iterator[str]:
    board = found.given.board
    yield from report_record(found)
    if listed:
        yield configurations.write(board, found.given.configurations).rstrip("\n")
    signs = {label: colour[0] for colour, eyes in found.study.eyes.items() for eye in eyes for label in eye}
    yield "\n" + drawn(board, Position(found.stones), looks, marks=signs) + "\n"
    yield from report_study(found.study, found.at if found.given.is_record else None)
    if found.family is not None:
        yield from report_family(board, found.family)
