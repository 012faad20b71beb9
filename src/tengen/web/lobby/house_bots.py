"""The house's programs: each has a name and a level, and takes on anybody in any game."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ...players import LEVELS
from ...records import TengenError


@dataclass(frozen=True)
class HouseBot:
    """A program of the house: its name, and the level at which it plays."""

    name: str
    level: int

    @property
    def key(self) -> str:
        """The name by which a request asks for it."""
        return self.name.lower()


@cache
def house_bots() -> tuple[HouseBot, ...]:
    """Return the programs of ``house_bots.toml``, in its order."""
    rows = tomllib.loads((files(__package__) / "house_bots.toml").read_text("utf-8"))["bots"]
    bots = tuple(HouseBot(row["name"], row["level"]) for row in rows)
    for bot in bots:
        if not 1 <= bot.level <= len(LEVELS):
            raise TengenError(f"house_bots.toml: {bot.name} plays at level {bot.level}; levels are 1 to {len(LEVELS)}")
    return bots


def house_bot(key: str) -> HouseBot | None:
    """Return the program of a name; None: there is none."""
    return next((bot for bot in house_bots() if bot.key == key), None)
