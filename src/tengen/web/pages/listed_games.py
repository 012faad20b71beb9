"""The games that pages list: a selection in mid-game, and every preset with a sentence, by kind and by family."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, Final

from ...boards import parse
from ...records import Text
from ...rules import Variant, library, variant, variants
from ...rules.preset_files import families, known
from ..games.game_request import AxisGiven, default_board
from ..texts import say, tell
from .board_kinds import StoredPosition, stored_position


@dataclass(frozen=True)
class FeaturedGame:
    """A board of the home page, in the position after ``moves``; Play starts the same game from the beginning."""

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
        """Return the request that starts this game against the computer."""
        return choice_of(self.variant, self.board, level) | {"axes": self.axes}

    def position(self) -> StoredPosition:
        return stored_position(f"featured/{self.name}", parse(self.board, self.game.footprint, files=False))


def choice_of(variant: str, board: str, level: int = 1) -> dict[str, object]:
    """Return the request that starts a game against the computer, as Black and without a clock."""
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
    return tuple(
        FeaturedGame(**{**each, "title": Text(each["title"]), "text": Text(each["text"])}) for each in data["boards"]
    )


@cache
def other_games() -> tuple[FeaturedGame, ...]:
    """Return a game on an empty board for every preset not in the selection."""
    chosen = {game.variant for game in featured_games()}
    return tuple(
        FeaturedGame(f"variant-{each.name}", each.title, summary(each), each.name, default_board(each))
        for each in variants()
        if each.name not in chosen
    )


@cache
def games_by_name() -> Mapping[str, FeaturedGame]:
    return {game.name: game for game in (*featured_games(), *other_games())}


@cache
def thumbnails() -> Mapping[str, str]:
    """Return for every preset the name of the game on its default board whose picture represents it."""
    shown = {game.variant: game for game in (*other_games(), *reversed(featured_games()))}
    usual = {game.variant: game for game in games_by_name().values() if game.board == default_board(game.game)}
    return {name: game.name for name, game in (shown | usual).items()}


@cache
def faces() -> Mapping[str, str]:
    """Return for every preset and library variant the address of its picture."""
    shown = {name: f"/featured/{game}.svg" for name, game in thumbnails().items()}
    return {each.name: f"/variants/{each.name}.svg" for each in library()} | shown


@cache
def featured_picture(name: str, theme: str) -> str:
    """Return the picture of a game of the home page (cached)."""
    game = games_by_name()[name]
    return game.position().draw(theme, game.title)


KINDS: Final = {"new": Text("New games"), "go": Text("Go under different rules"), "kin": Text("Gengo's kin")}
"""The names of the kinds of games."""


@cache
def variant_groups() -> dict[str, tuple[Variant, ...]]:
    """Return the presets by kind: new games, ordinary Go, and kin (a new game's rules with other stones).

    New games that the home page features come first, in its order.
    """
    found: dict[str, list[Variant]] = {"new": [], "go": [], "kin": []}
    for each in variants():
        kin = each.footprint and any(each.rules == head.rules and head.footprint for head in found["new"])
        new = each.footprint or each.rules.tiles != "none" or each.rules.tao == "on"
        found["kin" if kin else "new" if new else "go"].append(each)
    featured = [game.variant for game in featured_games()]
    found["new"].sort(key=lambda each: featured.index(each.name) if each.name in featured else len(featured))
    return {kind: tuple(those) for kind, those in found.items()}


def summary(variant: Variant) -> str:
    """Return a variant's one-sentence summary in the reader's language."""
    return tell(variant.sentence)


@dataclass(frozen=True)
class VariantFamily:
    """Variants that form one choice: Go under several rules, Gengo with several kinds of stones."""

    name: str
    title: str
    members: tuple[Variant, ...]


def variant_families() -> tuple[VariantFamily, ...]:
    """Return the games to choose from, ordinary Go first; later members of a family differ as their field says."""
    groups = variant_groups()
    heads = [
        VariantFamily(each.name, tell(each.title), (each, *(groups["kin"] if each.footprint else ())))
        for each in groups["new"]
    ]
    listed = {each.name: row.family for row in known() for each, _ in row.ways}
    titles = {**families(), "": Text("Other variants")}
    members = {name: tuple(each for each in library() if listed.get(each.name, "") == name) for name in titles}
    others = [VariantFamily(f"{name}-family", tell(titles[name]), those) for name, those in members.items() if those]
    return VariantFamily("go", say("Go"), groups["go"]), *heads, *others
