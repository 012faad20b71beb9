"""The catalogues of translations: one gettext file for each language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from gettext import c2py
from importlib.resources import files
from string import Formatter
from typing import IO, Final

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Message
from babel.messages.pofile import PoFileError, read_po

from ...records import TengenError, Text

ENGLISH: Final = "en"
FOLDER: Final = files(__package__)
LANGUAGES: Final = (
    ENGLISH,
    *sorted(path.name.removesuffix(".po") for path in FOLDER.iterdir() if path.name.endswith(".po")),
)
"""English, the source language, and every language with a catalogue, by file name."""

_COUNTS: Final = (*range(201), 1_000, 1_000_000)
"""Counts that cover every plural category of whole numbers in every language of CLDR."""


@dataclass(frozen=True)
class Catalogue:
    """The translations of a language; English has none."""

    locale: Locale
    texts: Mapping[str, str | Sequence[str]]
    """The translations by the English text; a text with a count has one for each plural form, by the English for 1."""
    scripts: frozenset[str]
    """The English texts that the page's scripts use."""
    forms: Mapping[str, int]
    """The plural form that each category of CLDR takes."""
    reviewed: bool
    """Whether a speaker of the language has reviewed every translation: header ``X-Reviewed: yes``."""

    @property
    def tag(self) -> str:
        """The language's tag in HTML and HTTP, such as "zh-Hans"."""
        return str(self.locale).replace("_", "-")

    @property
    def name(self) -> str:
        name = self.locale.get_language_name() or self.tag
        return name[0].upper() + name[1:]

    def template(self, text: Text) -> str:
        """Return the translation of a text's template, or the English template if there is none."""
        count = 1 if text.plural is None else text.values["count"]
        found = self.texts.get(text.template)
        if isinstance(found, str) and text.plural is None:
            return found
        if found is None or isinstance(found, str):
            return text.template if text.plural is None or count == 1 else text.plural
        return found[self.forms[self.locale.plural_form(count)]]


@cache
def catalogue(language: str) -> Catalogue:
    if language == ENGLISH:
        return Catalogue(Locale("en"), {}, frozenset(), {}, reviewed=True)
    with (FOLDER / f"{language}.po").open("rb") as file:
        return read_catalogue(file, language)


def read_catalogue(file: IO[bytes], language: str) -> Catalogue:
    """Read a catalogue, without the translations that are fuzzy, lack a plural form or have other placeholders.

    Raises:
        TengenError: the file is not a catalogue; the message names it.
    """
    try:
        messages = read_po(file, language, abort_invalid=True)
        locale = messages.locale or Locale.parse(language)
        form = c2py(messages.plural_expr)
        forms = {locale.plural_form(count): form(count) for count in reversed(_COUNTS)}
    except (PoFileError, UnknownLocaleError, ValueError) as error:
        raise TengenError(f"{language}.po is not a catalogue: {error}") from error
    forms.setdefault(locale.plural_form(1.5), form(2))
    texts = {_english(each): each.string for each in messages if each.id and each.string and _is_whole(each)}
    scripts = frozenset(_english(each) for each in messages if any(path.endswith(".js") for path, _ in each.locations))
    reviewed = dict(messages.mime_headers).get("X-Reviewed") == "yes"
    return Catalogue(locale, texts, scripts, forms, reviewed)


def _english(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _is_whole(message: Message) -> bool:
    """Return whether a translation can be shown: each of its forms is there, with the English placeholders."""
    told = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    english = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    return not message.fuzzy and all(told) and _places(told) <= _places(english)


def _places(templates: Iterable[str]) -> set[str]:
    """Return the names of the placeholders of templates; for a lone brace, a name that does not occur."""
    try:
        return {name for template in templates for _, name, _, _ in Formatter().parse(template) if name is not None}
    except ValueError:
        return {"{"}
