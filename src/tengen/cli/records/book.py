"""`tengen book`: prints a game as Go books do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import typer

from ...draw.image_files import check_installed
from ...draw.themes import theme_of
from ...records import TengenError
from .. import RUNS
from ..files import STREAM, check_free, check_target, put, read_source, say_of, tell_written, under_rules
from ..options import Axes, Coordinates, FromMove, RecordBoard, Rules, Size, Theme, ToMove, Variation, check_span
from ..terminal import announced, harmless, progress, say

if RUNS:
    from ...book import Book, make_book
    from ...book.output import html, markdown, pdf, pictures

FIGURES: Final = ("needed", "captures")
ENDINGS: Final = (".pdf", ".svg", ".md", ".html")

_MOST: Final = 2_000
"""The maximum number of figures of a book: all are held in memory, up to 100 kB each."""


@dataclass(frozen=True)
class BookOptions:
    output: Annotated[
        str | None,
        typer.Option(
            "-o", "--output", metavar="OUT", help="Output file: .pdf, .svg, .md or .html. [default: GAME.pdf]"
        ),
    ] = None
    moves_per_diagram: Annotated[int, typer.Option(min=1, help="Maximum moves per diagram.")] = 50
    figures: Annotated[
        str, typer.Option(metavar="WHEN", help="Start a new figure after `captures`, or only when `needed`.")
    ] = "needed"
    first: FromMove = None
    last: ToMove = None
    variation: Variation = ""
    variations: Annotated[bool, typer.Option("--variations", help="Print the variations as well.")] = False
    theme: Theme = "print"
    size: Size = None
    coordinates: Coordinates = None
    force: Annotated[bool, typer.Option("--force", help="Overwrite existing files.")] = False
    rules: Rules = None
    board: RecordBoard = None
    settings: Axes = None


def book(
    source: Annotated[str, typer.Argument(metavar="GAME", help="A record in any notation; - for standard input.")],
    options: BookOptions,
) -> None:
    """Print a game as a Go book does: numbered diagrams, notes on what they cannot show, comments."""
    name = _target(source, options)
    theme_of(options.theme)
    check_span(options.first, options.last)
    if options.figures not in FIGURES:
        raise TengenError(f"--figures {options.figures}: must be {' or '.join(FIGURES)}")
    found = read_source(source, options.board)
    record, variant = under_rules(found, options.rules, options.settings)
    with announced():
        book = make_book(
            record,
            variant,
            most=options.moves_per_diagram,
            since=options.first or 1,
            until=options.last,
            address=options.variation,
            variations=options.variations,
            after_captures=options.figures == "captures",
        )
    if options.first is not None and not any(plate.figure.diagram.moves for plate in book.plates):
        raise TengenError(f"no move {options.first}")
    if len(book.plates) > _MOST:
        raise TengenError(
            f"this book has {len(book.plates):,} figures, and the most is {_MOST:,}; --from and --to select "
            "moves, --variation one line"
        )
    parts = _parts(Path(name), len(book.plates))
    for part in parts:
        check_free(part, options.force, ", and every other file of the book")
    with progress("Drawing", len(book.plates)) as step:
        drawn = pictures(book, options.theme, options.size, options.coordinates, step)
    _write(book, drawn, name, parts)
    for said in book.odd:
        say_of(source, said)
    if book.problem:
        say(harmless(book.problem))
        raise typer.Exit(1)


def _target(source: str, options: BookOptions) -> str:
    """Return the file to write: by default a PDF with the source's name in the current folder, if that is free."""
    if options.output == STREAM:
        raise TengenError("-o -: a book may need several files; name a file")
    name = options.output
    if name is None:
        name = f"{'book' if source == STREAM else Path(source).stem}.pdf"
    check_target("-o", name, ENDINGS, source)
    check_installed(Path(name).suffix.lower()[1:])
    check_free(name, options.force)
    return name


def _write(book: Book, drawn: Sequence[str], name: str, parts: Sequence[str]) -> None:
    """Write the files of a book, the one that refers to the others last."""
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
    tell_written([*parts] if parts and path.suffix.lower() == ".svg" else [name])


def _parts(path: Path, figures: int) -> list[str]:
    """Return the names of the files of a book's figures, if they have files of their own."""
    kind = path.suffix.lower()
    if kind == ".md":
        return _numbered(path.with_name(f"{path.stem}-figures") / "figure", figures)
    return _numbered(path.with_suffix(""), figures) if kind == ".svg" and figures > 1 else []


def _numbered(stem: Path, count: int) -> list[str]:
    """Return names with sortable numbers.

    >>> _numbered(Path("game"), 10)[0]
    'game-01.svg'
    """
    width = len(str(count))
    return [f"{stem}-{number:0{width}}.svg" for number in range(1, count + 1)]
