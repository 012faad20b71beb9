"""Translation of the page's texts: ``say`` a text, or ``tell`` a text that was made elsewhere.

``say("Play {point}", point="D4")`` in Python, in templates and, as ``say("Play {point}", {point})``, in scripts. The
English text is the key of its translations (`languages`), and is shown without one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, reduce
from hashlib import sha256
from string import Formatter
from typing import Any, Final

from babel import Locale
from babel.lists import format_list
from babel.numbers import get_decimal_symbol, get_group_symbol

from ..records import Listing, Text, joined
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
    return rendered(text, language())


def say(template: str, /, **values: object) -> str:
    """Return a template filled in, in the reader's language."""
    return tell(Text(template, **values))


def say_count(one: str, other: str, count: float, /, **values: object) -> str:
    """Return a template in the plural form for a count, in the reader's language."""
    return tell(Text.counted(one, other, count, **values))


def together(sentences: Iterable[str]) -> str:
    """Join sentences in the reader's language."""
    return tell(joined(sentences))


def tell_all(data: object) -> object:
    """Return plain data with every text in it in the reader's language, at any depth."""
    if isinstance(data, str):
        return tell(data) if isinstance(data, Text) else data
    if isinstance(data, Mapping):
        return {key: tell_all(value) for key, value in data.items()}
    if isinstance(data, Listing):
        return tell(Text("{listed}", listed=data))
    return [tell_all(each) for each in data] if isinstance(data, list | tuple) else data


def number(value: float) -> str:
    """Return a number as the reader writes it: 6.5 in English, 6,5 in German."""
    return written(value, "g", catalogue(language()).locale)


def read_language(chosen: str) -> None:
    """Load the catalogue of a language, which takes some tenths of a second once."""
    script_words(chosen)


@cache
def script_words(chosen: str) -> tuple[str, str]:
    """Return the translations for scripts as JSON, and their version; "" for English.

    ``texts`` are the translations by the English text, and ``forms`` say which plural form each category of CLDR takes.
    """
    if chosen == ENGLISH:
        return "", ""
    known = catalogue(chosen)
    texts = {english: found for english, found in known.texts.items() if english in known.scripts}
    data = {"texts": texts, "forms": known.forms}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text, sha256(text.encode()).hexdigest()[:16]


_SYLLABLES: Final = range(0xAC00, 0xD7A4)
_FINALS: Final = 28
"""Hangul syllables that share initial and vowel; the first has no final consonant."""
_RIEUL: Final = 8
"""The index of the final ㄹ."""
_CONSONANTS: Final = {"0": 21, "1": _RIEUL, "3": 16, "6": 1, "7": _RIEUL, "8": _RIEUL, "l": _RIEUL, "m": 16, "n": 4}
"""The final consonants of digits read in Korean, and of Latin letters at the end of a name."""

_PARTICLES: Final = frozenset(["이", "은", "을", "과", "으로"])
"""Particles that may follow a number, in the form after a consonant."""

_STYLES: Final[Mapping[str, Any]] = {"and": "standard", "or": "or"}
"""CLDR's names of list styles; a style with commas alone does not exist."""


def rendered(text: str, language: str) -> str:
    """Return a text in a language, or in English if the template is not translated.

    A plain string, such as a person's name, stays as it is.

    >>> rendered(Text("{colour}: {points:g}", colour=Text("White"), points=17.5), "de")
    'Weiß: 17,5'
    """
    if language == ENGLISH or not isinstance(text, Text) or not text:
        return str(text)
    template = catalogue(language).template(text)
    return _filler(language).vformat(template, (), text.values) if text.values else template


class _Filler(Formatter):
    """Fills in a template as a language does; docs/how/translating.md lists the formats of placeholders."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._locale = catalogue(language).locale

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return self._told(kwargs[str(key)])

    def _told(self, value: Any) -> Any:
        if isinstance(value, Text):
            return rendered(value, self._language)
        return self._listed(value) if isinstance(value, Listing) else value

    def _listed(self, items: Listing) -> str:
        parts = [self.format_field(self._told(each), "") for each in items]
        if items.style in _STYLES:
            return format_list(parts, _STYLES[items.style], self._locale)
        template = catalogue(self._language).template(Text("{first}, {then}"))
        return reduce(lambda first, then: template.format(first=first, then=then), parts) if parts else ""

    def format_field(self, value: Any, format_spec: str) -> str:
        first, slash, second = format_spec.partition("/")
        if not isinstance(value, int | float):
            return f"{value}{_particle(str(value), first, second)}" if slash else format(value, format_spec)
        if not slash:
            return written(value, format_spec, self._locale)
        if first not in _PARTICLES:
            return _with_half(value, first, second, self._locale)
        shown = written(value, "", self._locale)
        return f"{shown}{_particle(shown, first, second)}"


_filler: Final = cache(_Filler)


def written(value: float, format_spec: str, locale: Locale) -> str:
    """Return a number as Python formats it, with the locale's decimal sign and separator of thousands.

    >>> written(1234.5, ",", Locale("de")), written(7.0, "", Locale("de"))
    ('1.234,5', '7')
    """
    english = format(value, format_spec or ("g" if isinstance(value, float) else ""))
    return english.translate({ord("."): get_decimal_symbol(locale), ord(","): get_group_symbol(locale)})


def _with_half(value: float, unit: str, half: str, locale: Locale) -> str:
    """Return a count with its unit, and a half in words: ``{points:目/半}`` and ``{points:집/ 반}``.

    >>> [_with_half(each, "집", " 반", Locale("ko")) for each in (17, 17.5, 0.5, -0.5)]
    ['17집', '17집 반', '반집', '-반집']
    """
    whole, fraction = divmod(abs(value), 1)
    if fraction != 0.5:
        return f"{written(value, 'g', locale)}{unit}"
    sign = "-" if value < 0 else ""
    return f"{sign}{whole:g}{unit}{half}" if whole else f"{sign}{half.strip()}{unit}"


def _particle(word: str, after_consonant: str, after_vowel: str) -> str:
    """Return the Korean particle that follows a word: ``{name:이/가}``; 로 also follows ㄹ.

    >>> [f"{word}{_particle(word, '이', '가')}" for word in ("흑", "'고'", "C3", "C4", "Tengen", "Mia")]
    ['흑이', "'고'가", 'C3이', 'C4가', 'Tengen이', 'Mia가']
    """
    last = next((each for each in reversed(word) if each.isalnum()), "")
    code = ord(last or " ")
    final = (code - _SYLLABLES.start) % _FINALS if code in _SYLLABLES else _CONSONANTS.get(last.lower(), 0)
    return after_vowel if not final or (final == _RIEUL and after_vowel == "로") else after_consonant
