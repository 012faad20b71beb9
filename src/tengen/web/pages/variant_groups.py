"""The presets as pages list them, by the kind of game."""

from __future__ import annotations

from functools import cache

from ...rules import Variant, variants
from .featured import featured_games


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
