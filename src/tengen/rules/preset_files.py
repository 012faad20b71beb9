"""The presets: every variant that a TOML file in the package describes, by its name and its aliases."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from math import inf
from typing import Any

from ..records import Text
from ..records.errors import FormatError, UnknownVariant
from .axis import told
from .variant_data import MOST_LETTERS, Variant, inherit, is_file_name


def variants() -> tuple[Variant, ...]:
    """Return every preset: every file in the folder of presets, in the order that the files say.

    >>> [v.name for v in variants()][:3]
    ['chinese', 'japanese', 'korean']
    """
    return tuple(_presets().values())


@cache
def _presets() -> Mapping[str, Variant]:
    """Read every preset, by its name; a preset comes after the one it inherits from, else by its place and its name."""
    folder = files(__package__).joinpath("presets")
    read = {file.name: tomllib.loads(file.read_text("utf-8")) for file in folder.iterdir() if is_file_name(file.name)}
    data = {keys.get("name", file[: -len(".toml")]): keys for file, keys in read.items()}
    for keys in data.values():
        if "title" in keys:
            keys["title"] = Text(keys["title"])
    lines = _lines(data)
    made: dict[str, Variant] = {}
    for name in sorted(data, key=lambda name: [(data[each].get("place", inf), each) for each in lines[name]]):
        made[name] = inherit(made[lines[name][-2]] if len(lines[name]) > 1 else None, name, data[name])
    return made


def _lines(data: Mapping[str, Mapping[str, Any]]) -> dict[str, list[str]]:
    """Return each preset below those it inherits from: all their names, the first one's first."""
    names = _called((name, keys.get("aliases", ())) for name, keys in data.items())
    lines = {name: [name] for name in data}
    for name, line in lines.items():
        while parent := data[line[0]].get("inherits"):
            if names.get(_word(parent), name) in line:
                raise FormatError(
                    "the preset {row} inherits from {parent}, which is no other preset",
                    row=line[0],
                    parent=told(parent),
                )
            line.insert(0, names[_word(parent)])
    return lines


def _called(known: Iterable[tuple[str, Iterable[str]]]) -> dict[str, str]:
    """Return what each name and alias stands for; a name counts more than an alias."""
    listed = list(known)
    return {alias: name for name, aliases in listed for alias in aliases} | {name: name for name, _ in listed}


def _word(name: str) -> str:
    return "-".join(name.lower().replace("_", " ").split())


@cache
def _names() -> Mapping[str, str]:
    return _called((known.name, known.aliases) for known in variants())


def preset(name: object) -> Variant:
    """Return a preset by name or alias. Unlike `variant` it opens no file: for names out of records and off the net.

    Raises:
        UnknownVariant: with close matches.

    >>> preset("NZ").name
    'new-zealand'
    """
    if not isinstance(name, str):
        raise UnknownVariant(told(name), ())
    name = name if len(name) <= MOST_LETTERS else f"{name[:MOST_LETTERS]}..."
    word = _word(name)
    if word in _names():
        return _presets()[_names()[word]]
    raise UnknownVariant(name, get_close_matches(word, _names(), 3))
