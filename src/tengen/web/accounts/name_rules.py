"""Names that are refused: those of the server's staff, and the words of the operator's list."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Final

from ...formats.encoding import read_bytes
from ...records import TengenError
from ..errors import NAME_REFUSED, RequestError
from ..talk.plain_text import plain_name

_ORDINARY: Final = ("computer", "mod", "owner", "root", "server")
"""Reserved words that ordinary names also contain: refused alone, or next to a companion or another such word."""

RESERVED: Final = (
    *("admin", "administrator", "moderator", "official", "operator", "staff", "support", "sysop", "system"),
    *("tengen", "webmaster", *_ORDINARY),
)
"""Names of the server's staff; all but the ordinary ones are refused next to any other word, and in the plural."""

_RESERVED_WITHIN: Final = (
    *("管理员", "管理員", "客服", "官方", "系统", "系統", "版主", "运营", "運營"),
    *("管理者", "運営", "公式", "システム", "サポート"),
    *("관리자", "운영자", "운영진", "공식", "시스템"),
)
"""The same in languages without spaces between words."""

_COMPANIONS: Final = (
    *("the", "team", "message", "msg", "bot", "help", "desk", "account", "notice", "info", "service", "go", "real"),
)
"""Words that occur next to reserved words in names that speak for the server."""

_LONE_DIGITS: Final = re.compile(r"(?<![^\W_])\d+(?![^\W_])")
"""Digits that do not replace a letter of a word."""

_NEW_WORD: Final = re.compile(r"\d+|(?<=[a-z])(?=[A-Z])")
"""Where a word may end without a space: at digits, and before a capital."""

_ALIKE: Final = str.maketrans(
    {
        **dict(zip("0134578@$!|", "oieastbasil", strict=True)),
        **dict(zip("авгеікмнопрстухѕјԁһӏԛԝѵүԍ", "abreikmhonpctyxsjdhlqwvyg", strict=True)),  # Cyrillic
        **dict(zip("αβεηικμνορτυχγωϲϳ", "abenikmvoptuxywcj", strict=True)),  # Greek
        **dict(zip("օոսհցզաքյ", "onuhgqwpj", strict=True)),  # Armenian
        **dict(zip("ıłøđßɑɡɩʟɢɴʀɪʏʙʜɾƙ", "ilodbagilgnriybhrk", strict=True)),
        **dict(zip("ᴀᴄᴅᴇꜰᴊᴋᴍᴏᴘꜱᴛᴜᴠᴡᴢ", "acdefjkmopstuvwz", strict=True)),  # small capitals
        **{chr(begin + at): chr(ord("a") + at) for begin in (0x1F150, 0x1F170, 0x1F1E6) for at in range(26)},
    }
)
"""Common letters and digits that look like a Latin letter, mapped to that letter."""

_SAME: Final = str.maketrans({"l": "i"})
"""A lower-case l looks like a capital I."""


def looks(name: str) -> str:
    """Return a name with look-alikes replaced by lower-case Latin letters, without anything between letters.

    >>> looks("\u0410dm\u00efn"), looks("t-E-n-g-3-n"), looks("Ｒｏｏｔ")
    ('admin', 'tengen', 'root')
    """
    return "".join(letter for letter in _alike(name) if letter.isalnum())


def _alike(name: str) -> str:
    """Return a name with look-alikes replaced by lower-case Latin letters, with the characters between its words."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).translate(_ALIKE)


def _skeleton(word: str) -> str:
    """Return a key that is equal for words that look alike."""
    return looks(word).replace("rn", "m").replace("vv", "w").translate(_SAME)


def _with_plurals(words: Iterable[str]) -> frozenset[str]:
    return frozenset(f"{_skeleton(word)}{ending}" for word in words for ending in ("", "s"))


_OFFICES: Final = _with_plurals(RESERVED)
_COMMON: Final = _with_plurals(_ORDINARY)
_BESIDE: Final = _OFFICES | frozenset(map(_skeleton, _COMPANIONS))
_PIECES: Final = (*_BESIDE, "s")


def _claims_office(name: str) -> bool:
    """Return whether a name poses as the server: as a whole, by one of its words or by two adjacent ones."""
    for written in (name, _LONE_DIGITS.sub(" ", name), _NEW_WORD.sub(" ", name)):
        plain = "".join(letter if letter.isalnum() else " " for letter in _alike(written))
        words = [_skeleton(word) for word in plain.split()]
        if _is_made_of_offices(_skeleton(plain)):
            return True
        if any(word not in _COMMON and _is_made_of_offices(word) for word in words):
            return True
        if any({*pair} & _COMMON and {*pair} <= _BESIDE for pair in pairwise(words)):
            return True
    return False


def _is_made_of_offices(seen: str) -> bool:
    """Return whether a word is a reserved word, or consists only of reserved words and their companions."""
    reached = {0}
    for at in range(len(seen)):
        if at in reached:
            reached.update(at + len(piece) for piece in _PIECES if seen.startswith(piece, at))
    return len(seen) in reached and any(office in seen for office in _OFFICES)


class NameRules:
    """Refuses names that contain one of ``words``; a word after ``=`` is only refused as the whole name."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        given = tuple(words)
        within = (*_RESERVED_WITHIN, *(word for word in given if not word.startswith("=")))
        self._within = frozenset(filter(None, map(looks, within)))
        self._whole = frozenset(filter(None, (looks(word[1:]) for word in given if word.startswith("="))))

    def allows(self, name: str) -> bool:
        """Return whether a visitor may have this name.

        >>> rules = NameRules(["rude", "=odd"])
        >>> [rules.allows(name) for name in ("Ada", "xRud3x", "Odd", "Oddny", "ADM1N", "Admin 2", "Admina")]
        [True, False, False, True, False, False, True]
        """
        seen = looks(name)
        bare = looks(name.rstrip("0123456789 _-.#"))
        if {seen, bare} & self._whole or any(word in seen for word in self._within):
            return False
        return not _claims_office(name)

    def claimed(self, text: str) -> str | None:
        """Return a claimed name, if any, without invisible characters; RequestError if it is refused."""
        name = plain_name(text)
        if name is not None and not self.allows(name):
            raise RequestError(422, "name-refused", NAME_REFUSED)
        return name


def read_words(path: Path) -> tuple[str, ...]:
    """Return the words of a file, one a line, without ``#`` comments; TengenError if one is invalid."""
    try:
        lines = read_bytes(path).decode("utf-8").splitlines()
    except OSError as error:
        raise TengenError("{path} cannot be read: {error}", path=path, error=error.strerror) from None
    except UnicodeDecodeError:
        raise TengenError("{path} is not UTF-8", path=path.name) from None
    found = [(number, line.partition("#")[0].strip()) for number, line in enumerate(lines, 1)]
    for number, word in found:
        if word and not looks(word):
            raise TengenError(
                "{path}, line {number}: {word!r} has no letter or digit that a name could have",
                path=path.name,
                number=number,
                word=word,
            )
    return tuple(word for _, word in found if word)
