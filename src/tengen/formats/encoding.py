"""Bytes to text: byte order marks, declared charsets, and a cautious guess otherwise."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from os import PathLike
from pathlib import Path
from stat import S_ISREG
from typing import Final

from ..records import FormatError, Text

MAX_BYTES: Final = 64 * 1024 * 1024
"""Larger files are refused before they are read."""

_MARKS: Final = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_NO_TEXT: Final = re.compile("[\0\ud800-\udfff]")
_BEYOND_LATIN: Final = re.compile(
    "[\u0e00-\u0e7f\u1100-\u11ff\u1e00-\u2bff\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U0001f000-\U0003ffff]"
)
_DECLARED: Final = re.compile(rb"(?<![A-Z])CA\s*\[\s*([A-Za-z0-9_.:\- ]{1,40})\]")
# Broader charsets replace the older ones they contain.
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
# Bytes of each charset's frequent characters: range of the first, start of the second; the first of equal scores wins.
_USUAL: Final = {
    "cp949": (0xB0, 0xC8, 0xA1),
    "cp932": (0x82, 0x97, 0x40),
    "gb18030": (0xB0, 0xD7, 0x40),
    "euc_jp": (0xA4, 0xCF, 0xA1),
    "big5hkscs": (0xA4, 0xC6, 0x40),
}
_CERTAIN, _POSSIBLE = 0.85, 0.5
_ALPHABETS: Final = ("cp1252", "cp1251", "koi8_r", "cp1253")
_SAMPLE: Final = 65_536
PAIRS: Final = {
    **dict.fromkeys(("gb18030", "big5hkscs"), b"\x81-\xfe"),
    "cp932": b"\x81-\x9f\xe0-\xfc",
}
"""The first bytes of characters, by charset, in which the second byte may be a bracket or a backslash."""

SECOND_BYTES: Final = b"\x40-\x7e\x80-\xfe"

_HIGH: Final = re.compile(rb"[\x80-\xff]")
_ASCII: Final = re.compile(rb"[^\]\\\x80-\xff]*+(?:\\[^\x80-\xff][^\]\\\x80-\xff]*+)*", re.DOTALL)
_UTF8: Final = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_UTF8_ALONE: Final = re.compile(rb"(?<![\x80-\xff])(?:" + _UTF8.pattern + rb")+(?![\x80-\xff])")
_END: Final = re.compile(rb"[^\]\\]*+(?:\\.[^\]\\]*+)*\]", re.DOTALL)


def _end_in_pairs(first: bytes, pair: bytes) -> re.Pattern[bytes]:
    """Return the pattern for a charset in which ``pair`` matches characters that begin with one of the bytes ``first``.

    It must match in one way only: backtracking has as many branches as there are pairs.
    """
    return re.compile(
        rb"(?:[^\]\\" + first + rb"]++|" + pair + rb"|\\(?:[^" + first + rb"]|" + pair + rb"))*\]", re.DOTALL
    )


_ENDS: Final = {
    **{name: _end_in_pairs(first, rb"[" + first + rb"][" + SECOND_BYTES + rb"]?+") for name, first in PAIRS.items()},
    "iso2022_jp": _end_in_pairs(rb"\x1b", rb"(?>\x1b\$[@B](?:[!-~]{2})*(?:\x1b\([BJ])?|\x1b)"),
}
_WORD: Final = re.compile(r"[A-Za-z\x80-\U0010ffff]+")
_ONE_ALPHABET: Final = re.compile(
    r"(?=[^A-Za-z]*[A-Za-z])[A-Za-z\xb7\xc0-\u024f]+|[\u0386-\u03ce]{2,}|[\u0401-\u045f\u0490\u0491]{2,}"
    r"|[\u05d0-\u05ea]{2,}|[\u0621-\u064a]{2,}"
)
_LOOSE: Final = re.compile(rb"(?<!\\)\][^\[\]\x80-\xff]*+[\x80-\xff][^\[\]]*+\]")
"""A bracket that does not end a value, as the second byte of a character."""

_BEFORE_NAME: Final = re.compile(r"[^\x00-\x7f](?=[\s;()]*+(?:[A-Z]{1,2}\s*+\[|\Z))", re.ASCII)
"""The character before a property's name or the end: it must not be one whose second byte is a bracket."""

