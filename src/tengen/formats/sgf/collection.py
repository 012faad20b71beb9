"""Collections of any size: a file's games one after the other, with one at a time in memory.

Bytes are split at the ends of games, before they are decoded, and each piece is then read as a text of its own, with
the lines of the whole file and the charset of its own game. In some charsets a bracket or a backslash may be the
second byte of a character, so a piece in such a charset is measured again, value by value.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from os import PathLike
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO, Final

from ...records import FormatError
from ..encoding import MAX_BYTES, PAIRS, ValueEnds, charset_of, decode_as, find_no_text, marked_charset, plain_text
from .grammar import START, GameSource

_CHUNK: Final = 1 << 18
_START: Final = re.compile(START.encode("ascii"))
_TO_BRACKET: Final = re.compile(rb"(?:[^()\[]*+\[[^\]\\]*+(?:\\.[^\]\\]*+)*\])*[^()\[]*+", re.DOTALL)
"""Matches up to the next round bracket outside values.

Possessive repetition of groups is broken before Python 3.11.5 (gh-106052), so these patterns are unambiguous instead.
"""
_TO_VALUE: Final = re.compile(
    rb"(?:[^()\[]*+\[[^\]\\\x1b\x80-\xff]*+(?:\\[^\x1b\x80-\xff][^\]\\\x1b\x80-\xff]*+)*\])*[^()\[]*+", re.DOTALL
)
"""Matches the same, or up to the next value with characters beyond ASCII."""


def sources(file: PathLike[str] | BinaryIO) -> Iterator[GameSource]:
    """Yield a file's text in pieces that end with a game, each with its place, including the text before it.

    Raises:
        OSError: the file cannot be read.
        FormatError: it is not an ordinary file, or binary, or has a single game of more than `MAX_BYTES`.
    """
    if not isinstance(file, PathLike):
        yield from _Splitter(file).sources()
        return
    path = Path(file)
    if not S_ISREG(path.stat().st_mode):
        raise FormatError("{file} is not an ordinary file", file=path.name or str(path))
    with path.open("rb") as opened:
        yield from _Splitter(opened).sources()


class _Splitter:
    """Splits a file into pieces of one game each, holding only the current one."""

    def __init__(self, file: BinaryIO) -> None:
        first = file.read(_CHUNK)
        if not isinstance(first, bytes):
            raise TypeError("a collection needs a binary file; open it with mode 'rb'")
        charset, begin = marked_charset(first)
        self.warnings: list[str] = []  # about the whole file, added to the first game
        self.read: Callable[[int], bytes] = file.read
        self.buffer = first[begin:]
        self.at = 0  # the start of the current piece
        self.place = 1, 1
        self.before = ""  # the charset of the games before, unless that is UTF-8
        self.guessed = 0  # the end of the last guess for several pieces
        self.charset = charset and "utf-8"  # of every game, if the file's first bytes imply it
        if charset not in (None, "utf-8"):
            self.read = _Transcoder(file, str(charset), self.buffer, self.warnings).read
            self.buffer = b""

    def sources(self) -> Iterator[GameSource]:
        while True:
            while (start := _START.search(self.buffer, self.at)) is None and self._more():
                pass
            if start is not None:
                data, charset, warnings = self._piece(start.start() - self.at)
            else:  # the text after the last game; no warnings about its charset
                data, warnings = self.buffer[self.at :], []
                charset = self.charset or charset_of(data, [], before=self.before)
            if not data:
                return
            self.at += len(data)
            text = plain_text(decode_as(data, charset, warnings if start is not None else []))
            source = GameSource(text, warnings + self.warnings, *self.place)
            self.warnings.clear()
            problem = find_no_text(source.text)
            if problem:
                raise source.error(*problem)
            self.place = source.place(len(source.text))
            yield source

    def _piece(self, start: int) -> tuple[bytes, str, list[str]]:
        """Return the piece whose game begins at ``start``, its charset, and the warnings about that."""
        end, warnings = self._end(start), list[str]()
        if self.charset is not None:
            return self.buffer[self.at : self.at + end], self.charset, warnings
        data = self.buffer[self.at : self.at + end]
        charset = charset_of(data, warnings, lambda: self._around(end), self.before)
        if charset not in ("ascii", "utf-8"):
            self.before = charset
        if charset in (*PAIRS, "iso2022_jp"):
            end = self._end(start, ValueEnds(charset))
        return self.buffer[self.at : self.at + end], charset, warnings

    def _around(self, end: int) -> bytes | None:
        """Return the available part of the current piece and the whole games after it; None if that was done before.

        So guessing takes some time for every piece, but not time proportional to all pieces around it.
        """
        if self.at < self.guessed:
            return None
        last = self.buffer.rfind(b")", self.at, self.at + _CHUNK)
        self.guessed = max(last + 1, self.at + end)
        return self.buffer[self.at : self.guessed]

    def _end(self, start: int, values: ValueEnds | None = None) -> int:
        """Return the end of the game that begins at ``start``, or of the file; ``values`` measures non-ASCII ones."""
        depth, at, to_bracket = 0, start, _TO_VALUE.match if values else _TO_BRACKET.match
        while True:
            found = to_bracket(self.buffer, self.at + at)
            at = found.end() - self.at if found else at
            bracket = self.buffer[self.at + at : self.at + at + 1]
            value = values.find(self.buffer, at, self.at) if values and bracket == b"[" else None
            if value:
                at = value[0]
            elif bracket in (b"(", b")"):
                depth += 1 if bracket == b"(" else -1
                at += 1
                if depth == 0:
                    return at
            elif not self._more():
                return len(self.buffer) - self.at

    def _more(self) -> bool:
        """Read on, doubling the amount each time; return whether there was anything left."""
        held = len(self.buffer) - self.at
        if held > MAX_BYTES:
            raise FormatError(
                "a single game of more than {max_bytes:,} bytes; a `)` may be missing", *self.place, max_bytes=MAX_BYTES
            )
        chunk = self.read(min(max(_CHUNK, held), MAX_BYTES + 1))
        self.buffer = self.buffer[self.at :] + chunk
        self.guessed -= self.at
        self.at = 0
        return bool(chunk)


class _Transcoder:
    def __init__(self, file: BinaryIO, charset: str, begun: bytes, warnings: list[str]) -> None:
        self.file = file
        self.charset = charset
        self.decoder = codecs.getincrementaldecoder(charset)("replace")
        self.begun = begun
        self.warnings = warnings

    def read(self, size: int) -> bytes:
        """Return about as many of the next bytes as requested; none at the end."""
        text, data = "", b"more"
        while not text and data:
            data, self.begun = self.begun or self.file.read(size), b""
            text = self.decoder.decode(data, final=not data)
        if "\ufffd" in text and not self.warnings:
            self.warnings.append(f"some characters are not {self.charset} and were replaced")
        return text.encode("utf-8")
