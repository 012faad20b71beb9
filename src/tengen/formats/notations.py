"""The notations by name: how each is recognised, read and written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from ..records import Diagram, FormatError, Record
from . import json, sgf
from .diagrams import goban, rows, sensei
from .diagrams.cells import parsed
from .diagrams.symbols import After
from .formal import clicks

if TYPE_CHECKING:
    from ..boards import Board

_SGF: Final = re.compile(r"\(\s*+(?:;|[A-Za-z]{1,24}+\s*+\[)")
_JSON: Final = re.compile(r"\{(?!\{)\s*+[\"}]")
_CLICKS: Final = re.compile(r"1\s*+(?:\(|pass\b)")


@dataclass(frozen=True)
class Format:
    """A notation: its name, what it is in a few words, and the endings of its files' names.

    ``begins`` matches where a text of this format begins; where it is None the format may stand among other text, and
    ``recognises`` says whether it does. ``first`` reads what comes first in a text, ``read`` yields all that it holds;
    the board is the one that the text leaves open. Formats of drawings have ``draw``, which is told what stands on the
    board after so many moves; the others have ``write``.
    """

    name: str
    about: str
    endings: tuple[str, ...]
    begins: re.Pattern[str] | None
    recognises: Callable[[str], bool]
    first: Callable[[str, Board | None], Record | Diagram]
    read: Callable[[str, Board | None], Iterator[Record] | Iterator[Diagram]]
    write: Callable[[Record], str] | None = None
    draw: Callable[[Diagram, After | None], str] | None = None
    left_out: Callable[[Diagram], Sequence[str]] = lambda diagram: ()
    several: bool = True
    moves_only: bool = False


def _first_sgf(text: str, _: Board | None) -> Record:
    return sgf.read(text)


def _read_sgf(text: str, _: Board | None) -> Iterator[Record]:
    return sgf.read_all(text)


def _first_json(text: str, _: Board | None) -> Record:
    return json.loads(text)


def _read_json(text: str, _: Board | None) -> Iterator[Record]:
    yield json.loads(text)


def _first_clicks(text: str, board: Board | None) -> Record:
    if board is None:
        raise FormatError("the formal notation does not say on which board it is played; name the board")
    return clicks.read(text, board)


def _read_clicks(text: str, board: Board | None) -> Iterator[Record]:
    yield _first_clicks(text, board)


def _write_clicks(record: Record) -> str:
    return clicks.write(record, parsed(record.board)) + "\n"


def _holds_sgf(text: str) -> bool:
    return "(" in text and _SGF.search(text) is not None


FORMATS: Final = (
    Format(
        "json",
        "Tengen's JSON, which keeps everything",
        (".json",),
        _JSON,
        bool,
        _first_json,
        _read_json,
        write=json.dumps,
        several=False,
    ),
    Format(
        "sgf",
        "the Smart Game Format",
        (".sgf",),
        _SGF,
        _holds_sgf,
        _first_sgf,
        _read_sgf,
        write=sgf.write,
    ),
    Format(
        "clicks",
        "the formal notation, 1 (2 3) 2 pass",
        (".clicks",),
        _CLICKS,
        bool,
        _first_clicks,
        _read_clicks,
        write=_write_clicks,
        several=False,
        moves_only=True,
    ),
    Format(
        "sensei",
        "Sensei's Library's diagrams, $$B ...",
        (".sensei", ".sl", ".txt"),
        None,
        sensei.recognises,
        sensei.read,
        sensei.read_all,
        draw=sensei.write,
    ),
    Format(
        "goban",
        "Wikipedia's template, {{Goban 9x9 ...}}",
        (".goban", ".wiki"),
        None,
        goban.recognises,
        goban.read,
        goban.read_all,
        draw=goban.write,
    ),
    Format(
        "rows",
        "plain rows, .XO.",
        (".rows", ".txt"),
        None,
        rows.recognises,
        rows.read,
        rows.read_all,
        draw=rows.write,
        left_out=rows.lost,
    ),
)


_LISTED: Final = ", ".join(one.name for one in FORMATS)


def named(name: str) -> Format:
    """Return a format by its name; FormatError with close matches where there is none."""
    for one in FORMATS:
        if one.name == name.strip().lower():
            return one
    names = [one.name for one in FORMATS]
    close = get_close_matches(name.lower(), names, n=1)
    hint = f"; did you mean {close[0]}?" if close else f"; there are {', '.join(names)}"
    raise FormatError(f"there is no format called {name[:40]!r}{hint}")


def ending(name: str) -> list[Format]:
    """Return the formats whose files' names end like this one.

    >>> [one.name for one in ending("game.SGF")], [one.name for one in ending("moves.txt")]
    (['sgf'], ['sensei', 'rows'])
    """
    suffix = PurePath(name).suffix.lower()
    return [one for one in FORMATS if suffix in one.endings]


def identify(text: str, name: str = "") -> Format:
    r"""Return the format of a text: its content decides; the name of its file does where the content is ambiguous.

    What begins as JSON, SGF or the formal notation is that. Drawings, and an SGF game after other text, are found
    anywhere; rows only where nothing else is. What a file's name says it is its reader may refuse.

    Raises:
        FormatError: the text could be several things, or it is none of them.

    >>> identify("$$B A diagram\n$$ | . X .").name
    'sensei'
    """
    begin = len(text) - len(text.lstrip())
    for one in FORMATS:
        if one.begins and one.begins.match(text, begin):
            return one
    found = [one for one in map(named, ("sgf", "sensei", "goban")) if one.recognises(text)]
    if not found and rows.recognises(text):
        found = [named("rows")]
    hinted = [one for one in found if one in ending(name)]
    if len(hinted or found) > 1:
        listed = " or ".join(one.name for one in hinted or found)
        raise FormatError(f"this could be {listed}; name the format")
    if not found:
        return _supposed(text, begin, name)
    return (hinted or found)[0]


def _supposed(text: str, begin: int, name: str) -> Format:
    """Return the format that a damaged text was probably meant to be, whose reader says where it is wrong."""
    meant = {"(": "sgf", "{": "json"}.get(text[begin : begin + 1])
    if meant is not None:
        return named(meant)
    hinted = ending(name)
    if len(hinted) == 1:
        return hinted[0]
    seen = f"it begins with {' '.join(text.split())[:30]!r}" if text.strip() else "it is empty"
    line = text.count("\n", 0, begin) + 1
    raise FormatError(
        f"no game and no diagram in a notation that is known ({_LISTED}); {seen}",
        line,
        begin - text.rfind("\n", 0, begin),
    )
