"""Texts in the reader's language: a template from its catalogue, filled in as its locale writes numbers and lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, reduce
from string import Formatter
from typing import Any, Final

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal

from ...records import Listing, Text
from .catalogue import ENGLISH, catalogue

_SYLLABLES: Final = range(0xAC00, 0xD7A4)
_FINALS: Final = 28
"""Hangul syllables that share initial and vowel: the first of them ends in the vowel."""

_STYLES: Final[Mapping[str, Any]] = {"and": "standard", "or": "or"}
"""CLDR's names of lists; it has none with commas alone."""


def rendered(text: str, language: str) -> str:
    """Return a text in a language; in English where its catalogue has no translation of the template.

    >>> rendered(Text("{winner} wins by {points:g} points.", winner=Text("White"), points=17.5), "de")
    'Weiß gewinnt mit 17,5 Punkten.'
    """
    if language == ENGLISH or not text:
        return str(text)
    known = catalogue(language).texts
    if not isinstance(text, Text):
        return known.gettext(text)
    if text.plural is None:
        template = known.gettext(text.template)
    else:
        template = known.ngettext(text.template, text.plural, _whole(text.values["count"]))
    return _filler(language).vformat(template, (), text.values) if text.values else template


def _whole(count: float) -> int:
    """Return the whole number whose plural form a count takes; fractions take that of 2, as in "1.5 points"."""
    return int(count) if count == int(count) else 2


class _Filler(Formatter):
    """Fills in a template as a language does; see docs/translating.md for what a placeholder may say after a colon."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._locale = catalogue(language).locale

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        value = kwargs[str(key)]
        if isinstance(value, Text):
            return rendered(value, self._language)
        return self._listed(value) if isinstance(value, Listing) else value

    def _listed(self, items: Listing) -> str:
        parts = [rendered(each, self._language) if isinstance(each, Text) else str(each) for each in items]
        if items.style in _STYLES:
            return format_list(parts, _STYLES[items.style], self._locale)
        comma = rendered(Text("{first}, {then}"), self._language)
        return reduce(lambda whole, each: comma.format(first=whole, then=each), parts) if parts else ""

    def format_field(self, value: Any, format_spec: str) -> str:
        first, slash, second = format_spec.partition("/")
        if isinstance(value, int | float) and not isinstance(value, bool):
            if slash:
                return _with_half(value, first, second, self._locale)
            if format_spec in ("", "g", ","):
                return str(format_decimal(value, "#,##0.######" if format_spec == "," else "0.######", self._locale))
        elif slash:
            return f"{value}{first if _ends_in_consonant(str(value)) else second}"
        return str(super().format_field(value, format_spec))


@cache
def _filler(language: str) -> _Filler:
    return _Filler(language)


def number(value: float, language: str) -> str:
    """Return a number as a language writes it: 6.5 in English, 6,5 in German."""
    return f"{value:g}" if language == ENGLISH else str(format_decimal(value, "0.######", catalogue(language).locale))


def _with_half(value: float, unit: str, half: str, locale: Locale) -> str:
    """Return a count with its unit, and a half in words: ``{points:目/半}`` and ``{points:집/ 반}``.

    >>> [_with_half(each, "집", " 반", Locale("ko")) for each in (17, 17.5, 0.5)]
    ['17집', '17집 반', '반집']
    """
    whole = int(abs(value))
    if abs(value) - whole != 0.5:
        return f"{format_decimal(value, '0.######', locale)}{unit}"
    if not whole:
        return f"{half.strip()}{unit}"
    return f"{'-' * (value < 0)}{whole}{unit}{half}"


def _ends_in_consonant(word: str) -> bool:
    """Return whether a Korean word ends in a consonant, which decides its particle: ``{name:이/가}``."""
    last = ord(word[-1:] or " ")
    return last in _SYLLABLES and (last - _SYLLABLES.start) % _FINALS != 0
