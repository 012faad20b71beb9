"""What there is to be translated: every string and every sentence, from wherever the pages take them."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from ...draw.sentences import ENDS, REASONS
from ...engines.hints.sentences import ALL as HINTS
from ...game.formal_records import POSTULATES
from ...rules import AXES, REPETITIONS, variants
from ..pages.featured import featured_games
from ..rooms.refusals import REFUSALS
from .catalogue import ENGLISH, folder, sentences, strings, tables
from .raised import raised
from .sentences import slots_of

_NAMES: Final = frozenset({"player", "opponent", "winner", "loser", "margin", "points"})
_TEXTS: Final = frozenset({"title", "text", "ask", "say", "end", "hints", "otherwise", "why", "about"})
"""The keys of lessons and problems under which there is prose."""


@cache
def english_sentences() -> Mapping[str, tuple[str, ...]]:
    """Return every English sentence that has to be translated, by the file of its translations; each once."""
    given = {
        "play": [*_written("play"), *_without_slots(REASONS.values()), *_without_slots(ENDS.values()), *_refused()],
        "rules": [*_of_axes(), *_written("rules")],
        "presets": _of_presets(),
        "pages": _of_pages(),
        "formal": [*_written("formal"), *POSTULATES.values()],
        "lessons": _of_data("lessons", apart="problems"),
        "problems": _of_data("lessons/problems"),
        "hints": [*HINTS],
        "errors": [*_written("errors"), *raised()],
    }
    seen: set[str] = set()
    found: dict[str, tuple[str, ...]] = {}
    for part, told in given.items():
        found[part] = tuple(each for each in dict.fromkeys(told) if each and each not in seen)
        seen.update(found[part])
    return found


def _written(part: str) -> list[str]:
    """Return the sentences with slots that were written down, because code puts them together."""
    path = folder(ENGLISH) / "sentences" / f"{part}.toml"
    return list(tomllib.loads(path.read_text("utf-8"))["sentences"])


def _without_slots(sentences: Iterable[str]) -> Iterator[str]:
    return (each for each in sentences if not _NAMES.intersection(slots_of(each)))


def _refused() -> Iterator[str]:
    yield from REFUSALS.values()
    yield from _without_slots(rule.why for rule in REPETITIONS.values() if rule.why)


def _of_axes() -> Iterator[str]:
    for axis in AXES.values():
        yield axis.about
        yield from axis.values.values()


def _of_presets() -> Iterator[str]:
    for each in variants():
        yield each.title
        yield from (sentence.text for sentence in each.prose.written)  # type: ignore[attr-defined]
        yield from (sentence.text for sentence in each.differences)
        yield each.source


def _of_pages() -> Iterator[str]:
    for game in featured_games():
        yield game.title
        yield game.text


def _of_data(name: str, apart: str = "") -> Iterator[str]:
    """Yield the prose of every TOML file in a folder of data; none where there is no such folder yet."""
    start = files("tengen.web").joinpath(name)
    if start.is_dir():
        for path in sorted(start.iterdir(), key=lambda path: path.name):
            if path.is_dir() and path.name != apart:
                yield from _of_data(f"{name}/{path.name}")
            elif path.name.endswith(".toml"):
                yield from prose_in(tomllib.loads(path.read_text("utf-8")))


def prose_in(data: object, key: str = "") -> Iterator[str]:
    """Yield the texts in plain data that stand under a key of prose."""
    if isinstance(data, Mapping):
        for name, value in data.items():
            yield from prose_in(value, str(name))
    elif isinstance(data, list):
        for each in data:
            yield from prose_in(each, key)
    elif isinstance(data, str) and key in _TEXTS:
        yield data


# -- what is missing, and what is wrong --------------------------------------------------------------------------------


def missing(language: str) -> dict[str, str]:
    """Return what a language lacks, as TOML by the file it belongs to: the English texts, to be translated in place."""
    own, told = strings(language), sentences(language)
    found: dict[str, str] = {}
    for name, table in tables(folder(ENGLISH)):
        lines = [_line(key, text, own) for key, text in strings_of(table)]
        if any(lines):
            found[name] = "\n".join(line for line in lines if line)
    for part, each in english_sentences().items():
        lines = [f"{_quoted(text)} = {_quoted(text)}" for text in each if text not in told]
        if lines:
            found[f"sentences/{part}.toml"] = "\n".join(lines)
    return found


def strings_of(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield the dotted keys and strings of a table."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from strings_of(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(value)


def _line(key: str, text: str, own: Mapping[str, str]) -> str:
    return "" if key in own else f"{key} = {_quoted(text)}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def wrong(language: str) -> list[str]:
    """Return what is wrong in a language's files, a sentence each: texts nobody asks for, and other placeholders."""
    english = strings(ENGLISH)
    found = [f"{key}: English has no such key" for key in strings(language) if key not in english]
    pairs = [(key, english[key], text) for key, text in strings(language).items() if key in english]
    known = {each for part in english_sentences().values() for each in part}
    found += [f"{text!r}: nothing says this in English" for text in sentences(language) if text not in known]
    pairs += [(repr(text), text, other) for text, other in sentences(language).items() if text in known]
    for name, one, other in pairs:
        if slots_of(one) != slots_of(other):
            found.append(f"{name}: the placeholders are {slots_of(other)}; English has {slots_of(one)}")
        if not other.strip() and not name.startswith("language."):
            found.append(f"{name}: it is empty")
    return found
