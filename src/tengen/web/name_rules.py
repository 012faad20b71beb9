"""Which names nobody may claim: those of the people who run the server, and the words of the operator's own list."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from ..formats.encoding import read_bytes
from ..records import TengenError
from .request_errors import RequestError
from .security import plain_name
from .texts import say

RESERVED: Final = (
    *("admin", "administrator", "moderator", "mod", "operator", "owner", "root", "staff", "support", "sysop", "system"),
    *("tengen", "computer", "server", "official", "webmaster"),
)
"""Names that only the server's operators may have; digits after one make no difference."""

_ALIKE: Final = str.maketrans(
    {
        **dict(zip("0134578@$!|", "oieastbasil", strict=True)),
        **dict(zip("авеікмнорстухѕјԁ", "abeikmhopctyxsjd", strict=True)),  # Cyrillic, then Greek
        **dict(zip("αβεηικμνορτυχ", "abenikmvoptux", strict=True)),
        **dict(zip("ıłøđß", "ilodb", strict=True)),
    }
)
"""Letters and digits that look like a Latin letter, by that letter: the most common ones, not all there are."""


def looks(name: str) -> str:
    """Return what a name looks like: small Latin letters for what looks like them, nothing between letters.

    >>> looks("\u0410dm\u00efn"), looks("t-E-n-g-3-n"), looks("Ｒｏｏｔ")
    ('admin', 'tengen', 'root')
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    alike = "".join(letter for letter in plain if not unicodedata.combining(letter)).translate(_ALIKE)
    return "".join(letter for letter in alike if letter.isalnum())


class NameRules:
    """Refuses names: ``words`` wherever they stand within a name, those that begin with ``=`` as the whole name."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        given = tuple(words)
        self._within = frozenset(filter(None, (looks(word) for word in given if not word.startswith("="))))
        whole = (*RESERVED, *(word[1:] for word in given if word.startswith("=")))
        self._whole = frozenset(filter(None, map(looks, whole)))

    def allows(self, name: str) -> bool:
        """Say whether somebody may be called so.

        >>> rules = NameRules(["rude", "=odd"])
        >>> [rules.allows(name) for name in ("Ada", "xRud3x", "Odd", "Oddny", "ADM1N", "Admin 2", "Admina")]
        [True, False, False, True, False, False, True]
        """
        seen = looks(name)
        bare = looks(name.rstrip("0123456789 _-.#"))
        return not {seen, bare} & self._whole and not any(word in seen for word in self._within)

    def claimed(self, text: str) -> str | None:
        """Return the name that somebody claims, without what cannot be seen; None: none.

        Raises:
            RequestError: nobody may be called so.
        """
        name = plain_name(text)
        if name is not None and not self.allows(name):
            raise RequestError(422, "name-refused", say("refused.name"))
        return name


def read_words(path: Path) -> tuple[str, ...]:
    """Return the words of a file, one a line; what follows a ``#`` is a remark.

    Raises:
        TengenError: it cannot be read, or a word has no letter.
    """
    try:
        lines = read_bytes(path).decode("utf-8").splitlines()
    except OSError as error:
        raise TengenError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise TengenError(f"{path.name} is not UTF-8") from None
    found = [(number, line.partition("#")[0].strip()) for number, line in enumerate(lines, 1)]
    for number, word in found:
        if word and not looks(word):
            raise TengenError(f"{path.name}, line {number}: {word!r} has no letter or digit that a name could have")
    return tuple(word for _, word in found if word)
