"""Collections too large to hold: a file's games one after the other, in bounded memory.

The charset is that of the file's beginning (a byte order mark, the first CA, or a guess); games are split at their
brackets, and each is then read as if it stood alone, but with the lines of the whole file.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import BinaryIO, Final

from ..records import FormatError
from .encoding import MAX_BYTES, charset_of, check_text
from .sgf_text import START, Source

_CHUNK: Final = 1 << 18
_TO_BRACKET: Final = re.compile(r"(?:[^()\[]*+\[[^\]\\]*+(?:\\.[^\]\\]*+)*+\])*+[^()\[]*+([()])", re.DOTALL)


def sources(file: str | PathLike[str] | BinaryIO) -> Iterator[Source]:
    """Yield every game's text with its place in the file; what stands between games comes with the one after it.

    Raises:
        OSError: the file cannot be read. FormatError: a single game of more than `MAX_BYTES` characters.
    """
    if isinstance(file, str | PathLike):
        with Path(file).open("rb") as opened:
            yield from sources(opened)
        return
    line, column = 1, 1
    for text, warnings in _games(file):
        yield Source(text, warnings, line, column)
        newlines = text.count("\n")
        line += newlines
        column = len(text) - text.rfind("\n") if newlines else column + len(text)


def _games(file: BinaryIO) -> Iterator[tuple[str, list[str]]]:
    """Yield pieces of text that end where a game ends, the last one where the file does."""
    buffer, depth, at, started = "", 0, 0, False
    warnings: list[str] = []
    for chunk in _texts(file, warnings):
        buffer += chunk
        if len(buffer) > MAX_BYTES:
            raise FormatError(f"a single game of more than {MAX_BYTES:,} characters; a `)` may be missing")
        while True:
            if not started:
                start = START.search(buffer, at)
                if start is None:
                    break
                at, started = start.start(), True
            found = _TO_BRACKET.match(buffer, at)
            if found is None:
                break
            depth += 1 if found[1] == "(" else -1
            at = found.end()
            if depth == 0:
                yield buffer[:at], warnings
                buffer, at, started, warnings = buffer[at:], 0, False, []
    if buffer.strip():
        yield buffer, warnings


def _texts(file: BinaryIO, warnings: list[str]) -> Iterator[str]:
    """Yield the file's text in pieces, with plain newlines."""
    data = file.read(_CHUNK)
    whole = data if len(data) < _CHUNK else data[: data.rfind(b"\n") + 1] or data
    charset, skip = charset_of(whole, warnings)
    decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder(charset)("replace"), translate=True)
    data = data[skip:]
    while data:
        yield check_text(decoder.decode(data))
        data = file.read(_CHUNK)
    yield check_text(decoder.decode(b"", final=True))
