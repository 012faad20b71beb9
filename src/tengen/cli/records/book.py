"""`tengen book`: a game as Go books print it, in files."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import typer

from ...book import Book, make_book
from ...book.output import html, markdown, pdf, pictures
from ...draw.image_files import check_installed
from ...draw.themes import theme_of
from ...game.game_records import record_variant
from ...records import TengenError
from ..choice import chosen
from ..compiling import announced
from ..terminal import harmless, progress, say
from .pictures import check_target, put, tell
from .sources import STREAM, as_record, read_source

ENDINGS: Final = (".pdf", ".svg", ".md", ".html")

_MOST: Final = 2_000
"""Figures of a book: all of them are held in memory, up to 100 kB each."""


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
    force: bool = False


def print_book(source: str, target: str | None, wishes: Wishes) -> None:
    """Write a game as a book; the exit code is 1 where an illegal move ends it."""
    name = _target(source, target, wishes.force)
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
    if len(book.plates) > _MOST:
        raise TengenError(
            f"this book has {len(book.plates):,} figures, and a book has at most {_MOST:,}; --from and --to take "
            "a part, --variation one line"
        )
    parts = _parts(Path(name), len(book.plates))
    if not wishes.force and (there := next(filter(os.path.lexists, parts), None)):
        raise TengenError(f"{there} is there already; --force replaces it, and every other file of the book")
    with progress("Drawing", len(book.plates)) as step:
        drawn = pictures(book, wishes.theme, wishes.size, wishes.coordinates, step)
    _write(book, drawn, name, parts)
    if book.problem:
        say(harmless(book.problem))
        raise typer.Exit(1)


def _target(source: str, target: str | None, force: bool) -> str:
    """Return the file to write: by default a PDF with the source's name in this folder, if it is not there yet."""
    if target is not None:
        if target == STREAM:
            raise TengenError("-o -: a book may be several files; name one")
        check_target("-o", target, ENDINGS, source)
        check_installed(Path(target).suffix.lower()[1:])
        return target
    name = f"{'book' if source == STREAM else Path(source).stem}.pdf"
    if os.path.lexists(name) and not force:
        raise TengenError(f"{name} is there already; --force replaces it")
    check_target("-o", name, ENDINGS, source)
    check_installed("pdf")
    return name


def _write(book: Book, drawn: Sequence[str], name: str, parts: Sequence[str]) -> None:
    """Write the files that a book takes, the one that names the others last."""
    path = Path(name)
    if parts:
        Path(parts[0]).parent.mkdir(exist_ok=True)
    for each, svg in zip(parts, drawn):
        put(each, svg)
    match path.suffix.lower():
        case ".svg":
            if not parts:
                put(name, drawn[0])
        case ".md":
            put(name, markdown(book, [Path(each).relative_to(path.parent).as_posix() for each in parts]))
        case ".pdf":
            put(name, pdf(book, drawn))
        case _:
            put(name, html(book, drawn))
    tell([*parts] if parts and path.suffix.lower() == ".svg" else [name])
    old = _older(parts)
    if old:
        say(harmless(f"Not of this book, but named like it: {', '.join(old)}."), err=True)


def _parts(path: Path, figures: int) -> list[str]:
    """Return the names of the files that a book's figures take, where they are files of their own."""
    kind = path.suffix.lower()
    if kind == ".md":
        return _numbered(path.with_name(f"{path.stem}-figures") / "figure", figures)
    return _numbered(path.with_suffix(""), figures) if kind == ".svg" and figures > 1 else []


def _older(parts: Sequence[str]) -> list[str]:
    """Return the files beside a book's figures that are named like them and none of them."""
    if not parts:
        return []
    first = Path(parts[0])
    like = re.compile(rf"{re.escape(first.stem.rpartition('-')[0])}-\d+\.svg")
    here = {Path(part).name for part in parts}
    return sorted(str(one) for one in first.parent.iterdir() if like.fullmatch(one.name) and one.name not in here)


def _numbered(stem: Path, count: int) -> list[str]:
    """Return names with numbers that sort.

    >>> _numbered(Path("game"), 10)[0]
    'game-01.svg'
    """
    width = len(str(count))
    return [f"{stem}-{number:0{width}}.svg" for number in range(1, count + 1)]
