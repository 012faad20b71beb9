"""The catalogues of translations: one gettext file for each language, which is all that a language needs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from typing import Final

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ENGLISH: Final = "en"
LANGUAGES: Final = (
    ENGLISH,
    *sorted(path.name.removesuffix(".po") for path in files(__package__).iterdir() if path.name.endswith(".po")),
)
"""English, in which texts are written, and every language with a catalogue, by the names of their files."""

_SCRIPT: Final = re.compile(r"\.js$")
_REVIEWED: Final = "X-Reviewed"


@dataclass(frozen=True)
class Catalogue:
    """The translations of a language; those of English are empty, as its texts are their own templates."""

    locale: Locale
    texts: NullTranslations
    scripts: Mapping[str, str | Sequence[str]]
    """The translations that the page's scripts use, by the English text; those with a plural form for each count."""
    reviewed: bool
    """Whether a speaker of the language has read every translation: header ``X-Reviewed: yes``."""

    @property
    def tag(self) -> str:
        """The language's tag in HTML and HTTP, such as "zh-Hans"."""
        return str(self.locale).replace("_", "-")

    @property
    def name(self) -> str:
        """What the language is called by those who speak it."""
        name = Locale(self.locale.language).get_display_name() or self.tag
        return name[0].upper() + name[1:]


@cache
def catalogue(language: str) -> Catalogue:
    """Return the translations of a language."""
    if language == ENGLISH:
        return Catalogue(Locale("en"), NullTranslations(), {}, reviewed=True)
    with (files(__package__) / f"{language}.po").open("rb") as file:
        messages = read_po(file, language)
    compiled = BytesIO()
    write_mo(compiled, messages)
    compiled.seek(0)
    reviewed = dict(messages.mime_headers).get(_REVIEWED, "no") == "yes"
    return Catalogue(messages.locale or Locale(language), GNUTranslations(compiled), _of_scripts(messages), reviewed)


def _of_scripts(messages: Catalog) -> dict[str, str | Sequence[str]]:
    found: dict[str, str | Sequence[str]] = {}
    for message in messages:
        used = any(_SCRIPT.search(path) for path, _ in message.locations)
        if used and message.string and not message.fuzzy:
            english = message.id if isinstance(message.id, str) else message.id[1]
            found[english] = message.string
    return found
