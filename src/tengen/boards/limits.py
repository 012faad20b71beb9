"""The limits of boards, and the phrases their errors share."""

from __future__ import annotations

import re
import reprlib
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Final

from ..records import BoardError, Text, listed

MAX_POINTS = 10_000
MAX_SIDE = 52
MAX_ENTRIES = 2_000_000
MAX_TEXT = 20_000_000


@dataclass(frozen=True)
class Bounds:
    """The maximum size of a board: points, lines, and entries of a relation (two per line)."""

    points: int = MAX_POINTS
    lines: int = MAX_ENTRIES
    entries: int = MAX_ENTRIES


WIDEST: Final = Bounds()
"""The default bounds."""

_BOUNDS: Final[ContextVar[Bounds]] = ContextVar("bounds", default=WIDEST)

_NUMBER = re.compile(r"[+-]?[0-9]+")
_RESERVED = ("pass", "return", "resign")
_SHOWN = 48


@contextmanager
def bounded(bounds: Bounds) -> Iterator[None]:
    """Reject larger boards within the block, before they are built, wherever their text comes from.

    Nested bounds can only be narrower.

    >>> from tengen import boards
    >>> with boards.bounded(boards.Bounds(points=100)):
    ...     boards.parse("9").check_bounds()
    ...     boards.parse("19")
    Traceback (most recent call last):
    tengen.boards.limits.BoardSizeError: 19x19 has 361 points; a board has at most 100
    """
    outer = _BOUNDS.get()
    least = (min(getattr(bounds, name), getattr(outer, name)) for name in ("points", "lines", "entries"))
    token = _BOUNDS.set(Bounds(*least))
    try:
        yield
    finally:
        _BOUNDS.reset(token)


def bounds() -> Bounds:
    """Return the current bounds."""
    return _BOUNDS.get()


def short(value: object) -> str:
    """Quote a value for a message, shortening it if it is long."""
    if isinstance(value, str):
        return repr(value if len(value) <= _SHOWN else f"{value[:_SHOWN]}...")
    return reprlib.repr(value)


def unknown(word: str, known: Iterable[str], meant: Text, otherwise: Text, **values: object) -> Text:
    """Return the message for an unknown word: ``meant``, with {close}, if known words resemble it, else ``otherwise``.

    Both templates have {name}, the word in quotes, and the other ``values``; ``otherwise`` also has {known}.
    """
    words = tuple(known)
    values = {"name": short(word), **values}
    close = get_close_matches(word[:_SHOWN], words, n=3, cutoff=0.6)
    if close:
        return meant.with_values(**values, close=listed(close, "or"))
    return otherwise.with_values(**values, known=listed(words, "comma"))


def number(text: str, what: str, least: int, most: int = MAX_POINTS) -> int:
    """Parse a whole number between least and most; BoardError describes what was expected."""
    if not _NUMBER.fullmatch(text):
        raise BoardError(
            "{what} is {text}, which is not a whole number; give {least} to {most:,}",
            what=what,
            text=short(text),
            least=least,
            most=most,
        )
    value = int(text) if len(text) <= 12 else (-1 if text.startswith("-") else most + 1)
    if not least <= value <= most:
        raise BoardError(
            "{what} is {text}; it must be {least} to {most:,}", what=what, text=short(text), least=least, most=most
        )
    return value


class BoardSizeError(BoardError):
    """A board beyond the current bounds: ``size`` is its size, as far as it could be determined."""

    def __init__(self, template: str, /, size: Bounds, **values: object) -> None:
        self.size = size
        super().__init__(template, **values)

    def is_within(self, wider: Bounds) -> bool:
        """Return whether wider bounds would allow the board."""
        size = self.size
        return size.points <= wider.points and size.lines <= wider.lines and size.entries <= wider.entries


_TOO_LARGE: Final = {
    "points": Text("{board} has {count:,} points; a board has at most {most:,}"),
    "lines": Text("{board} has {count:,} lines; a board has at most {most:,}"),
    "entries": Text("{board} relates {count:,} pairs of points; a board holds at most {most:,}"),
}


def _check(what: str, count: int, board: str) -> None:
    most = getattr(bounds(), what)
    if count > most:
        size = replace(Bounds(points=0, lines=0, entries=0), **{what: count})
        raise BoardSizeError(_TOO_LARGE[what], size, board=board, count=count, most=most)


def check_points(count: int, what: str) -> None:
    """Refuse boards with too many points, before they are built."""
    _check("points", count, what)


def check_lines(count: int, what: str) -> None:
    """Refuse boards with too many lines, before they are built."""
    _check("lines", count, what)
    _check("entries", 2 * count, what)


def check_entries(count: int, what: str) -> None:
    """Refuse relations with too many entries (an edge is two), before they are built."""
    _check("entries", count, what)


def check_labels(labels: Sequence[str]) -> None:
    """Refuse labels that could not be read back: empty, reserved, with line breaks, or given twice."""
    seen: dict[str, int] = {}
    for place, label in enumerate(labels, 1):
        if not label:
            raise BoardError("point {place} has an empty name; give it one", place=place)
        wrong = None
        if label != label.strip():
            wrong = Text("point {place} is called {label}; a name does not begin or end with a blank")
        elif label.casefold() in _RESERVED or label.casefold().startswith("tao "):
            wrong = Text(
                "point {place} is called {label}, which is the name of a move (pass, return, resign, tao ...); "
                "rename the point"
            )
        elif not label.isprintable() and any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in label):
            wrong = Text("point {place} is called {label}; a name is one line without control characters")
        if wrong is not None:
            raise BoardError(wrong.with_values(place=place, label=short(label)))
        if seen.setdefault(label, place) != place:
            raise BoardError(
                "points {first} and {second} are both called {label}; give each its own name",
                first=seen[label],
                second=place,
                label=short(label),
            )
