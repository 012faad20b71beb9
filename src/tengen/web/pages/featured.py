"""The boards of the home page: a selection in mid-game, and after it every preset that the selection leaves out."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from ...boards import parse
from ...rules import Variant, variant, variants
from ..games.game_request import AxisGiven, default_board
from .positions import DrawnPosition, played_position, stored_positions
from .summaries import summary


@dataclass(frozen=True)
class FeaturedGame:
    """One board of the home page; ``moves`` led to what is shown, and Play begins the same game anew."""

    name: str
    title: str
    text: str
    variant: str
    board: str
    moves: str = ""
    axes: dict[str, AxisGiven] = field(default_factory=dict)

    @cached_property
    def game(self) -> Variant:
        """The variant, with the axes that differ."""
        axes: Mapping[str, Any] = self.axes
        return variant(self.variant, **axes)

    def choice(self, level: int = 1) -> dict[str, object]:
        """Return what is posted to begin this game against the computer."""
        return choice_of(self.variant, self.board, level) | {"axes": self.axes}

    def played(self) -> DrawnPosition:
        """Return what is shown, by playing the moves."""
        return played_position(self.game, self.board, self.moves)

    def position(self) -> DrawnPosition:
        """Return what is shown, without playing: what was stored, or the empty board."""
        if self.moves:
            return stored_positions(f"featured/{self.name}")[0]
        return DrawnPosition(parse(self.board, footprint=self.game.footprint, files=False).text, {})


def choice_of(variant: str, board: str, level: int = 1) -> dict[str, object]:
    """Return what is posted to begin a game against the computer, as Black and without a clock."""
    return {
        "variant": variant,
        "board": board,
        "opponent": {"kind": "computer", "level": level},
        "colour": "black",
        "clock": {"kind": "none"},
    }


@cache
def featured_games() -> tuple[FeaturedGame, ...]:
    """Return the selection of ``featured.toml``, in its order."""
    data = tomllib.loads((files(__package__) / "featured.toml").read_text("utf-8"))
    return tuple(FeaturedGame(**{**each, "text": " ".join(each["text"].split())}) for each in data["boards"])


@cache
def other_games() -> tuple[FeaturedGame, ...]:
    """Return a game of every preset that the selection has none of, on an empty board."""
    chosen = {game.variant for game in featured_games()}
    return tuple(
        FeaturedGame(f"variant-{each.name}", each.title, summary(each), each.name, default_board(each))
        for each in variants()
        if each.name not in chosen
    )


@cache
def games_by_name() -> Mapping[str, FeaturedGame]:
    """Return every game of the home page by its name."""
    return {game.name: game for game in (*featured_games(), *other_games())}


@cache
def thumbnails() -> Mapping[str, str]:
    """Return for every preset the name of the game whose picture stands for it: one on its default board."""
    shown = {game.variant: game for game in (*other_games(), *reversed(featured_games()))}
    usual = {game.variant: game for game in games_by_name().values() if game.board == default_board(game.game)}
    return {name: game.name for name, game in (shown | usual).items()}


@cache
def featured_picture(name: str, theme: str) -> str:
    """Return the picture of a game of the home page, drawn once."""
    game = games_by_name()[name]
    return game.position().draw(theme, game.title)
