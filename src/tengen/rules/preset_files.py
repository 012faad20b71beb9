"""Presets and the library, described by TOML files of the package; and the known variants (``known.toml``)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from math import inf
from typing import Any
from unicodedata import normalize

from ..records import Text
from ..records.errors import FormatError, UnknownVariant
from .axis import told
from .variant_data import MOST_LETTERS, Variant, inherit, is_file_name

_FOLDERS = ("presets", "library")


def variants() -> tuple[Variant, ...]:
    """Return every preset, in the order given by their files.

    >>> [v.name for v in variants()][:3]
    ['chinese', 'japanese', 'korean']
    """
    return tuple(_read_folder("presets").values())


def library() -> tuple[Variant, ...]:
    """Return the variants of the library, which are not presets, in the order given by their files.

    >>> [v.name for v in library()][:2]
    ['atari-go', 'capture-3']
    """
    return tuple(_read_folder("library").values())


@cache
def _all() -> Mapping[str, Variant]:
    return {name: known for folder in _FOLDERS for name, known in _read_folder(folder).items()}


@cache
def _read_folder(folder: str) -> Mapping[str, Variant]:
    """Read the variants of a folder, by name: each after the one that it inherits from, then by place and name."""
    data: dict[str, dict[str, Any]] = {}
    for file in files(__package__).joinpath(folder).iterdir():
        if is_file_name(file.name):
            with _named_in_errors(file.name):
                keys = tomllib.loads(file.read_text("utf-8")) | {"file": file.name}
                keys["title"] = Text(keys.get("title", keys.setdefault("name", file.name[: -len(".toml")])))
                data[keys["name"]] = keys
    names = _called((name, keys.get("aliases", ())) for name, keys in data.items())
    parents = {name: names.get(_word(str(keys.get("inherits"))), keys.get("inherits")) for name, keys in data.items()}
    in_order = sorted(data, key=lambda name: (data[name].get("place", inf), name))
    made: dict[str, Variant] = {}

    def add_below(parent: str | None) -> None:
        for name in in_order:
            if parents[name] == parent:
                with _named_in_errors(data[name]["file"]):
                    made[name] = inherit(made[parent] if parent else None, name, data[name])
                add_below(name)

    add_below(None)
    lost = sorted(data.keys() - made.keys(), key=lambda name: parents[name] in data)
    for name in lost:
        raise FormatError(
            "the preset {row} inherits from {parent}, which is not another preset", row=name, parent=told(parents[name])
        )
    return made


@contextmanager
def _named_in_errors(file: str) -> Iterator[None]:
    """Name the preset's file in every error, since it breaks all variants."""
    try:
        yield
    except (ValueError, TypeError, AttributeError) as error:
        raise FormatError("{name}: {problem}", name=file, problem=getattr(error, "text", str(error))) from error


def _called(known: Iterable[tuple[str, Iterable[str]]]) -> dict[str, str]:
    """Return the variant for each name and alias; names take precedence."""
    listed = list(known)
    return {alias: name for name, aliases in listed for alias in aliases} | {name: name for name, _ in listed}


def _word(name: str) -> str:
    return "-".join(name.lower().replace("_", " ").split())


@cache
def _names() -> Mapping[str, str]:
    return _called((known.name, known.aliases) for known in _all().values())


def preset(name: object) -> Variant:
    """Return a preset by name or alias. Unlike `variant` it opens no file, so it is safe for names from records.

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
        return _all()[_names()[word]]
    raise UnknownVariant(name, get_close_matches(word, _names(), 3))


@dataclass(frozen=True)
class KnownVariant:
    """A known variant of Go.

    ``text`` describes it in a sentence, and ``by`` names its inventor or publisher. ``ways`` are the variants that play
    it, each with its board (None: the variant's own); without any, ``why`` gives the reason. ``moves`` lead to its
    picture on the first board.
    """

    title: str
    family: str
    text: str
    by: str
    ways: tuple[tuple[Variant, str | None], ...]
    why: str
    moves: str

    @property
    def name(self) -> str:
        """The name in addresses: the variant's, or one made from the title if the variant has no rules of its own."""
        variant, board = self.ways[0] if self.ways else (None, None)
        own = variant is not None and board is None and variant.title == self.title
        plain = normalize("NFKD", self.title.lower()).encode("ascii", "ignore").decode()
        return variant.name if variant and own else re.sub(r"[^a-z0-9]+", "-", plain)


@cache
def families() -> Mapping[str, str]:
    """Return the titles of the families, in the order of lists."""
    return {each["name"]: Text(each["title"]) for each in _data()["families"]}


@cache
def known() -> tuple[KnownVariant, ...]:
    """Return the known variants, family by family.

    >>> [each.name for each in known()][:2], known()[-1].ways
    (['tile', 'cushion'], ())
    """
    return tuple(map(_read, _data()["variants"]))


@cache
def _data() -> Mapping[str, Any]:
    return tomllib.loads((files(__package__) / "known.toml").read_text("utf-8"))


def _read(row: Mapping[str, Any]) -> KnownVariant:
    played = [found for name in row.get("play", ()) for found in _there(name)]
    ways = [(variant, board) for variant in played for board in row.get("boards", (None,))]
    own = {"title": row.get("play", ("",))[0], "text": "", "by": ""}  # defaults for a variant without rules
    if played:
        own = {"title": played[0].title, "text": played[0].sentence, "by": played[0].source}
    own |= {key: Text(row[key]) if key != "by" else row[key] for key in own if key in row}
    reasons = {each["name"]: Text(each["text"]) for each in _data()["reasons"]}
    why = "" if ways else reasons[row.get("why", "missing")]
    return KnownVariant(**own, family=row["family"], ways=tuple(ways), why=why, moves=row.get("moves", ""))


def _there(name: str) -> Iterator[Variant]:
    with suppress(UnknownVariant):
        yield preset(name)
