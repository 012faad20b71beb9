"""Positions that were reached by play, kept as plain data: pages draw them at once, without the kernel.

``positions.json`` is made from ``featured.toml`` and ``board_kinds.toml`` by playing them; a test plays
them again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import cast

from ...boards import parse
from ...draw import svg
from ...game import Game
from ...game.picture import ko_points
from ...records import Colour, Content, Mark, Markup, Place, Position, Tao
from ...rules import Variant


@dataclass(frozen=True)
class DrawnPosition:
    """A position as it is drawn: what stands where, the last move, a ko, whose every point is, and signs over it."""

    board: str
    stones: Mapping[str, Content]
    tiles: Mapping[str, int] = field(default_factory=dict)
    last: str | None = None
    ko: tuple[str, ...] = ()
    owners: Mapping[str, Colour | None] | None = None
    dead: tuple[str, ...] = ()
    marks: Mapping[Mark, list[str]] = field(default_factory=dict)

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

    @classmethod
    def read(cls, kept: Mapping[str, object]) -> DrawnPosition:
        """Return the position that `plain` wrote."""
        return cls(**{key: tuple(value) if isinstance(value, list) else value for key, value in kept.items()})  # type: ignore[arg-type]

    def plain(self) -> dict[str, object]:
        """Return it as JSON keeps it, what is empty left out."""
        return {name: value for name, value in vars(self).items() if value not in ({}, (), None)}


def drawn_position(game: Game) -> DrawnPosition:
    """Return how a game stands now, its last move ringed."""
    last = game.moves[-1] if game.moves else None
    return DrawnPosition(
        board=game.board.text,
        stones=dict(game.stones),
        tiles=dict(game.tiles),
        last=game.board.labels[last.point] if isinstance(last, Place | Tao) else None,
        ko=tuple(ko_points(game)),
    )


def played_position(rules: str | Variant, board: str, moves: str) -> DrawnPosition:
    """Return how a game stands after moves, which commas part."""
    game = Game(rules, board=board)
    for move in moves.split(","):
        game.play(move.strip())
    return drawn_position(game)


@cache
def _kept() -> dict[str, list[dict[str, object]]]:
    text = (files(__package__) / "positions.json").read_text("utf-8")
    return cast("dict[str, list[dict[str, object]]]", json.loads(text))


def stored_positions(name: str) -> tuple[DrawnPosition, ...]:
    """Return the positions of a featured game or a kind of board ("boards/NAME")."""
    return tuple(DrawnPosition.read(each) for each in _kept()[name])
