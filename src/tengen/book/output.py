"""A book as files: pictures, Markdown, one page of HTML, or a PDF that Typst sets."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files as resources
from typing import Any, Final
from urllib.parse import quote

from ..boards import parse as parse_board
from ..draw.image_files import typeset
from ..draw.shapes import UNIT
from ..draw.svg import diagram_svg
from .figure import Comment
from .game_book import Book, Plate

_ROOM: Final = 166.0, 106.0
"""The width of a page's text and the height of its largest figures, in mm."""
_LINE: Final = 6.5
"""The largest distance between the lines of a board, in mm."""
_GAP: Final = 6.0
_NARROWEST: Final = 40.0
_LONG: Final = 240
"""Comments with more characters get the full width of the page."""
_UNNAMED: Final = 1
"""The flag of SGF's FG for figures without the names of rows and columns."""

_LABEL: Final = re.compile(r"\b[A-HJ-Za-hj-z]\d{1,2}\b")
_MARKUP: Final = re.compile(r"([\\`*_{}\[\]<>#|~&$])")
_AT_BEGIN: Final = re.compile(r"^([^\S\n]*+(?:\d++(?=[.)]))?)([-+=:.)])", re.MULTILINE)
_SIZE: Final = re.compile(r'viewBox="[^\s"]+ [^\s"]+ ([\d.]+) ([\d.]+)"')

_STYLE: Final = (
    "body{max-width:46rem;margin:2rem auto;padding:0 1rem;font-family:Georgia,serif;line-height:1.5}"
    "h1,figure,.facts{text-align:center}figure{margin:2rem 0;break-inside:avoid}"
    "img{max-width:100%;width:34rem;max-height:85vh}figcaption strong{display:block}"
)


def pictures(
    book: Book,
    theme: str = "print",
    size: int | None = None,
    coordinates: bool | None = None,
    step: Callable[[], None] = lambda: None,
) -> list[str]:
    """Return the picture of every figure as SVG; ``step`` is called after each.

    ``coordinates`` None: in books whose texts name points.
    """
    drawn = []
    shown = names_points(book) if coordinates is None else coordinates
    for plate in book.plates:
        named = shown and not plate.figure.flags & _UNNAMED
        drawn.append(diagram_svg(plate.figure.diagram, theme=theme, size=size, coordinates=named, title=plate.heading))
        step()
    return drawn


def names_points(book: Book) -> bool:
    """Return whether the texts of a book name points of its board, as "E4" or "e4"."""
    boards = {plate.figure.diagram.board for plate in book.plates}
    labels = {label for board in boards for label in parse_board(board).labels if _LABEL.fullmatch(label)}
    texts = [book.introduction, *(comment.text for plate in book.plates for comment in plate.figure.comments)]
    return any(word.upper() in labels for text in texts for word in _LABEL.findall(text))


def markdown(book: Book, names: Sequence[str]) -> str:
    """Return a book as Markdown; ``names`` are those of the files with its pictures, as seen from its folder."""
    lines = [f"# {_plain(book.title)}", ""]
    lines += [f"{_plain(name)}: {_plain(fact)}  " for name, fact in book.facts]
    lines += ["", *_block(book.introduction)]
    for plate, name in zip(book.plates, names, strict=True):
        heading = _plain(plate.heading)
        lines += [f"## {heading}", "", f"![{heading}]({quote(name)})", ""]
        if plate.figure.notes:
            lines += [_plain(notes_of(plate)), ""]
        for comment in plate.figure.comments:
            number = f"**{comment.number}**: " if comment.number else ""
            lines += _block(comment.text, number)
    return "\n".join(lines).rstrip() + "\n"


def html(book: Book, drawn: Sequence[str]) -> str:
    """Return a book as one page of HTML that holds its pictures."""
    title = escape(book.title)
    facts = "<br>".join(f"{escape(name)}: {escape(fact)}" for name, fact in book.facts)
    parts = [
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>',
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head><body>',
        f'<h1>{title}</h1><p class="facts">{facts}</p>',
        _paragraph(Comment(0, book.introduction)) if book.introduction else "",
    ]
    for plate, svg in zip(book.plates, drawn, strict=True):
        data = b64encode(svg.encode()).decode()
        heading = escape(plate.heading)
        parts.append(
            f'<figure><img alt="{heading}" src="data:image/svg+xml;base64,{data}">'
            f"<figcaption><strong>{heading}</strong>{escape(notes_of(plate))}</figcaption></figure>"
        )
        parts += map(_paragraph, plate.figure.comments)
    return "\n".join(part for part in parts if part) + "\n</body></html>\n"


def pdf(book: Book, drawn: Sequence[str]) -> bytes:
    """Return a book as a PDF on A4 pages, small figures next to each other. TengenError: Typst is not installed.

    All figures have the same distance between lines, unless one is too wide for the page.
    """
    sizes = [(float(found[1]) / UNIT, float(found[2]) / UNIT) for svg in drawn if (found := _SIZE.search(svg))]
    unit = min([_LINE, *(room / side for size in sizes for room, side in zip(_ROOM, size))])
    plates = [
        {
            "heading": plate.heading,
            "svg": svg,
            "wide": max(size[0] * unit, _NARROWEST),
            "picture": size[0] * unit,
            "notes": notes_of(plate),
            "comments": [{"number": comment.number, "text": comment.text} for comment in plate.figure.comments],
        }
        for plate, svg, size in zip(book.plates, drawn, sizes, strict=True)
    ]
    told = {
        "title": book.title,
        "facts": [{"name": name, "text": fact} for name, fact in book.facts],
        "introduction": book.introduction,
        "rows": list(_rows(plates)),
    }
    source = resources(__package__).joinpath("page.typ").read_text("utf-8")
    return typeset(source, {"book": json.dumps(told, ensure_ascii=False)})


def _rows(plates: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yield the plates that stand next to each other: as many as there is room for, none of them with long comments."""
    row: list[dict[str, Any]] = []
    for plate in plates:
        long = sum(len(comment["text"]) for comment in plate["comments"]) > _LONG
        if row and (long or sum(each["wide"] + _GAP for each in row) + plate["wide"] > _ROOM[0]):
            yield row
            row = []
        row.append(plate)
        if long:
            yield row
            row = []
    if row:
        yield row


def notes_of(plate: Plate) -> str:
    """Return the notes of a figure as a sentence, empty where there are none."""
    text = "; ".join(plate.figure.notes)
    return f"{text[:1].upper()}{text[1:].removesuffix('.')}." if text else ""


def _plain(text: str) -> str:
    r"""Return text on one line that means itself in Markdown.

    >>> _plain("a *b* [c]\n1. d")
    'a \\*b\\* \\[c\\] 1. d'
    >>> _plain("7.5 points"), _plain("- no"), _plain("1) a")
    ('7\\.5 points', '\\- no', '1\\) a')
    """
    return _AT_BEGIN.sub(r"\1\\\2", _MARKUP.sub(r"\\\1", " ".join(text.split())))


def _block(text: str, before: str = "") -> list[str]:
    """Return lines of Markdown that keep the lines of a text."""
    lines = [_plain(line) for line in text.strip().splitlines()]
    if not lines:
        return []
    lines[0] = before + lines[0]
    return ["\n".join(f"{line}  " if line and after else line for line, after in zip(lines, [*lines[1:], ""])), ""]


def _paragraph(comment: Comment) -> str:
    number = f"<strong>{comment.number}</strong>: " if comment.number else ""
    text = "<br>".join(escape(line) for line in comment.text.strip().splitlines())
    return f"<p>{number}{text}</p>"
