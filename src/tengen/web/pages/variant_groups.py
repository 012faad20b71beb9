"""The presets as pages list them, by the kind of game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from ...records import Text
from ...rules import Variant, variants
from ..texts import say, tell
from .featured import featured_games

KINDS: Final = {"new": Text("New games"), "go": Text("Go, by different rules"), "kin": Text("Gengo's kin")}
"""What the kinds of games are called."""


@cache
def variant_groups() -> dict[str, tuple[Variant, ...]]:
    """Return the presets by kind: new games, ordinary Go, and kin: a new game's own rules with other stones.

    Of the new games those that the home page features come first, in its order.
    """
    found: dict[str, list[Variant]] = {"new": [], "go": [], "kin": []}
    for each in variants():
        kin = each.footprint and any(each.rules == head.rules and head.footprint for head in found["new"])
        new = each.footprint or each.rules.tiles != "none" or each.rules.tao == "on"
        found["kin" if kin else "new" if new else "go"].append(each)
    featured = [game.variant for game in featured_games()]
    found["new"].sort(key=lambda each: featured.index(each.name) if each.name in featured else len(featured))
    return {kind: tuple(those) for kind, those in found.items()}


@dataclass(frozen=True)
class VariantFamily:
    """Variants that one chooses as one game: Go by several rules, Gengo with several kinds of stones."""

    name: str
    title: str
    members: tuple[Variant, ...]


def variant_families() -> tuple[VariantFamily, ...]:
    """Return the games to choose from, ordinary Go first; a member beside the first differs in what its field says."""
    groups = variant_groups()
    heads = [
        VariantFamily(each.name, tell(each.title), (each, *(groups["kin"] if each.footprint else ())))
        for each in groups["new"]
    ]
    return (VariantFamily("go", say("Go"), groups["go"]), *heads)
