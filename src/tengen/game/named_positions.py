"""Named positions: published diagrams with claims about them, and the famous kos."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from ..boards import parse
from ..records import Colour, Diagram, Position, Record, TengenError, listed
from .setup import by_colour, heights, size_of, stones_from_rows


@dataclass(frozen=True)
class NamedPosition:
    """A position: its rows as published, top first, the side to play, a description, and its source.

    ``variant`` names the game if the position is specific to one. ``values`` are the values for Black when both sides
    play only on ``points``, for each first side to move and each repetition rule (spec 1.24).
    """

    name: str
    title: str
    about: str
    to_play: Colour
    rows: tuple[str, ...]
    source: str
    variant: str | None = None
    tiles: tuple[str, ...] = ()
    prisoners: Mapping[Colour, int] | None = None
    points: tuple[str, ...] = ()
    values: Mapping[Colour, Mapping[str, int]] = field(default_factory=dict)

    def diagram(self) -> Diagram:
        """Return the position as a diagram.

        >>> named_position("triple-ko-1").diagram().position.stones.get("A3", "vacant")
        'vacant'
        """
        board = parse(size_of(self.rows))
        held = by_colour(self.prisoners, "prisoners")
        position = Position(stones_from_rows(self.rows, board), self.to_play, heights(self.tiles), held)
        return Diagram(board.text, position, title=self.title)

    def read(self) -> Record | Diagram:
        """Return the position as a file would hold it: a record if it belongs to one variant, else a diagram.

        >>> named_position("game-417").read().variant
        'cushion'
        """
        if self.variant is None:
            return self.diagram()
        record = self.diagram().record(whole=True)
        record.variant, record.root.comment = self.variant, self.about
        return record


@cache
def named_positions() -> Mapping[str, NamedPosition]:
    """Return every position by its name."""
    listed = tomllib.loads(files(__package__).joinpath("named_positions.toml").read_text("utf-8"))["positions"]
    return MappingProxyType({one["name"]: NamedPosition(**_frozen(one)) for one in listed})


def _frozen(listed: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in listed.items()}


def named_position(name: str) -> NamedPosition:
    """Return a position by its name; TengenError, with close matches or all names, if there is none.

    >>> named_position("tripleko-1")
    Traceback (most recent call last):
    tengen.records.errors.TengenError: unknown position tripleko-1; did you mean triple-ko-1?
    """
    known = named_positions()
    if name not in known:
        close = close_name(name)
        if close:
            raise TengenError("unknown position {name}; did you mean {close}?", name=name[:60], close=close)
        names = listed(known, "comma")
        raise TengenError("unknown position {name}; the positions are {names}", name=name[:60], names=names)
    return known[name]


def close_name(name: str) -> str | None:
    """Return the name of a position that resembles a text."""
    return next(iter(get_close_matches(name[:60].lower(), named_positions(), 1)), None)
