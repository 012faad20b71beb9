"""`tengen book`: a game as Go books print it, in files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import typer

from ..book import Book, make_book
from ..book.printing import html, markdown, pdf, pictures
from ..draw.themes import theme_of
from ..game.recording import record_variant
from ..records import TengenError
from .choosing import chosen
from .compiling import announced
from .pictures import check_target, put, tell
from .sources import STREAM, as_record, read_source
from .terminal import harmless, progress, say

ENDINGS: Final = (".pdf", ".svg", ".md", ".html")


@dataclass(frozen=True)
class Wishes:
    """Which part of which line is printed, how it is cut, and how it looks."""

    most: int
    first: int | None = None
    last: int | None = None
    variation: str = ""
    variations: bool = False
    theme: str = "print"
    size: int | None = None
    coordinates: bool = False
    rules: str | None = None
    board: str | None = None
    settings: Sequence[str] = ()


def print_book(source: str, target: str | None, wishes: Wishes) -> None:
    """Write a game as a book; the exit code is 1 where an illegal move ends it."""
    name = _target(source, target)
    theme_of(wishes.theme)
    if (wishes.first or 1) > (wishes.last or wishes.first or 1):
        raise TengenError(f"--from {wishes.first} --to {wishes.last}: the first move comes after the last")
    record = as_record(read_source(source, wishes.board))
    variant = chosen(wishes.rules or record_variant(record), wishes.settings)
    with announced():
        book = make_book(
            record,
            variant,
            most=wishes.most,
            since=wishes.first or 1,
            until=wishes.last,
            address=wishes.variation,
            variations=wishes.variations,
        )
    if wishes.first is not None and not any(plate.figure.diagram.moves for plate in book.plates):
        raise TengenError(f"there is no move {wishes.first}")
    with progress("Drawing", len(book.plates)) as step:
        drawn = pictures(book, wishes.theme, wishes.size, wishes.coordinates, step)
    _write(book, drawn, name)
    if book.problem:
        say(harmless(book.problem))
        raise typer.Exit(1)


def _target(source: str, target: str | None) -> str:
    """Return the file to write: by default a PDF with the source's name in this folder, if it is not there yet."""
    if target is not None:
        if target == STREAM:
            raise TengenError("-o -: a book may be several files; name one")
        check_target("-o", target, ENDINGS, source)
        return target
    name = f"{'book' if source == STREAM else Path(source).stem}.pdf"
    if Path(name).exists():
        raise TengenError(f"{name} is there already; -o {name} replaces it")
    return name


def _write(book: Book, drawn: Sequence[str], name: str) -> None:
    """Write the files that a book takes, the one that names the others last."""
    path = Path(name)
    kind = path.suffix.lower()
    if kind == ".svg":
        names = _numbered(path.with_suffix(""), len(drawn)) if len(drawn) > 1 else [name]
        for each, svg in zip(names, drawn, strict=True):
            put(each, svg)
        tell(names)
        return
    if kind == ".md":
        folder = path.with_name(f"{path.stem}-figures")
        folder.mkdir(exist_ok=True)
        names = _numbered(folder / "figure", len(drawn))
        for each, svg in zip(names, drawn, strict=True):
            put(each, svg)
        put(name, markdown(book, [f"{folder.name}/{Path(each).name}" for each in names]))
    else:
        put(name, pdf(book, drawn) if kind == ".pdf" else html(book, drawn))
    tell([name])


def _numbered(stem: Path, count: int) -> list[str]:
    """Return names with numbers that sort.

    >>> _numbered(Path("game"), 10)[0]
    'game-01.svg'
    """
    width = len(str(count))
    return [f"{stem}-{number:0{width}}.svg" for number in range(1, count + 1)]