_EATEN: Final = re.compile("\ufffd(?=[\\s;()]*+[A-Z]{1,2}\\s*+\\[)", re.ASCII)
"""A replaced character that consumed the bracket before a property's name."""

_NO_LETTERS: Final = re.compile(rb"[\x80-\xbf]|[\x80-\xff]{2}")
"""Bytes absent from words in Latin letters, in which accented letters are rare and single."""

_WESTERN: Final = ("latin-1", "cp1252", "iso8859-1", "iso8859-15")
_LATIN: Final = re.compile(rb"[A-Za-z][\x80-\xff]|[\x80-\xff][A-Za-z]|(?<![\x80-\xff])[\x80-\xff](?![\x80-\xff])")


def read_bytes(path: str | PathLike[str]) -> bytes:
    """Return a file's bytes; devices, pipes, folders and files over `MAX_BYTES` are a FormatError, never opened."""
    file = Path(path)
    status = file.stat()
    if not S_ISREG(status.st_mode):
        raise FormatError("{file} is not an ordinary file", file=file.name or str(file))
    if status.st_size > MAX_BYTES:
        what = Text("{file} has {count:,} bytes; the maximum is {most:,}")
        raise FormatError(what.with_values(file=file.name, count=status.st_size, most=MAX_BYTES))
    return file.read_bytes()


def decode(data: bytes | str) -> tuple[str, list[str]]:
    """Return text with plain newlines and without a byte order mark, and warnings about every guess.

    A byte order mark decides, then UTF-8, then a fitting charset declared as in SGF (``CA[...]``), then a guess. Text
    with NUL characters, and anything over `MAX_BYTES`, is a FormatError.
    """
    check_length(data)
    warnings: list[str] = []
    if not isinstance(data, str):
        charset, begin = marked_charset(data)
        data = decode_as(data[begin:], charset or charset_of(data, warnings), warnings)
    text = plain_text(data)
    problem = find_no_text(text)
    if problem:
        before = text[: problem[0]]
        raise FormatError(problem[1], before.count("\n") + 1, len(before) - before.rfind("\n"))
    return text, warnings


def check_length(data: bytes | str) -> None:
    if len(data) > MAX_BYTES:
        raise FormatError("the text has {count:,} bytes; the maximum is {most:,}", count=len(data), most=MAX_BYTES)


def plain_text(text: str) -> str:
    """Return text with plain newlines and without a byte order mark."""
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\n\r", "\n").replace("\r", "\n")
    return text


def find_no_text(text: str) -> tuple[int, Text] | None:
    """Return the place of anything other than characters in a text, and its description; None for valid text."""
    wrong = None if text.isascii() and "\0" not in text else _NO_TEXT.search(text)
    if wrong is None:
        return None
    if wrong[0] == "\0":
        return wrong.start(), Text("a NUL byte: this is binary data, not a record")
    return wrong.start(), Text("half a character (a lone surrogate), not a record")


def marked_charset(data: bytes) -> tuple[str | None, int]:
    """Return the charset implied by a text's first bytes, and the length of its byte order mark."""
    for mark, charset in _MARKS:
        if data.startswith(mark):
            return charset, len(mark)
    if data[1:4:2] == b"\0\0":
        return "utf-16-le", 0
    if data[0:3:2] == b"\0\0":
        return "utf-16-be", 0
    return None, 0


def decode_as(data: bytes, charset: str, warnings: list[str]) -> str:
    """Return text in a charset, but UTF-8 values as UTF-8; add every repair to the warnings.

    Characters in neither are replaced, with a warning unless there is one.
    """
    if not _is_per_value(charset):
        return _repaired(data, charset, warnings)
    texts, charsets = list[str](), set[str]()
    for part, own in _parts(data, charset):
        texts.append(_repaired(part, own, warnings))
        charsets.add(own)
    if "utf-8" in charsets:
        warnings.append(f"some values are UTF-8, the others {charset}")
    return "".join(texts)


def _repaired(data: bytes, charset: str, warnings: list[str]) -> str:
    text = _decoded(data, charset)
    if text is None and not warnings:
        warnings.append(f"some characters are not {charset} and were replaced")
    return data.decode(charset, _REPLACE_PAIRS if charset in PAIRS else "replace") if text is None else text


def _decoded(data: bytes, charset: str) -> str | None:
    try:
        return data.decode(charset)
    except UnicodeDecodeError:
        return None


_REPLACE_PAIRS: Final = "tengen.replace-pairs"


