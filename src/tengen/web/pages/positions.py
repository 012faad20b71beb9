"""Positions that were reached by play, kept as plain data: pages draw them at once, without the kernel.

``positions.json`` is made from ``featured.toml`` and ``rule_examples.toml`` by playing them; a test plays them again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from ...boards import parse
from ...draw import svg
from ...game import Game
from ...game.picture import ko_points
from ...records import Colour, Content, Markup, Place, Position, Tao


@dataclass(frozen=True)
class Still:
    """A position as it is drawn: what stands where, the last move, a ko, whose every point is, and signs over it."""

    board: str
    stones: Mapping[str, Content]
    tiles: Mapping[str, int] = field(default_factory=dict)
    last: str | None = None
    ko: tuple[str, ...] = ()
    owners: Mapping[str, Colour | None] | None = None
    dead: tuple[str, ...] = ()
    marks: Mapping[Any, list[str]] = field(default_factory=dict)

    def draw(self, theme: str, title: str, coordinates: bool | None = False) -> str:
        """Return the picture."""
        return svg(
            parse(self.board, files=False),
            Position(self.stones, tiles=self.tiles),
            markup=Markup(marks=dict(self.marks)),
            last=self.last,
            ko=self.ko,
            owners=self.owners,
            dead=self.dead,
            coordinates=coordinates,
            theme=theme,
            title=title,
        )

    def plain(self) -> dict[str, Any]:
        """Return it as JSON keeps it, what is empty left out."""
        return {name: value for name, value in vars(self).items() if value not in ({}, (), None)}


def still_of(game: Game, **more: Any) -> Still:
    """Return how a game stands now, its last move ringed."""
    last = game.moves[-1] if game.moves else None
    return Still(
        board=game.board.text,
        stones=dict(game.stones),
        tiles=dict(game.tiles),
        last=game.board.labels[last.point] if isinstance(last, Place | Tao) else None,
        ko=tuple(ko_points(game)),
        **more,
    )


@cache
def _kept() -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = json.loads((files(__package__) / "positions.json").read_text("utf-8"))
    return found


def stills(name: str) -> tuple[Still, ...]:
    """Return the stills of a board of the shelf ("shelf/NAME") or of an example ("rules/NAME"), one for every step."""
    return tuple(_read(each) for each in _kept()[name])


def _read(kept: dict[str, Any]) -> Still:
    given: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in kept.items()}
    return Still(**given)


@lru_cache(maxsize=512)
def picture(name: str, step: int, theme: str, title: str, coordinates: bool | None = False) -> str:
    """Return a still's picture, drawn once."""
    return stills(name)[step].draw(theme, title, coordinates)
