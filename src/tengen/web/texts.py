"""What the pages say, in the reader's language: ``say`` what stands under a key, ``tell`` what a game or a lesson says.

``words("game.play", point="D4")`` in templates, ``say("game.play", {point})`` in scripts; {name} is filled in. The
strings stand in ``languages/en``, a file a page, and beside it in the other languages. What comes from elsewhere in
English (reasons, endings, prose, errors) goes through ``tell``, which looks the sentence up (`languages.sentences`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from typing import Final

from .languages.catalogue import ENGLISH, LANGUAGES, flat, strings
from .languages.reader import language, once_a_language, speaking
from .languages.sentences import catalogue_of, told

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "Texts",
    "Words",
    "language",
    "number",
    "once_a_language",
    "read_language",
    "say",
    "speaking",
    "tell",
    "tell_all",
    "together",
]

_LONGEST: Final = 5_000


class Texts:
    """The strings by dotted key; calling it fills in a string's placeholders.

    >>> Texts({"game": {"play": "Play {point}"}})("game.play", point="D4")
    'Play D4'
    """

    def __init__(self, sections: Mapping[str, object]) -> None:
        self._strings = dict(flat(sections))

    def __call__(self, key: str, /, **values: object) -> str:
        """Return the string of a key, filled in; KeyError where there is no such key or a value is missing."""
        return self._strings[key].format(**values)

    def __contains__(self, key: str) -> bool:
        return key in self._strings

    def either(self, key: str, otherwise: str) -> str:
        """Return the string of a key or, where there is none, of another."""
        return self._strings.get(key, self._strings[otherwise])

    def json(self) -> str:
        """Return all strings as one JSON object, unfilled, as scripts read them."""
        return json.dumps(self._strings, ensure_ascii=False)


def read_language(language: str) -> None:
    """Read the strings and sentences of a language now, which takes some hundredths of a second once."""
    _json(language)
    if language != ENGLISH:
        catalogue_of(language)


class Words:
    """The strings in the reader's language; what is not translated yet is English."""

    def __call__(self, key: str, /, **values: object) -> str:
        """Return the string of a key, filled in; KeyError where there is no such key or a value is missing."""
        texts = _texts(language())
        return texts(key, **{name: _written(value) for name, value in values.items()}) if values else texts(key)

    def __contains__(self, key: str) -> bool:
        return key in _texts(ENGLISH)

    def either(self, key: str, otherwise: str) -> str:
        """Return the string of a key or, where there is none, of another."""
        return _texts(language()).either(key, otherwise)

    def json(self) -> str:
        """Return all strings as one JSON object, unfilled, as scripts read them."""
        return _json(language())[0]

    def version(self) -> str:
        """Return what changes whenever a string does."""
        return _json(language())[1]


def number(value: float) -> str:
    """Return a number as the reader writes it: 6.5 in English, 6,5 in German."""
    return catalogue_of(language()).number(f"{value:g}")


def _written(value: object) -> object:
    """Return a value that goes into a string: a number with a fraction as the reader writes it."""
    if isinstance(value, float):
        return catalogue_of(language()).number(str(value)) if language() != ENGLISH else value
    return value


@cache
def _texts(language: str) -> Texts:
    return Texts({**strings(ENGLISH), **strings(language)})


@cache
def _json(language: str) -> tuple[str, str]:
    text = _texts(language).json()
    return text, sha256(text.encode()).hexdigest()[:16]


say: Final = Words()
"""The package's own strings, in the reader's language."""


def tell(sentence: str) -> str:
    """Return a sentence of the rules, of a lesson or of an error in the reader's language.

    What is longer than anything said here was written by a visitor, and is neither looked up nor remembered.
    """
    chosen = language()
    return sentence if chosen == ENGLISH or len(sentence) > _LONGEST else told(chosen, sentence)


def together(sentences: Iterable[str]) -> str:
    """Return sentences one after the other, with a blank between them where the reader's language has one."""
    return say("language.gap").replace("_", " ").join(sentences)


def tell_all(message: object) -> object:
    """Return plain data with every ``text`` in it told in the reader's language, however deep it stands."""
    if isinstance(message, Mapping):
        return {
            key: tell(value) if key == "text" and isinstance(value, str) else tell_all(value)
            for key, value in message.items()
        }
    return [tell_all(each) for each in message] if isinstance(message, list) else message
