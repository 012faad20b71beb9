"""The notations: detecting, reading and writing each. The content decides, then the file name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from os import PathLike, fspath
from pathlib import PurePath
from typing import Any, Final

from ..boards import Board
from ..boards.limits import short, unknown
from ..records import Diagram, FormatError, Record, Text, listed
from . import json, one_line, sgf
from .board_texts import parsed
from .diagrams import goban, rows, sensei
from .diagrams.symbols import After
from .encoding import decode, read_bytes
from .foreign import gib, gtp_script, katago_query, move_list, ngf, ogs, ugf
from .formal import clicks

_SGF: Final = re.compile(r"\(\s*+(?:;|[A-Za-z]{1,24}+\s*+\[)")
_JSON: Final = re.compile(r"\{(?!\{)\s*+[\"}]")


@dataclass(frozen=True)
class Format:
    """A notation: its name, a short description, and the endings of its files.

    ``first`` reads the first item of a text, ``all`` yields all items; without ``all`` it holds one record. The board
    passed is used if the text names none. Formats of drawings have ``draw``, which receives the boards after the moves;
    the others have ``write``, unless they are read-only. ``begins`` matches the start of a text; of several matches the
    last in the table, the most specific, wins. ``opens`` is the first character of a damaged one. If it may occur among
    other text, ``recognises`` detects it; a format that ``yields`` gives way to others. ``left_out`` lists what a
    drawing does not keep of a diagram; ``moves_only``: only the moves of a record are kept, and its rules if it
    ``keeps_rules``. ``aliases`` are other names of the format.
    """

    name: str
    about: str
    endings: tuple[str, ...]
    first: Callable[[str, Board | None], Record | Diagram]
    all: Callable[[str, Board | None], Iterator[Record] | Iterator[Diagram]] | None = None
    write: Callable[[Record], str] | None = None
    draw: Callable[[Diagram, After | None], str] | None = None
    begins: re.Pattern[str] | None = None
    opens: str | None = None
    recognises: Callable[[str], bool] | None = None
    yields: bool = False
    left_out: Callable[[Diagram], Sequence[str]] = lambda diagram: ()
    moves_only: bool = False
    keeps_rules: Callable[[Record], bool] = lambda record: False
    aliases: tuple[str, ...] = ()


def _write_clicks(record: Record) -> str:
    board = parsed(record.board)
    return f"# board {board.text}\n{clicks.write(record, board)}\n"


def _drawn(name: str, about: str, endings: tuple[str, ...], module: Any, **more: Any) -> Format:
    """Return a format of drawings, from its module."""
    return Format(
        name, about, endings, module.read, module.read_all, draw=module.write, recognises=module.recognises, **more
    )


FORMATS: Final = (
    Format(
        "json",
        "Tengen's JSON, lossless",
        (".json",),
        lambda text, _: json.loads(text),
        write=json.dumps,
        begins=_JSON,
        opens="{",
    ),
    Format(
        "sgf",
        "Smart Game Format",
        (".sgf",),
        lambda text, _: sgf.read(text),
        lambda text, _: sgf.read_all(text),
        write=sgf.write,
        begins=_SGF,
        opens="(",
        recognises=lambda text: "(" in text and _SGF.search(text) is not None,
    ),
    Format(
        "clicks",
        "formal notation, 1 (2 3) 2 pass",
        (".clicks",),
        clicks.read,
        write=_write_clicks,
        begins=clicks.BEGINS,
        moves_only=True,
        keeps_rules=lambda record: record.variant == "formal" and record.axes in ({}, {"komi": 0}),
    ),
    Format(
        "katago",
        "query to KataGo's analysis engine",
        (".jsonl",),
        lambda text, _: katago_query.read(text),
        lambda text, _: katago_query.read_all(text),
        write=katago_query.write,
        begins=katago_query.BEGINS,
        moves_only=True,
        keeps_rules=lambda record: True,
    ),
    Format("ogs", "game of the server OGS, in JSON", (".ogs",), lambda text, _: ogs.read(text), begins=ogs.BEGINS),
    Format("gib", "game of the server Tygem", (".gib",), lambda text, _: gib.read(text), begins=gib.BEGINS),
    Format(
        "ugf",
        "game or review of the server PandaNet (IGS)",
        (".ugf", ".ugi"),
        lambda text, _: ugf.read(text),
        begins=ugf.BEGINS,
    ),
    Format(
        "gtp",
        "GTP script",
        (".gtp",),
        gtp_script.read,
        write=gtp_script.write,
        begins=gtp_script.BEGINS,
        moves_only=True,
        keeps_rules=lambda record: True,
    ),
    Format(
        "ngf",
        "game of the server WBaduk (Cyberoro)",
        (".ngf",),
        lambda text, _: ngf.read(text),
        recognises=ngf.recognises,
    ),
    Format(
        "moves",
        "plain list of moves, B E5",
        (".moves",),
        move_list.read,
        write=move_list.write,
        recognises=move_list.recognises,
        moves_only=True,
    ),
    Format("position", "a position in one line, board=9x9 black=E5", (), one_line.read, begins=one_line.BEGINS),
    _drawn("sensei", "Sensei's Library's diagrams, $$B ...", (".sensei", ".sl", ".txt"), sensei),
    _drawn("goban", "Wikipedia's template, {{Goban 9x9 ...}}", (".goban", ".wiki"), goban, aliases=("wikipedia",)),
    _drawn("rows", "plain rows, .XO.", (".rows", ".txt"), rows, yields=True, left_out=rows.lost),
)


_KNOWN: Final = listed((one.name for one in FORMATS), "comma")


def named(name: str) -> Format:
    """Return a format by its name; FormatError with close matches if there is none."""
    for one in FORMATS:
        if name.strip().lower() in (one.name, *one.aliases):
            return one
    close = Text("unknown format {name}; did you mean {close}?")
    otherwise = Text("unknown format {name}; the formats are {known}")
    raise FormatError(unknown(name.lower(), _KNOWN, close, otherwise, name=short(name)))


def ending(name: str) -> list[Format]:
    """Return the formats of a file name's ending.

    >>> [one.name for one in ending("game.SGF")], [one.name for one in ending("moves.txt")]
    (['sgf'], ['sensei', 'rows'])
    """
    suffix = PurePath(name).suffix.lower()
    return [one for one in FORMATS if suffix in one.endings]


def identify(text: str, name: str = "") -> Format:
    r"""Return the format of a text, by its content, or by the name of its file if the content is ambiguous.

    Text that begins like JSON, SGF or the formal notation is read as such. Drawings, and an SGF game after other text,
    are found anywhere; rows only if nothing else is found. The reader of a format chosen by name may refuse the text.

    Raises:
        FormatError: the text is ambiguous, or in none of the formats.

    >>> identify("$$B A diagram\n$$ | . X .").name
    'sensei'
    """
    begin = len(text) - len(text.lstrip())
    begun = [one for one in FORMATS if one.begins and one.begins.match(text, begin)]
    if begun:
        return begun[-1]
    found = _recognised(text, yielding=False) or _recognised(text, yielding=True)
    hinted = [one for one in found if one in ending(name)]
    if len(hinted or found) > 1:
        names = listed((one.name for one in hinted or found), "or")
        raise FormatError("this could be {formats}; name the format", formats=names)
    if not found:
        return _supposed(text, begin, name)
    return (hinted or found)[0]


def _recognised(text: str, yielding: bool) -> list[Format]:
    return [one for one in FORMATS if one.recognises and one.yields is yielding and one.recognises(text)]


def _supposed(text: str, begin: int, name: str) -> Format:
    """Return the format that a damaged text probably has, whose reader can locate the error."""
    meant = [one for one in FORMATS if one.opens == text[begin : begin + 1]]
    hinted = meant or ending(name)
    if len(hinted) == 1:
        return hinted[0]
    if not text.strip():
        raise FormatError("the text is empty: no game and no diagram")
    line = text.count("\n", 0, begin) + 1
    raise FormatError(
        "no game or diagram in a known notation ({known}); the text begins with {begin!r}",
        line,
        begin - text.rfind("\n", 0, begin),
        known=_KNOWN,
        begin=" ".join(text.split())[:30],
    )


def read_all(
    data: str | bytes, board: Board | None = None, format: str | None = None, name: str = ""
) -> Iterator[Record | Diagram]:
    """Yield everything in a text: records, or diagrams if it is drawn.

    ``board`` is used if the text names none. Without a ``format`` the content decides, and the ``name`` of the file if
    that is ambiguous. FormatError: nothing is readable, or the text is ambiguous.

    >>> [type(each).__name__ for each in read_all("(;SZ[9];B[ee])(;SZ[9];B[dd])")]
    ['Record', 'Record']
    """
    text, warnings = decode(data)
    notation = _format(text, format, name)
    for found in notation.all(text, board) if notation.all else [notation.first(text, board)]:
        yield _warned(found, warnings)
        warnings = []


def read_first(
    data: str | bytes, board: Board | None = None, format: str | None = None, name: str = ""
) -> Record | Diagram:
    """Return the first item of a text: a record, or a diagram if it is drawn; see `read_all`."""
    text, warnings = decode(data)
    return _warned(_format(text, format, name).first(text, board), warnings)


def read_any(
    data: str | bytes, board: Board | None = None, format: str | None = None, name: str = "", whole: bool = False
) -> Record:
    """Return the first record in SGF, JSON, the formal notation or a drawing, as `read_all` reads it.

    ``whole``: a drawing shows a whole position, to which the rules add nothing (see `Diagram.record`).

    >>> read_any("(;SZ[9];B[ee])").board
    '9'
    """
    found = read_first(data, board, format, name)
    return found.record(whole) if isinstance(found, Diagram) else found


def read_file(path: str | PathLike[str], board: Board | None = None, format: str | None = None) -> Record:
    """Return the record in a file, like `read_any`; refuse large files before reading them.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "game.sgf")
    ...     _ = path.write_text("(;SZ[9];B[ee])")
    ...     read_file(path).board
    '9'
    """
    return read_any(read_bytes(path), board, format, fspath(path))


def _format(text: str, format: str | None, name: str) -> Format:
    return identify(text, name) if format is None else named(format)


def _warned(found: Record | Diagram, warnings: list[str]) -> Record | Diagram:
    if isinstance(found, Diagram):
        return replace(found, warnings=(*warnings, *found.warnings))
    found.warnings[:0] = warnings
    return found
