"""The known variants of Go (``known.toml``): what is special about each, and how to play it here or why not."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any
from unicodedata import normalize

from ..records import Text
from ..records.errors import UnknownVariant
from .preset_files import preset
from .variant_data import Variant


@dataclass(frozen=True)
class KnownVariant:
    """A known variant of Go.

    ``text`` is what is special about it, in a sentence, and ``by`` who invented or published it. ``ways`` are the
    variants that play it, each with its board (None: the variant's own); without any, ``why`` is the reason.
    ``moves`` lead to its picture on the first of the boards.
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
        """The name in addresses: that of the variant or, if it is played by another one's rules, made of the title."""
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
    own = {"title": row.get("play", ("",))[0], "text": "", "by": ""}  # of one whose rules are not there yet
    if played:
        own = {"title": played[0].title, "text": played[0].sentence, "by": played[0].source}
    own |= {key: Text(row[key]) if key != "by" else row[key] for key in own if key in row}
    reasons = {each["name"]: Text(each["text"]) for each in _data()["reasons"]}
    why = "" if ways else reasons[row.get("why", "missing")]
    return KnownVariant(**own, family=row["family"], ways=tuple(ways), why=why, moves=row.get("moves", ""))


def _there(name: str) -> Iterator[Variant]:
    """Yield the variant of a name, if there is one."""
    with suppress(UnknownVariant):
        yield preset(name)
