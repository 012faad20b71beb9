"""The house's programs take on anybody: each has a name and a level, or is a stronger engine at some visits a move."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from ..rooms import Seat

VISITS: Final = (1, 8, 64)
"""The numbers of positions at which a stronger engine can be played."""
_NAMES: Final = {"katago": "KataGo"}
"""What engines are called that an operator names otherwise."""


@dataclass(frozen=True)
class HouseBot:
    """A program of the house, at a level; one with ``visits`` is the server's stronger engine."""

    name: str
    level: int | None
    visits: int | None = None

    @property
    def key(self) -> str:
        """The name by which a request asks for it."""
        return self.name.lower() if self.visits is None else f"{self.name.lower()}-{self.visits}"

    @property
    def seat(self) -> Seat:
        return Seat("computer", self.level, self.name, visits=self.visits)


@cache
def house_bots() -> tuple[HouseBot, ...]:
    """Return the programs of ``house_bots.toml``, in its order."""
    rows = tomllib.loads((files(__package__) / "house_bots.toml").read_text("utf-8"))["bots"]
    return tuple(HouseBot(row["name"], row["level"]) for row in rows)


def guests(engine: str) -> tuple[HouseBot, ...]:
    """Return a server's stronger engine as programs of the house, the weakest first."""
    name = _NAMES.get(engine, engine)
    return tuple(HouseBot(name, None, visits) for visits in VISITS)