def _replace_pair(error: UnicodeError) -> tuple[str, int]:
    """Replace an invalid character by a mark, with its second byte if it may have one, so that no `]` is exposed."""
    assert isinstance(error, UnicodeDecodeError)
    second = error.object[error.start + 1 : error.start + 2]
    return "\ufffd", error.start + (2 if _SECOND_BYTE.fullmatch(second) else 1)


_SECOND_BYTE: Final = re.compile(b"[" + SECOND_BYTES + b"]", re.DOTALL)
codecs.register_error(_REPLACE_PAIRS, _replace_pair)


class ValueEnds:
    """The ends of a text's values, if brackets and backslashes may be second bytes of characters.

    A value that is UTF-8 up to its bracket is UTF-8, whatever the charset. A failed attempt to read one as UTF-8 may
    have passed the ends of others, which are not retried, so that the time stays linear.
    """

    def __init__(self, charset: str) -> None:
        self.charset: Final = charset
        self._own_end: Final = _ENDS.get(charset, _END)
        self._attempted = 0

    def find(self, data: bytes, at: int, base: int = 0) -> tuple[int, bool] | None:
        """Return the offset after the `]` that ends the value around ``at``, and whether the value is UTF-8.

        Offsets count from ``base``. None: the data ends before the value.
        """
        begin = base + at
        ascii_text = _ASCII.match(data, begin) if at >= self._attempted and self.charset != "iso2022_jp" else None
        if ascii_text and _UTF8.match(data, ascii_text.end()):
            found = _END.match(data, begin)
            if found is None or _is_utf8(found[0], self.charset):
                return (found.end() - base, True) if found else None
            self._attempted = found.end() - base
        found = self._own_end.match(data, begin)
        return (found.end() - base, False) if found else None


def _parts(data: bytes, charset: str) -> Iterator[tuple[bytes, str]]:
    """Yield a text in parts with their charsets: UTF-8 for values in UTF-8, "ascii" at the end, else the given one."""
    if not _UTF8_ALONE.search(data):
        yield data, charset
        return
    ends, at = ValueEnds(charset), 0
    while high := _HIGH.search(data, at):
        begin = max(at, data.rfind(b"]", at, high.start()) + 1)
        found = ends.find(data, begin)
        end, utf8 = found or (len(data), _is_utf8(data[begin:], charset))
        yield data[at:end], "utf-8" if utf8 else charset
        at = end
    yield data[at:], "ascii"


def _is_per_value(charset: str) -> bool:
    """Return whether a charset contains ASCII unchanged, so that values in UTF-8 may occur among its own."""
    return charset not in ("ascii", "utf-8", "iso2022_jp") and not charset.startswith("utf-16")


def charset_of(
    data: bytes, warnings: list[str], around: Callable[[], bytes | None] = lambda: b"", before: str = ""
) -> str:
    """Return the charset of a text without a byte order mark, adding every guess to the warnings.

    Valid UTF-8 is read as UTF-8, whatever is declared. To help guessing, ``around`` returns a longer text that begins
    with this one, or None if an earlier call returned it; ``before`` is the charset of that text.
    """
    found = None if data.isascii() and b"\x1b" not in data else _DECLARED.search(data)
    name = found[1].decode("ascii").strip() if found else ""
    declared = _charset(name)
    if data.isascii():
        return declared if declared == "iso2022_jp" else "ascii"
    if name and declared is None:
        warnings.append(f"the declared charset {name} is unknown")
    if _is_utf8(data, declared):
        if declared not in (None, "utf-8"):
            warnings.append(f"the text is UTF-8, not {name} as declared")
        return "utf-8"
    usable = declared if declared and _is_per_value(declared) else ""
    # Latin letters form words: pairs of non-ASCII bytes suggest another charset.
    likely = usable not in _WESTERN or _LATIN.search(data) is not None
    if usable and _own_text(data, usable) is not None and (likely or _best(data)[1] < _CERTAIN):
        return usable
    why = f"the text is not {name} as declared" if declared else "no charset is declared"
    return _guess(data, warnings, why, usable, around, before)


def _is_utf8(data: bytes, declared: str | None) -> bool:
    """Return whether a text is UTF-8.

    Pairs of bytes may fit both UTF-8 and a declared Chinese, Japanese or Korean charset: they are UTF-8 if they form
    words of one alphabet.
    """
    text = _decoded(data, "utf-8")
    if text is None or declared not in _USUAL or _BEYOND_LATIN.search(text) or _decoded(data, declared) is None:
        return text is not None
    return all(word.isascii() or _ONE_ALPHABET.fullmatch(word) for word in _WORD.findall(text))


