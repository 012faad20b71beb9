"""What is kept of each language: its strings by key, and its sentences by the English ones."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

ENGLISH: Final = "en"
LANGUAGES: Final = (ENGLISH, "de", "ja", "zh", "ko")
"""The languages by the names of their folders, in the order in which they are offered. Chinese is simplified."""


def flat(section: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield every string of a table and of the tables in it, by dotted key."""
    for name, value in section.items():
        if isinstance(value, Mapping):
            yield from flat(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", str(value)


def tables(folder: Traversable) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield every TOML file of a folder by its name, in order; none where there is no such folder."""
    if folder.is_dir():
        for path in sorted(folder.iterdir(), key=lambda path: path.name):
            if path.name.endswith(".toml"):
                yield path.name, tomllib.loads(path.read_text("utf-8"))


def folder(language: str) -> Traversable:
    """Return the folder of a language."""
    return files(__package__) / language


@cache
def strings(language: str) -> Mapping[str, str]:
    """Return the strings of a language by dotted key, as they stand in its files.

    Raises:
        ValueError: two files have a section of the same name.
    """
    sections: dict[str, object] = {}
    for name, found in tables(folder(language)):
        if twice := sections.keys() & found:
            raise ValueError(f"{language}/{name}: [{min(twice)}] stands in another file, too")
        sections |= found
    return dict(flat(sections))


def name_of(language: str) -> str:
    """Return what a language calls itself; the rest of its strings is not read for that."""
    about = tomllib.loads((folder(language) / "language.toml").read_text("utf-8"))
    return dict(flat(about))["language.name"]


@cache
def sentences(language: str) -> Mapping[str, str]:
    """Return the sentences of a language by the English ones: those of games, rules, lessons and errors."""
    found: dict[str, str] = {}
    for _, sentences in tables(folder(language) / "sentences"):
        found |= {english: str(text) for english, text in sentences.items()}
    return found
