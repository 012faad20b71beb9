"""What the pages say, in the reader's language: ``say`` a text, ``tell`` one that was made elsewhere.

``say("Play {point}", point="D4")`` in Python, in templates and, as ``say("Play {point}", {point})``, in scripts. The
English text is the key of its translations (`languages`); without one it is shown itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256

from ..records import Listing, Text, joined
from .languages import rendered_texts
from .languages.catalogue import ENGLISH, LANGUAGES, catalogue
from .languages.reader_language import language, once_a_language, speaking

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "language",
    "number",
    "once_a_language",
    "read_language",
    "say",
    "say_count",
    "script_words",
    "speaking",
    "tell",
    "tell_all",
    "together",
]


def tell(text: str) -> str:
    """Return a text in the reader's language."""
    return rendered_texts.rendered(text, language())


def say(template: str, /, **values: object) -> str:
    """Return a template filled in, in the reader's language."""
    return tell(Text(template, **values))


def say_count(one: str, other: str, count: float, /, **values: object) -> str:
    """Return one of two templates by a count, in the reader's language and its plural forms."""
    return tell(Text.counted(one, other, count, **values))


def together(sentences: Iterable[str]) -> str:
    """Return sentences one after another, in the reader's language."""
    return tell(joined(sentences))


def tell_all(data: object) -> object:
    """Return plain data with every text in it in the reader's language, however deep it stands."""
    if isinstance(data, str):
        return tell(data) if isinstance(data, Text) else data
    if isinstance(data, Mapping):
        return {key: tell_all(value) for key, value in data.items()}
    if isinstance(data, Listing):
        return tell(Text("{listed}", listed=data))
    return [tell_all(each) for each in data] if isinstance(data, list | tuple) else data


def number(value: float) -> str:
    """Return a number as the reader writes it: 6.5 in English, 6,5 in German."""
    return rendered_texts.written(value, "g", catalogue(language()).locale)


def read_language(chosen: str) -> None:
    """Read the catalogue of a language now, which takes some tenths of a second once."""
    script_words(chosen)


@cache
def script_words(chosen: str) -> tuple[str, str]:
    """Return what scripts need to show a language, as JSON, and what changes whenever that does; "" for English.

    ``texts`` are the translations by the English text, and ``forms`` say which plural form each category of CLDR takes.
    """
    if chosen == ENGLISH:
        return "", ""
    known = catalogue(chosen)
    texts = {english: found for english, found in known.texts.items() if english in known.scripts}
    data = {"texts": texts, "forms": known.forms}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text, sha256(text.encode()).hexdigest()[:16]