def _own_text(data: bytes, charset: str) -> str | None:
    """Return the decoded parts of a text that are not UTF-8; None if invalid, or if a character hides a bracket."""
    texts = []
    for part, own in _parts(data, charset):
        if own == charset:
            text = _decoded(part, charset)
            if text is None or _hides_bracket(text, charset):
                return None
            texts.append(text)
    return "".join(texts)


def _is_only_damaged(data: bytes, charset: str) -> bool:
    """Return whether a text has bytes outside its charset, while the others hide no bracket."""
    if _decoded(data, charset) is not None:
        return False
    text = "".join(_repaired(part, own, ["silent"]) for part, own in _parts(data, charset))
    return not _hides_bracket(text, charset) and _EATEN.search(text) is None


def _hides_bracket(text: str, charset: str) -> bool:
    before = (found[0].encode(charset, "ignore") for found in _BEFORE_NAME.finditer(text) if charset in PAIRS)
    return any(char[1:] == b"]" for char in before)


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


def _guess(
    data: bytes, warnings: list[str], why: str, declared: str, around: Callable[[], bytes | None], before: str
) -> str:
    odd = b"".join(part for part, own in _parts(data, "") if not own)
    damaged = odd.decode("utf-8", "replace")
    lost = damaged.count("\ufffd")
    if lost <= 2 * len(_BEYOND_LATIN.findall(damaged)):
        where = f"{lost} places" if lost > 1 else "one place"
        warnings.append(f"{why}; read as UTF-8, damaged in {where}")
        return "utf-8"
    wider = None if before in _USUAL and _own_text(data, before) is not None else around()
    if wider is None and before and _own_text(data, before) is not None:
        warnings.append(f"{why}; read as {before}, like the game before")
        return before
    loose = _LOOSE.search(data) is not None
    among = PAIRS if loose else _USUAL
    charset, score = _best(wider or data, among)
    if wider and _own_text(data, charset) is None:
        charset, score = _best(data, among)
    if not loose and not _NO_LETTERS.search(odd):
        score = 0
    if score < (_POSSIBLE if loose else _CERTAIN):
        if declared and _is_only_damaged(data, declared):
            return declared
        possible = [charset] if score >= _POSSIBLE else []
        charset = "latin-1" if wider is None else _of_library(odd, possible)
        if charset == "latin-1" and score > _POSSIBLE:  # for lack of a better one
            charset = possible[0]
    warnings.append(f"{why}; guessed {charset}")
    return charset


def _best(data: bytes, among: Iterable[str] = tuple(_USUAL)) -> tuple[str, float]:
    """Return the likeliest of the Chinese, Japanese and Korean charsets, and its score."""
    scores = {charset: _usual(data, charset) for charset in among}
    best = max(scores, key=lambda charset: scores[charset])
    return best, scores[best]


def _of_library(data: bytes, possible: list[str]) -> str:
    """Return the charset-normalizer's choice among alphabets, if possible; else SGF's own, Latin-1.

    It identifies alphabets by their languages. On the short Chinese, Japanese and Korean texts of records it is right
    less often than `_usual`, so it is not used if `_usual` is certain.
    """
    from charset_normalizer import from_bytes

    strange = re.search(rb"[\x80-\xff]", data)
    begin = max(0, strange.start() - _SAMPLE // 4) if strange else 0
    best = from_bytes(data[begin : begin + _SAMPLE], cp_isolation=[*possible, *_ALPHABETS]).best()
    found = best.encoding if best is not None else "".join(possible)
    return found if found not in ("", "cp1252") and _decoded(data, found) is not None else "latin-1"


def _usual(data: bytes, charset: str) -> float:
    """Return the share of characters beyond ASCII that are frequent in the charset's language; -1: not that charset."""
    text = _own_text(data, charset)
    if text is None:
        return -1.0
    low, high, second = _USUAL[charset]
    strange = [char.encode(charset, "ignore") for char in text if char > "\x7f"]  # some occur in pairs only
    usual = sum(len(char) == 2 and low <= char[0] <= high and second <= char[1] for char in strange)
    return usual / max(1, len(strange))
