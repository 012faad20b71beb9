"""Reading whatever it is: the content decides, not the file's name."""

from __future__ import annotations

import re
from os import PathLike
from typing import TYPE_CHECKING

from ..records import FormatError, Record
from . import clicks, json, sgf
from .encoding import decode, read_bytes

if TYPE_CHECKING:
    from ..boards import Board

_CLICKS = re.compile(r"\s*1\s*(?:\(|pass)")
_JSON = re.compile(r"\s*\{")


def read_any(data: str | bytes, board: Board | None = None) -> Record:
    """Return the record in SGF, JSON or the formal notation; the last needs to be told the board."""
    text, warnings = decode(data)
    if _JSON.match(text):
        record = json.loads(text)
    elif _CLICKS.match(text):
        if board is None:
            raise FormatError("the formal notation does not say on which board it is played; name the board")
        record = clicks.read(text, board)
    else:
        record = sgf.read(text)
    record.warnings[:0] = warnings
    return record


def read_file(path: str | PathLike[str], board: Board | None = None) -> Record:
    """Return the record in a file, like `read_any`; large files are refused before they are read."""
    return read_any(read_bytes(path), board)
