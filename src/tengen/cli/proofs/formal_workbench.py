"""The work of `tengen formal`: what is read, and how what was found is printed and drawn."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import typer

from ...formats.formal import configurations
from ...records import Position, TengenError
from ...solve.formal import FormalFindings, FormalQuestion, find
from ...solve.formal.findings import FIRST, picture
from ...solve.formal.formal_report import as_dict, report_family, report_record, report_study
from ..records.files import tell_written
from ..records.picture_files import PictureOptions
from ..records.position_words import drawn
from ..records.sources import file_name, named_in_errors, read_data, say_of
from ..terminal import Looks, as_json, harmless_line, say
from .formal_options import FormalOptions


def look(source: str, options: FormalOptions, pictures: PictureOptions, json: bool, ascii: bool) -> None:
    """Read, check and tell; the exit code is 1 where a postulate is broken."""
    pictures.check(source)
    question = FormalQuestion(
        options.board, _start(options.start), options.at, options.family, finished=not options.unfinished
    )
    with named_in_errors(source):
        found = find(read_data(source), question, file_name(source))
    for warning in found.given.warnings:
        say_of(source, warning)
    if json:
        print(as_json(as_dict(found)))
    elif pictures.files:
        tell_written(pictures.write(lambda size: picture(found, size, **pictures.look)))
    else:
        for line in _told(found, options.listed, Looks.of(sys.stdout, ascii)):
            say(harmless_line(line) if "\n" not in line else line)
    if found.broken is not None:
        raise typer.Exit(1)


def _start(text: str | None) -> str | None:
    """Return the rows to start from, which may stand in a file."""
    if text is None or text == FIRST or configurations.recognises(text.replace("/", "\n")):
        return text
    if not Path(text).exists():
        raise TengenError(f"--start {text}: there is no such file; rows such as .X./..O would be right, or first")
    return read_data(text).decode("utf-8", "replace")


def _told(found: FormalFindings, listed: bool, looks: Looks) -> Iterator[str]:
    board = found.given.board
    yield from report_record(found)
    if listed:
        yield configurations.write(board, found.given.configurations).rstrip("\n")
    signs = {label: colour[0] for colour, eyes in found.study.eyes.items() for eye in eyes for label in eye}
    yield "\n" + drawn(board, Position(found.stones), looks, marks=signs) + "\n"
    yield from report_study(found.study, found.at if found.given.is_record else None)
    if found.family is not None:
        yield from report_family(board, found.family)
