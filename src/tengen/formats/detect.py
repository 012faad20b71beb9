"""Reading whatever it is: the content decides, not the file's name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from os import PathLike, fspath
from typing import TYPE_CHECKING

from ..records import Diagram, Record
from .encoding import decode, read_bytes
from .notations import Format, identify, named

if TYPE_CHECKING:
    from ..boards import Board


def read_all(
    data: str | bytes, board: Board | None = None, format: str | None = None, name: str = ""
) -> Iterator[Record | Diagram]:
    """Yield all that a text holds: records, or diagrams where it is drawn.

    ``board`` is the one that the text leaves open. Without a ``format`` the content decides, and the ``name`` of the
    file where that is ambiguous.

    Raises:
        FormatError: nothing can be read, or the text could be several things.
    """
    text, warnings = decode(data)
    for found in _format(text, format, name).read(text, board):
        yield _warned(found, warnings)
        warnings = []


def read_first(
    data: str | bytes, board: Board | None = None, format: str | None = None, name: str = ""
) -> Record | Diagram:
    """Return what comes first in a text: a record, or a diagram where it is drawn; see `read_all`."""
    text, warnings = decode(data)
    return _warned(_format(text, format, name).first(text, board), warnings)


def read_any(
    data: str | bytes, board: Board | None = None, format: str | None = None, name: str = "", whole: bool = False
) -> Record:
    """Return the first record in SGF, JSON, the formal notation or a drawing, as `read_all` reads it.

    ``whole`` says that a drawing shows a whole position, whatever the rules put on the board (see `Diagram.record`).
    """
    found = read_first(data, board, format, name)
    return found.record(whole) if isinstance(found, Diagram) else found


def read_file(path: str | PathLike[str], board: Board | None = None, format: str | None = None) -> Record:
    """Return the record in a file, like `read_any`; large files are refused before they are read."""
    return read_any(read_bytes(path), board, format, fspath(path))


def _format(text: str, format: str | None, name: str) -> Format:
    return identify(text, name) if format is None else named(format)


def _warned(found: Record | Diagram, warnings: list[str]) -> Record | Diagram:
    if isinstance(found, Diagram):
        return replace(found, warnings=(*warnings, *found.warnings))
    found.warnings[:0] = warnings
    return found
