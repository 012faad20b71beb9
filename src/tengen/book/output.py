"""Books of games as files: title, figures and notes as pictures, Markdown, one page of HTML, or a PDF by Typst."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files as resources
from typing import Any, Final
from urllib.parse import quote

from ..boards import parse as parse_board
from ..draw.image_files import typeset
from ..draw.sentences import ending
from ..draw.shapes import UNIT
from ..draw.svg import diagram_svg
from ..game.game_records import komi_shown
from ..game.played_records import odd_move, shortened
from ..game.record_walk import Stage, walk
from ..game.variations import Line, branches, follow, line_of
from ..records import Record
from ..records.info import GameInfo, PlayerInfo
from ..rules import Variant
from .figure import BookFigure, Comment
from .splitting import MOVES, cut


@dataclass(frozen=True)
class Plate:
    """A figure with its heading, "Figure 2 (51–100)"."""

    heading: str
    figure: BookFigure


@dataclass(frozen=True)
class Book:
    """The contents of a book: a title, named facts, an introduction, and the figures.

    ``problem`` is the illegal move that ended the line, if any; ``odd`` are moves against the rules.
    """

    title: str
    facts: tuple[tuple[str, str], ...]
    introduction: str
    plates: tuple[Plate, ...]
    problem: str = ""
    odd: tuple[str, ...] = ()


def make_book(
    record: Record,
    variant: Variant,
    *,
    most: int = MOVES,
    since: int = 1,
    until: int | None = None,
    address: str = "",
    variations: bool = False,
    after_captures: bool = False,
) -> Book:
    """Return a game as a book: a line of the record, and optionally every variation that branches off it.

    ``most``, ``since``, ``until`` and ``after_captures`` are those of `cut`; ``address`` names a line other than the
    main one. Variations follow the line in the order of their starts, each with its own variations after it, and count
    from 1. TengenError: there is no such line, or a setup in it is impossible.

    >>> from tengen import Game
    >>> game = Game("chinese", board="9x9", komi=7)
    >>> turns = game.play("E5"), game.play("C3")
    >>> book: Book = make_book(game.record, game.variant)
    >>> book.title, [plate.heading for plate in book.plates]
    ('Go, Chinese rules on 9x9', ['Figure 1 (1–2)'])
    """
    line = line_of(record, address)
    reached: list[Stage] = []
    odd: list[str] = []
    stages = _watched(walk(record, variant, line.nodes), reached, odd)
    figures = list(cut(stages, most, since, until, after_captures=after_captures))
    plates = [Plate(_heading("Figure", place, figure), figure) for place, figure in enumerate(figures, 1)]
    if variations:
        plates += _variations(record, variant, line, address, most, after_captures)
    info, last = record.game_info(), reached[0]
    game = f"{variant.title} on {last.game.board.name}"
    event = ", ".join(part for part in (info.event, info.round) if part)
    title = (
        info.name or (info.event and event) or " – ".join(name for name in (info.black.name, info.white.name) if name)
    )
    facts = {
        "Black": _player(info.black),
        "White": _player(info.white),
        "Event": event if info.name or not info.event else "",
        "Date": record.info.get("DT", ""),
        "Place": info.place,
        "Game": game if title else "",
        "Komi": komi_shown(variant),
        "Handicap": str(variant.rules.handicap or ""),
        "Result": _result(record, info, last),
    }
    return Book(
        title=title or game,
        facts=tuple((name, fact) for name, fact in facts.items() if fact),
        introduction=info.comment,
        plates=tuple(plates),
        problem="".join(figure.problem for figure in figures),
        odd=tuple(shortened(odd)),
    )


def _watched(stages: Iterable[Stage], reached: list[Stage], odd: list[str]) -> Iterator[Stage]:
    """Pass stages on, keeping the last one, and the irregular moves."""
    for stage in stages:
        reached[:] = [stage]
        if said := odd_move(stage):
            odd.append(said)
        yield stage


def _variations(
    record: Record, variant: Variant, line: Line, address: str, most: int, after_captures: bool
) -> Iterator[Plate]:
    """Yield the plates of all variations that branch off a line, each followed by its own variations."""
    count = 0
    waiting = [(line, address)]
    while waiting:
        one, named = waiting.pop()
        if one is not line:
            for figure in cut(walk(record, variant, one.nodes), most, skip=one.since, after_captures=after_captures):
                count += 1
                yield Plate(_heading("Diagram", count, figure, f"variation {named}"), figure)
        within = f"{named}/" if named else ""
        waiting += reversed([(follow(one, branch), within + branch.address) for branch in branches(one)])


def _heading(word: str, place: int, figure: BookFigure, about: str = "") -> str:
    """Return a heading, with the figure's own name and its moves.

    >>> from tengen.records import Diagram, Position, Step
    >>> _heading("Figure", 2, BookFigure(Diagram("9", Position({}), (Step("black", "E5"),), 51, title="A ko")))
    'Figure 2: A ko (51)'
    """
    first, last = figure.span
    named = ": ".join(part for part in (f"{word} {place}", about, figure.diagram.title) if part)
    if last < first:
        return named
    return f"{named} ({first})" if first == last else f"{named} ({first}–{last})"


def _player(player: PlayerInfo) -> str:
    name = f"{player.name}, {player.rank}" if player.name and player.rank else player.name
    return f"{name} ({player.team})" if name and player.team else name


def _result(record: Record, info: GameInfo, last: Stage) -> str:
    """Return the result as in the record, or else that of the game itself."""
    result, outcome, scoring = info.result, last.game.outcome, last.game.rules.scoring
    if result is None:
        written = record.info.get("RE", "").strip(" ?")
        return written or ("" if outcome is None else ending(outcome.how, outcome.winner, outcome.margin, scoring))
    if result.how == "unknown":
        return f"{(result.winner or '').capitalize()} wins."
    return ending(result.how, result.winner, result.margin, scoring)


_ROOM: Final = 166.0, 106.0
"""The width of a page's text and the height of its largest figures, in mm."""
_LINE: Final = 6.5
"""The largest distance between the lines of a board, in mm."""
_GAP: Final = 6.0
_NARROWEST: Final = 40.0
_LONG: Final = 240
"""Comments with more characters get the full width of the page."""
_UNNAMED: Final = 1
"""The flag of SGF's FG for figures without coordinates."""

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

    ``coordinates`` None: only in books whose texts name points.
    """
    drawn = []
    shown = names_points(book) if coordinates is None else coordinates
    for plate in book.plates:
        named = shown and not plate.figure.flags & _UNNAMED
        drawn.append(diagram_svg(plate.figure.diagram, theme=theme, size=size, coordinates=named, title=plate.heading))
        step()
    return drawn


def names_points(book: Book) -> bool:
    """Return whether the texts of a book name points of its board, such as "E4" or "e4"."""
    boards = {plate.figure.diagram.board for plate in book.plates}
    labels = {label for board in boards for label in parse_board(board).labels if _LABEL.fullmatch(label)}
    texts = [book.introduction, *(comment.text for plate in book.plates for comment in plate.figure.comments)]
    return any(word.upper() in labels for text in texts for word in _LABEL.findall(text))


def markdown(book: Book, names: Sequence[str]) -> str:
    """Return a book as Markdown; ``names`` are the paths of its pictures, relative to its folder."""
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
    """Return a book as a self-contained HTML page."""
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
    """Yield groups of plates to print side by side: up to the width of the page, without long comments."""
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
    """Return the notes of a figure as a sentence, or ""."""
    text = "; ".join(plate.figure.notes)
    return f"{text[:1].upper()}{text[1:].removesuffix('.')}." if text else ""


def _plain(text: str) -> str:
    r"""Return text on one line, escaped for Markdown.

    >>> _plain("a *b* [c]\n1. d")
    'a \\*b\\* \\[c\\] 1. d'
    >>> _plain("7.5 points"), _plain("- no"), _plain("1) a")
    ('7\\.5 points', '\\- no', '1\\) a')
    """
    return _AT_BEGIN.sub(r"\1\\\2", _MARKUP.sub(r"\\\1", " ".join(text.split())))


def _block(text: str, before: str = "") -> list[str]:
    """Return Markdown that keeps the lines of a text."""
    lines = [_plain(line) for line in text.strip().splitlines()]
    if not lines:
        return []
    lines[0] = before + lines[0]
    return ["\n".join(f"{line}  " if line and after else line for line, after in zip(lines, [*lines[1:], ""])), ""]


def _paragraph(comment: Comment) -> str:
    number = f"<strong>{comment.number}</strong>: " if comment.number else ""
    text = "<br>".join(escape(line) for line in comment.text.strip().splitlines())
    return f"<p>{number}{text}</p>"
