"""What was agreed before a game: how it begins, who sits where, and the clock. It is stored once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Final, Literal

from ...game import Game
from ...players import LEVELS
from ...records import COLOURS, Colour, TengenError
from .clock import Timing

_VISIT: Final = 500
"""Simulations for which a visit of a stronger engine counts: 64 visits are the highest level's."""


@dataclass(frozen=True)
class Seat:
    """Who plays a colour: a person, who may still have to come, or the computer at a level from 1 to 10.

    With ``visits`` the computer is the server's stronger engine, which looks at this many positions for a move.
    """

    kind: Literal["person", "computer"] = "person"
    level: int | None = None
    name: str | None = None
    taken: bool = True
    visits: int | None = None

    @property
    def plays_at(self) -> int:
        """The level of Tengen's own engine that plays here; one stands in for a stronger engine that costs as much."""
        if self.visits is None:
            return self.level or 1
        return sum(simulations <= self.visits * _VISIT for simulations in LEVELS)


@dataclass(frozen=True)
class GameTerms:
    """How a game begins: ``start`` is a game as JSON, its moves, if any, having been played before.

    A ``rated`` game changes the ratings of both players: nothing is taken back in it, and nobody is helped.
    """

    start: str
    seats: Mapping[Colour, Seat] = field(default_factory=lambda: dict.fromkeys(COLOURS, Seat()))
    timing: Timing = field(default_factory=Timing)
    one_device: bool = False
    rated: bool = False

    def game(self) -> Game:
        """Return the game at its beginning."""
        return Game.from_json(self.start)

    @property
    def computer(self) -> Colour | None:
        """The computer's colour."""
        return next((colour for colour in COLOURS if self.seats[colour].kind == "computer"), None)

    def dump(self) -> str:
        """Write it as JSON, as `load` reads it.

        What only some seats have is left out of the others: a Tengen from before there was such a thing reads those.
        """
        whole = asdict(self)
        for seat in whole["seats"].values():
            if seat["visits"] is None:
                del seat["visits"]
        return json.dumps(whole)

    @classmethod
    def load(cls, text: str) -> GameTerms:
        """Read what `dump` wrote.

        Raises:
            TengenError: a newer Tengen wrote it, which knows of things that this one does not.
        """
        given = json.loads(text)
        try:
            seats: dict[Colour, Seat] = {colour: Seat(**given["seats"][colour]) for colour in COLOURS}
            timing = Timing(**given["timing"])
        except TypeError as error:
            raise TengenError(
                "a newer Tengen keeps this game, whose terms cannot be read here: {error}", error=error
            ) from None
        rated = given.get("rated", False)  # games of before there were ratings do not say
        return cls(given["start"], seats, timing, given["one_device"], rated)
