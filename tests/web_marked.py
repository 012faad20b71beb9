"""A language for tests: English between brackets, so that what was not translated shows."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser

from tengen.web import texts
from tengen.web.languages import sentences
from tengen.web.languages.catalogue import strings
from tengen.web.languages.harvest import english_sentences
from tengen.web.texts import Texts

LANGUAGE = "de"
"""The language whose place it takes."""

_OPEN, _CLOSE = "⟦", "⟧"
_INNERMOST = re.compile(f"{_OPEN}[^{_OPEN}{_CLOSE}]*{_CLOSE}")
_SLOT = re.compile(r"\{\w+\}")
_WORDS = re.compile(r"[A-Za-z]{3,}")
_SHOWN = ("alt", "title", "aria-label", "placeholder", "content", "label")
_MEANS = {f"language.{each}" for each in ("name", "reviewed", "decimal", "comma", "colon", "and")}
_HIDDEN = ("script", "style", "template")


def mark(text: str) -> str:
    return f"{_OPEN}{text}{_CLOSE}"


def speak_marked(put: Callable[[object, str, object], None], slot: str = "{}") -> None:
    """Let the place of a language be taken; ``put`` sets an attribute, ``slot`` is what a sentence's slots become."""
    english = strings("en")
    spoken = english_sentences()  # before any server runs: in two threads at once, Python 3.11 cannot read source
    made = {key: text if key in _MEANS else mark(text) for key, text in english.items()}
    made |= {"language.tag": LANGUAGE, "language.gap": "", "language.full_stop": ""}
    every = {
        each: mark(_SLOT.sub(lambda found: slot.format(found[0]), each)) for part in spoken.values() for each in part
    }
    said = {english[key]: text for key, text in made.items() if sentences._is_clear(english[key])}
    found = sentences.Sentences({**said, **every}, made)
    own = Texts(made)
    plain = texts._texts
    put(texts, "_texts", lambda language: own if language == LANGUAGE else plain(language))
    put(texts, "_json", lambda language: (json.dumps(made), "marked"))
    put(texts, "told", lambda language, text: found.tell(text))


def unmarked(text: str) -> str:
    """Return what is left of a text without what is marked."""
    before = ""
    while before != text:
        before, text = text, _INNERMOST.sub("", text)
    return text.strip()


def is_english(text: str) -> bool:
    """Say whether words are left that are not marked."""
    return _WORDS.search(unmarked(text)) is not None


class _Shown(HTMLParser):
    """Collects the texts of a page that somebody sees or hears."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._hidden = 0
        self._foreign: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if tag in _HIDDEN:
            self._hidden += 1
        if tag in ("a", "option") and given.get("lang"):
            self._foreign.append(tag)
        if tag == "meta" and given.get("name", given.get("property")) not in (
            "description",
            "og:title",
            "og:description",
        ):
            return
        self.found += [value for name, value in attributes if name in _SHOWN and value]

    def handle_endtag(self, tag: str) -> None:
        if tag in _HIDDEN:
            self._hidden -= 1
        if self._foreign and tag == self._foreign[-1]:
            self._foreign.pop()

    def handle_data(self, data: str) -> None:
        if data.strip() and not self._hidden and not self._foreign:
            self.found.append(data.strip())


def english_in_page(html: str) -> list[str]:
    """Return the texts of a page in which words are left that are not marked."""
    reader = _Shown()
    reader.feed(html)
    return [text for text in reader.found if is_english(text)]


def english_in_data(data: object, apart: frozenset[str], key: str = "") -> Iterator[str]:
    """Yield the texts of an answer, but for those under some keys, in which three words in a row are not marked."""
    if isinstance(data, dict):
        for name, value in data.items():
            if name not in apart:
                yield from english_in_data(value, apart, name)
    elif isinstance(data, list):
        for each in data:
            yield from english_in_data(each, apart, key)
    elif isinstance(data, str) and re.search(r"[A-Za-z]+,? [a-z]+ [a-z]+|^[A-Z][a-z]+ [a-z]+", unmarked(data)):
        yield f"{key}: {data}"


def main() -> None:
    """Serve as `tengen serve` does, with the marked language."""
    from tengen.cli import main as tengen

    speak_marked(setattr)
    tengen()


if __name__ == "__main__":
    main()
