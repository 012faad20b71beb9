"""The work of `tengen formal`: what is read, checked and looked at, and how it is told and drawn."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from ...boards import Board, parse, split_labels
from ...draw.svg import svg
from ...formats.formal import configurations
from ...game.formal import FamilyJudgement, judge_family
from ...game.formal_input import FormalInput, read_formal, read_start
from ...game.formal_records import BrokenPostulate, Values, stones_of
from ...game.formal_study import ConfigurationStudy, study
from ...records import Colour, Markup, Position, TengenError
from ..records.files import tell_written
from ..records.picture_files import PictureOptions
from ..records.position_words import drawn
from ..records.sources import file_name, read_data
from ..terminal import Looks, as_json, harmless_line, say
from .formal import FormalOptions
from .formal_report import as_dict, report_family, report_record, report_study

_FIRST = "first"
"""What `--start` says where the record's own first configuration is meant."""


@dataclass(frozen=True)
class FormalFindings:
    """What there is to tell: the text that was read, what it breaks, and a configuration of it looked at."""

    given: FormalInput
    started: bool
    broken: BrokenPostulate | None
    at: int
    study: ConfigurationStudy
    family: FamilyJudgement | None

    @property
    def stones(self) -> dict[str, Any]:
        """The stones of the configuration looked at."""
        return dict(stones_of(self.given.board, self.given.configurations[self.at]))


def look(source: str, options: FormalOptions, pictures: PictureOptions, json: bool, ascii: bool) -> None:
    """Read, check and tell; the exit code is 1 where a postulate is broken."""
    pictures.check(source)
    found = findings(read_data(source), options, file_name(source))
    looks = Looks.of(sys.stdout, ascii)
    if json:
        print(as_json(as_dict(found)))
    elif pictures.files:
        tell_written(pictures.write(lambda size: picture(found, size, **pictures.look)))
    else:
        for line in _told(found, options, looks):
            say(harmless_line(line) if "\n" not in line else line)
    if found.broken is not None:
        raise typer.Exit(1)


def findings(data: str | bytes, options: FormalOptions, name: str = "") -> FormalFindings:
    """Check a text and look at one of its configurations.

    Raises:
        TengenError: the text cannot be read, or has no such configuration or family.
    """
    board = None if options.board is None else parse(options.board)
    start: Values | None = None
    if options.start is not None and options.start != _FIRST:
        board, start = _start(options.start, board)
    given = read_formal(data, board, start, name)
    if board is not None and given.board != board:
        raise TengenError(f"--board {board.text}: what is read is on {given.board.text}")
    if options.start == _FIRST:
        start = given.configurations[0]
    broken = given.check(start, not options.unfinished) if given.is_record else None
    last = len(given.configurations) - 1
    at = last if options.at is None else options.at
    if at > last:
        raise TengenError(f"--at {at}: there are the configurations 0 to {last}")
    stones = stones_of(given.board, given.configurations[at])
    named = split_labels(options.family)
    family = judge_family(given.board, stones, _labels(given.board, named)) if named else None
    return FormalFindings(given, start is not None, broken, at, study(given.board, stones), family)


def _start(text: str, board: Board | None) -> tuple[Board, Values]:
    """Return the configuration to start from: rows with slashes between them, or those in a file."""
    rows = text.replace("/", "\n")
    if configurations.recognises(rows):
        return read_start(rows, board)
    if not Path(text).exists():
        raise TengenError(f"--start {text}: there is no such file; rows such as .X./..O would be right, or first")
    return read_start(read_data(text).decode("utf-8", "replace"), board)


def _labels(board: Board, words: list[str]) -> list[str]:
    return list(board.names([board.point(word) for word in words]))


def _told(found: FormalFindings, options: FormalOptions, looks: Looks) -> Iterator[str]:
    board = found.given.board
    yield from report_record(found.given, found.broken, found.started, options.unfinished)
    if options.listed:
        yield configurations.write(board, found.given.configurations).rstrip("\n")
    signs = {label: colour[0] for colour, eyes in found.study.eyes.items() for eye in eyes for label in eye}
    yield "\n" + drawn(board, Position(found.stones), looks, marks=signs) + "\n"
    yield from report_study(found.study, found.at if found.given.is_record else None)
    if found.family is not None:
        yield from report_family(board, found.family)


def picture(found: FormalFindings, size: int | None = None, **look: Any) -> str:
    """Draw the configuration looked at: eyes have squares of their colour, safe groups circles, living ones triangles.

    Of a family that was given, the stones are marked instead, and its eyes shaded.
    """
    markup = Markup()
    shaded: set[str] = set()
    if found.family is not None:
        markup.marks["selected"] = sorted(label for group, _ in found.family.groups for label in group)
        shaded = {label for _, eyes in found.family.groups for eye in eyes for label in eye}
    else:
        markup.marks["circle"] = sorted(label for g in found.study.groups if g.is_safe for label in g.stones)
        markup.marks["triangle"] = sorted(label for g in found.study.groups if g.is_alive for label in g.stones)
    owners: dict[str, Colour | None] = {
        label: colour for colour, eyes in found.study.eyes.items() for eye in eyes for label in eye
    }
    return svg(
        found.given.board,
        Position(found.stones),
        markup=markup,
        owners=owners if found.family is None else None,
        shaded=shaded,
        title=f"configuration {found.at}" if found.given.is_record else "a configuration",
        size=size,
        **look,
    )
