"""A language for tests: English between brackets, so that untranslated text shows."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from extraction import extracted
from web_languages import offer

LANGUAGE, BARRED = "eo", "ia"
"""Artificial languages: with brackets around texts, and with bars around the values that fill them, too."""

_OPEN, _CLOSE = "⟦", "⟧"
_INNERMOST = re.compile(f"{_OPEN}[^{_OPEN}{_CLOSE}]*{_CLOSE}")
_SLOT = re.compile(r"\{\w+(![rs])?(:[^{}]*)?\}")
_WORDS = re.compile(r"[A-Za-z]{3,}")
_SHOWN = ("alt", "title", "aria-label", "placeholder", "content", "label")
_HIDDEN = ("script", "style", "template")


def speak_marked(put: Callable[[object, str, object], None], folder: Path) -> None:
    """Offer the marked languages; ``put`` sets an attribute, ``folder`` takes their catalogues."""
    offer(put, folder, {LANGUAGE: _marked(LANGUAGE, "{}"), BARRED: _marked(BARRED, "¦{}¦")})


@cache
def _marked(language: str, slot: str) -> str:
    """Return a catalogue with every text between brackets."""
    made = Catalog(locale=language)
    for message in extracted():
        if isinstance(message.id, str):
            made.add(message.id, _mark(message.id, slot), message.locations)
        else:
            made.add(message.id, [_mark(each, slot) for each in message.id], message.locations)
    written = BytesIO()
    write_po(written, made)
    return written.getvalue().decode()


def _mark(text: str, slot: str) -> str:
    return text and f"{_OPEN}{_SLOT.sub(lambda found: slot.format(found[0]), text)}{_CLOSE}"


def unmarked(text: str) -> str:
    before = ""
    while before != text:
        before, text = text, _INNERMOST.sub("", text)
    return text.strip()


def is_english(text: str) -> bool:
    """Return whether unmarked words are left."""
    return _WORDS.search(unmarked(text)) is not None


class _Shown(HTMLParser):
    """Collects the visible and audible texts of a page."""

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
    """Return the texts of a page with unmarked words."""
    reader = _Shown()
    reader.feed(html)
    return [text for text in reader.found if is_english(text)]


def english_in_data(data: object, apart: frozenset[str], key: str = "") -> Iterator[str]:
    """Yield the texts of an answer, except under some keys, with three unmarked words in a row."""
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
    """Serve like `tengen serve`, with the marked languages."""
    from tengen.cli import main as tengen

    with TemporaryDirectory() as folder:
        speak_marked(setattr, Path(folder))
        tengen()


if __name__ == "__main__":
    main()
