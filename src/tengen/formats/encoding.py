"""Bytes to text: byte order marks, declared charsets, and a cautious guess where nothing is declared."""

from __future__ import annotations

import codecs
import re
from os import PathLike
from pathlib import Path
from stat import S_ISREG
from typing import Final

from ..records import FormatError

MAX_BYTES: Final = 64 * 1024 * 1024
"""Larger files are refused before they are read."""

_MARKS: Final = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_NO_TEXT: Final = re.compile("[\0\ud800-\udfff]")
_DECLARED: Final = re.compile(rb"(?<![A-Z])CA\s*\[\s*([A-Za-z0-9_.:\- ]{1,40})\]")
# The wider sets are read in place of the older ones they contain.
_CHARSETS: Final = {
    **dict.fromkeys(("utf8", "unicode"), "utf-8"),
    **dict.fromkeys(("gb2312", "gbk", "gb18030", "cp936", "euccn"), "gb18030"),
    **dict.fromkeys(("shiftjis", "sjis", "mskanji", "cp932", "windows31j"), "cp932"),
    **dict.fromkeys(("euckr", "cp949", "uhc", "ksc56011987"), "cp949"),
    **dict.fromkeys(("big5", "cp950", "big5hkscs"), "big5hkscs"),
    **dict.fromkeys(("latin1", "iso88591", "usascii", "ascii"), "latin-1"),
    "eucjp": "euc_jp",
    "iso2022jp": "iso2022_jp",
    "utf16": "utf-16-le",
    "utf16le": "utf-16-le",
    "utf16be": "utf-16-be",
    "koi8r": "koi8-r",
}
_NUMBERED: Final = re.compile(r"(?:windows|cp)(125[0-8])|iso8859(1?\d)")
# First bytes of each set's frequent characters; of equal scores the earlier, narrower set wins.
_GUESSES: Final = {
    "cp949": (0xB0, 0xC8),
    "cp932": (0x82, 0x97),
    "euc_jp": (0xA4, 0xCF),
    "gb18030": (0xB0, 0xD7),
    "big5hkscs": (0xA4, 0xC6),
}
_ALPHABETS: Final = {
    **{name: name for name in ("cp1251", "cp1253", "koi8_r")},
    "cp1252": "latin-1",
    "latin_1": "latin-1",
}
_SAMPLE: Final = 65_536


def read_bytes(path: str | PathLike[str]) -> bytes:
    """Return a file's bytes; devices, pipes, folders and files over `MAX_BYTES` are a FormatError, never opened."""
    file = Path(path)
    status = file.stat()
    if not S_ISREG(status.st_mode):
        raise FormatError(f"{file.name} is no ordinary file")
    if status.st_size > MAX_BYTES:
        raise FormatError(f"{file.name} has {status.st_size:,} bytes; at most {MAX_BYTES:,} are read")
    return file.read_bytes()


def decode(data: bytes | str) -> tuple[str, list[str]]:
    """Return text with plain newlines and without a byte order mark, and warnings that name every guess.

    A byte order mark decides, then a charset declared as SGF does it (``CA[...]``), then UTF-8, then a guess.
    Text with NUL characters, and anything over `MAX_BYTES`, is a FormatError.
    """
    if len(data) > MAX_BYTES:
        raise FormatError(f"the text has {len(data):,} bytes; at most {MAX_BYTES:,} are read")
    warnings: list[str] = []
    text = data if isinstance(data, str) else _decode(data, warnings)
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\n\r", "\n").replace("\r", "\n")
    return check_text(text), warnings


def check_text(text: str) -> str:
    """Return a text that holds characters only; NUL bytes and half characters are a FormatError."""
    wrong = None if text.isascii() and "\0" not in text else _NO_TEXT.search(text)
    if wrong:
        before = text[: wrong.start()]
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        what = "a NUL byte: this is binary data" if wrong[0] == "\0" else "half a character (a lone surrogate)"
        raise FormatError(f"{what}, not a record", line, column)
    return text


