"""Positions that were reached by play, kept as plain data: pages draw them at once, without the kernel.

``stored_positions.json`` is made from ``featured.toml`` and ``board_kinds.toml`` by playing them; a test plays
them again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from ...boards import Board, parse
from ...draw import svg
from ...game import Game
from ...game.picture import ko_points
from ...records import Content, Place, Position, Tao
from ...rules import Variant


@dataclass(frozen=True)
class StoredPosition:
    """A position as it is drawn: what stands where, the last move, and a ko."""

    board: str
    stones: Mapping[str, Content]
    tiles: Mapping[str, int] = field(default_factory=dict)
    last: str | None = None
    ko: Sequence[str] = ()

    def draw(self, theme: str, title: str) -> str:
        """Return the picture."""
        board, position = parse(self.board, files=False), Position(self.stones, tiles=self.tiles)
        return svg(board, position, last=self.last, ko=self.ko, coordinates=False, theme=theme, title=title)

    def plain(self) -> dict[str, object]:
        """Return it as JSON keeps it, what is empty left out."""
        return {name: value for name, value in vars(self).items() if value not in ({}, (), None)}


def played_position(rules: str | Variant, board: str, moves: str) -> StoredPosition:
    """Return how a game stands after moves, which commas part."""
    game = Game(rules, board=board)
    for move in moves.split(","):
        game.play(move.strip())
    last = game.moves[-1]
    label = game.board.labels[last.point] if isinstance(last, Place | Tao) else None
    return StoredPosition(game.board.text, dict(game.stones), dict(game.tiles), label, tuple(ko_points(game)))


@cache
def _stored() -> Mapping[str, Mapping[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads((files(__package__) / "stored_positions.json").read_text("utf-8"))
    return found


def stored_position(name: str, board: Board) -> StoredPosition:
    """Return the position of a featured game ("featured/NAME") or a kind of board; the empty board if it has none."""
    return StoredPosition(**_stored().get(name, {"board": board.text, "stones": {}}))
