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
_BEYOND_LATIN: Final = re.compile("[\u0800-\ufffc\ufffe-\U0010ffff]")
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
# First bytes of each set's frequent characters; of equal scores the earlier wins.
_USUAL: Final = {
    "cp949": (0xB0, 0xC8),
    "cp932": (0x82, 0x97),
    "gb18030": (0xB0, 0xD7),
    "euc_jp": (0xA4, 0xCF),
    "big5hkscs": (0xA4, 0xC6),
}
_CERTAIN, _POSSIBLE = 0.85, 0.5
_ALPHABETS: Final = ("cp1252", "cp1251", "koi8_r", "cp1253")
_SAMPLE: Final = 65_536
PAIRS: Final = {
    **dict.fromkeys(("gb18030", "big5hkscs"), b"\x81-\xfe"),
    "cp932": b"\x81-\x9f\xe0-\xfc",
}
"""The charsets in which brackets and backslashes may be the second byte of a character: the bytes that begin one."""

SECOND_BYTES: Final = b"\x40-\x7e\x80-\xfe"


def read_bytes(path: str | PathLike[str]) -> bytes:
    """Return a file's bytes; devices, pipes, folders and files over `MAX_BYTES` are a FormatError, never opened."""
    file = Path(path)
    status = file.stat()
    if not S_ISREG(status.st_mode):
        raise FormatError(f"{file.name or file} is no ordinary file")
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
    text = plain_text(text)
    problem = find_no_text(text)
    if problem:
        before = text[: problem[0]]
        raise FormatError(problem[1], before.count("\n") + 1, len(before) - before.rfind("\n"))
    return text, warnings


def plain_text(text: str) -> str:
    """Return text with plain newlines and without a byte order mark."""
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\n\r", "\n").replace("\r", "\n")
    return text


def find_no_text(text: str) -> tuple[int, str] | None:
    """Return where a text holds something other than characters, and what that is; None where all is well."""
    wrong = None if text.isascii() and "\0" not in text else _NO_TEXT.search(text)
    if wrong is None:
        return None
    what = "a NUL byte: this is binary data" if wrong[0] == "\0" else "half a character (a lone surrogate)"
    return wrong.start(), f"{what}, not a record"


def _decode(data: bytes, warnings: list[str]) -> str:
    charset, begin = marked_charset(data)
    return decode_as(data[begin:], charset or charset_of(data, warnings), warnings)


def marked_charset(data: bytes) -> tuple[str | None, int]:
    """Return the charset that a text's first bytes give away, and how many of them are a byte order mark."""
    for mark, charset in _MARKS:
        if data.startswith(mark):
            return charset, len(mark)
    if data[1:4:2] == b"\0\0":
        return "utf-16-le", 0
    if data[0:3:2] == b"\0\0":
        return "utf-16-be", 0
    return None, 0


def decode_as(data: bytes, charset: str, warnings: list[str]) -> str:
    """Return text in a charset; what is none of its characters is replaced, with a warning unless there is one."""
    try:
        return data.decode(charset)
    except UnicodeDecodeError:
        if not warnings:
            warnings.append(f"some characters are not {charset} and were replaced")
        return data.decode(charset, _REPLACE_PAIRS if charset in PAIRS else "replace")


_REPLACE_PAIRS: Final = "tengen.replace-pairs"


def _replace_pair(error: UnicodeError) -> tuple[str, int]:
    """Replace a wrong character by a mark, with its second byte where it may have one, so that no `]` comes loose."""
    assert isinstance(error, UnicodeDecodeError)
    second = error.object[error.start + 1 : error.start + 2]
    return "\ufffd", error.start + (2 if _SECOND_BYTE.fullmatch(second) else 1)


_SECOND_BYTE: Final = re.compile(b"[" + SECOND_BYTES + b"]", re.DOTALL)
codecs.register_error(_REPLACE_PAIRS, _replace_pair)


def charset_of(data: bytes, warnings: list[str], around: bytes = b"", before: str = "") -> str:
    """Return the charset of a text without a byte order mark; every guess is added to the warnings.

    To help guessing, ``around`` is a longer text that begins with this one, and ``before`` the charset of the one
    before it.
    """
    if data.isascii() and b"\x1b" not in data:
        return "ascii"
    declared = _DECLARED.search(data)
    if declared is None:
        return _guess(data, warnings, around, before)
    name = declared[1].decode("ascii").strip()
    charset = _charset(name)
    if charset is None:
        warnings.append(f"the declared charset {name} is unknown")
        return _guess(data, warnings, around, before)
    if not _is(data, charset) and _is(data, "utf-8"):
        warnings.append(f"the text is UTF-8, not {name} as declared")
        return "utf-8"
    return charset


def _is(data: bytes, charset: str) -> bool:
    try:
        data.decode(charset)
    except UnicodeDecodeError:
        return False
    return True


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


def _guess(data: bytes, warnings: list[str], around: bytes, before: str) -> str:
    if _is(data, "utf-8"):
        return "utf-8"
    damaged = data.decode("utf-8", "replace")
    lost = damaged.count("\ufffd")
    if lost <= 2 * len(_BEYOND_LATIN.findall(damaged)):
        where = f"{lost} places" if lost > 1 else "one place"
        warnings.append(f"no charset is declared; read as UTF-8, damaged in {where}")
        return "utf-8"
    if before in _USUAL and _is(data, before):
        warnings.append(f"no charset is declared; read as {before}, like the game before")
        return before
    charset = _likeliest(around or data)
    if around and not _is(data, charset):
        charset = _likeliest(data)
    warnings.append(f"no charset is declared; guessed {charset}")
    return charset


def _likeliest(data: bytes) -> str:
    scores = {charset: _usual(data, charset) for charset in _USUAL}
    best = max(scores, key=lambda charset: scores[charset])
    return best if scores[best] >= _CERTAIN else _of_library(data, [best] if scores[best] >= _POSSIBLE else [])


def _of_library(data: bytes, possible: list[str]) -> str:
    """Return the charset-normalizer's choice among alphabets, and a charset that is possible; else SGF's own, Latin-1.

    It knows alphabets by their languages. On the short Chinese, Japanese and Korean texts of records it is right less
    often than `_usual`, so it is not asked where that is certain.
    """
    from charset_normalizer import from_bytes

    strange = re.search(rb"[\x80-\xff]", data)
    begin = max(0, strange.start() - _SAMPLE // 4) if strange else 0
    best = from_bytes(data[begin : begin + _SAMPLE], cp_isolation=[*possible, *_ALPHABETS]).best()
    found = best.encoding if best is not None else "".join(possible)
    return found if found not in ("", "cp1252") and _is(data, found) else "latin-1"


def _usual(data: bytes, charset: str) -> float:
    """Return which share of the characters beyond ASCII is frequent in the charset's language; -1: not that charset."""
    try:
        text = data.decode(charset)
    except UnicodeDecodeError:
        return -1.0
    low, high = _USUAL[charset]
    strange = [char.encode(charset, "ignore")[:1] for char in text if char > "\x7f"]  # some stand in pairs only
    return sum(len(first) == 1 and low <= first[0] <= high for first in strange) / max(1, len(strange))