def _decode(data: bytes, warnings: list[str]) -> str:
    charset, skip = charset_of(data, warnings)
    return data[skip:].decode(charset, "replace")


def charset_of(data: bytes, warnings: list[str]) -> tuple[str, int]:
    """Return the charset of a text and the length of its byte order mark; every guess is added to the warnings."""
    for mark, charset in _MARKS:
        if data.startswith(mark):
            return _patiently(data[len(mark) :], charset, warnings), len(mark)
    if data[1:4:2] == b"\0\0":
        return _patiently(data, "utf-16-le", warnings), 0
    if data[0:3:2] == b"\0\0":
        return _patiently(data, "utf-16-be", warnings), 0
    declared = _DECLARED.search(data)
    if declared is not None and not data.isascii():
        return _as_declared(data, declared[1].decode("ascii").strip(), warnings), 0
    return _guess(data, warnings), 0


def _patiently(data: bytes, charset: str, warnings: list[str]) -> str:
    if not _is(data, charset):
        warnings.append(f"some characters are not {charset} and were replaced")
    return charset


def _is(data: bytes, charset: str) -> bool:
    try:
        data.decode(charset)
    except UnicodeDecodeError:
        return False
    return True


def _as_declared(data: bytes, name: str, warnings: list[str]) -> str:
    charset = _charset(name)
    if charset is None:
        warnings.append(f"the declared charset {name} is unknown")
        return _guess(data, warnings)
    if _is(data, charset):
        return charset
    if not _is(data, "utf-8"):
        return _patiently(data, charset, warnings)
    warnings.append(f"the text is UTF-8, not {name} as declared")
    return "utf-8"


def _charset(name: str) -> str | None:
    plain = re.sub(r"[^a-z0-9]", "", name.lower())
    if plain in _CHARSETS:
        return _CHARSETS[plain]
    numbered = _NUMBERED.fullmatch(plain)
    charset = numbered and (f"cp{numbered[1]}" if numbered[1] else f"iso8859-{numbered[2]}")
    try:
        return codecs.lookup(charset).name if charset else None
    except LookupError:
        return None


def _guess(data: bytes, warnings: list[str]) -> str:
    if _is(data, "utf-8"):
        return "utf-8"
    damaged = data.decode("utf-8", "replace")
    lost = damaged.count("\ufffd")
    if lost <= 2 * sum(char >= "\u0800" and char != "\ufffd" for char in damaged):
        warnings.append(f"no charset is declared; read as UTF-8, damaged in {lost} places")
        return "utf-8"
    scores = {charset: _usual(data, charset) for charset in _GUESSES}
    best = max(scores, key=lambda charset: scores[charset])
    charset = best if scores[best] >= 0.5 else _of_one_byte(data)
    warnings.append(f"no charset is declared; guessed {charset}")
    return charset


def _of_one_byte(data: bytes) -> str:
    """Guess which alphabet's set of single bytes a text is in.

    The library does this better than any rule of ours. On the short CJK texts of records it is right less often than
    the check of usual characters (13 of 25 texts against 22 when both were tried), so that comes first.
    """
    from charset_normalizer import from_bytes

    found = from_bytes(data[:_SAMPLE], cp_isolation=list(_ALPHABETS)).best()
    charset = _ALPHABETS.get(found.encoding, "latin-1") if found is not None else "latin-1"
    return charset if _is(data, charset) else "latin-1"


def _usual(data: bytes, charset: str) -> float:
    """Return which share of the characters beyond ASCII is frequent in the charset's language; -1: not that charset."""
    try:
        text = data.decode(charset)
    except UnicodeDecodeError:
        return -1.0
    low, high = _GUESSES[charset]
    strange = [char for char in text if char > "\x7f"]
    return sum(low <= char.encode(charset)[0] <= high for char in strange) / max(1, len(strange))
