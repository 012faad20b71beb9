"""Positions that were reached by play, kept as plain data: pages draw them at once, without the kernel.

``stored_positions.json`` is made from ``featured.toml`` and ``board_kinds.toml`` by the test that plays them.
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
from ...records import Content, Position


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


@cache
def _stored() -> Mapping[str, Mapping[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads((files(__package__) / "stored_positions.json").read_text("utf-8"))
    return found


def stored_position(name: str, board: Board) -> StoredPosition:
    """Return the position of a featured game ("featured/NAME") or a kind of board; the empty board if it has none."""
    return StoredPosition(**_stored().get(name, {"board": board.text, "stones": {}}))
