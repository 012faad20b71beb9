"""Positions known by name: the published diagrams that claims are made about, and the famous kos."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from ..boards import parse
from ..records import Colour, Diagram, Position, TengenError
from .setup import size_of, stones_from_rows


@dataclass(frozen=True)
class NamedPosition:
    """A position: its rows as published, top first, the side to play, a sentence about it, and its source."""

    name: str
    title: str
    about: str
    to_play: Colour
    rows: tuple[str, ...]
    source: str

    def diagram(self) -> Diagram:
        """Return the position as a diagram.

        >>> named_position("triple-ko-1").diagram().position.stones.get("A3", "vacant")
        'vacant'
        """
        board = parse(size_of(self.rows))
        return Diagram(board.text, Position(stones_from_rows(self.rows, board), self.to_play), title=self.title)


@cache
def named_positions() -> Mapping[str, NamedPosition]:
    """Return every position by its name."""
    listed = tomllib.loads(files(__package__).joinpath("named_positions.toml").read_text("utf-8"))["positions"]
    return MappingProxyType({one["name"]: NamedPosition(**one | {"rows": tuple(one["rows"])}) for one in listed})


def named_position(name: str) -> NamedPosition:
    """Return a position by its name.

    Raises:
        TengenError: there is none; close matches are named, or else all names.

    >>> named_position("tripleko-1")
    Traceback (most recent call last):
    tengen.records.errors.TengenError: there is no position tripleko-1; did you mean triple-ko-1?
    """
    known = named_positions()
    if name not in known:
        close = close_name(name)
        known_are = f"did you mean {close}?" if close else f"there are {', '.join(known)}"
        raise TengenError(f"there is no position {name[:60]}; {known_are}")
    return known[name]


def close_name(name: str) -> str | None:
    """Return the name of a position that is like a text."""
    return next(iter(get_close_matches(name[:60].lower(), named_positions(), 1)), None)
