"""The shelf of the home page: small boards in mid-game, each with a name, a sentence and a game to begin."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from ...game import Game
from ...rules import Variant, variant
from .positions import Still, still_of


@dataclass(frozen=True)
class Board:
    """One board of the shelf; ``moves`` led to what is shown, and Play begins the same game anew."""

    name: str
    title: str
    text: str
    variant: str
    board: str
    moves: str
    axes: dict[str, Any] = field(default_factory=dict)

    @property
    def game(self) -> Variant:
        """The variant, with the axes that differ."""
        return variant(self.variant, **self.axes)

    def choice(self, level: int = 4) -> dict[str, Any]:
        """Return what is posted to begin this game against the computer."""
        return {
            "variant": self.variant,
            "board": self.board,
            "axes": self.axes,
            "opponent": {"kind": "computer", "level": level},
            "colour": "black",
            "clock": {"kind": "none"},
        }

    def still(self) -> Still:
        """Return what is shown, by playing the moves."""
        game = Game(self.game, board=self.board)
        for move in self.moves.split(","):
            game.play(move.strip())
        return still_of(game)


@cache
def shelf() -> tuple[Board, ...]:
    """Return the boards in the order in which they stand."""
    data = tomllib.loads((files(__package__) / "featured.toml").read_text("utf-8"))
    return tuple(Board(**{**each, "text": " ".join(each["text"].split())}) for each in data["boards"])
