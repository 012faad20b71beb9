"""The terms of a game: its start, seats, and clock (seconds). They are stored once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Annotated, ClassVar, Final, Literal

from pydantic import ConfigDict, Field

from ...game import Game
from ...players import LEVELS
from ...records import COLOURS, Colour

_VISIT: Final = 500
"""The simulations that a visit of a stronger engine counts as: 64 visits equal the highest level."""


@dataclass(frozen=True)
class Timing:
    """A time system; times are in seconds.

    ``main`` seconds come first. "fischer" adds ``increment`` after every move; "byoyomi" continues with ``periods`` of
    ``period`` seconds, each kept by a move within it; "canadian" requires ``stones`` moves in every ``period``
    seconds; "correspondence" gives every move ``period`` seconds, which are days.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid", allow_inf_nan=False)

    kind: Literal["none", "absolute", "fischer", "byoyomi", "canadian", "correspondence"] = "none"
    main: Annotated[float, Field(ge=0, le=864_000)] = 0.0
    increment: Annotated[float, Field(ge=0, le=3_600)] = 0.0
    periods: Annotated[int, Field(ge=0, le=100)] = 0
    period: Annotated[float, Field(ge=0, le=14 * 86_400)] = 0.0
    stones: Annotated[int, Field(ge=0, le=100)] = 0

    def begin(self) -> ClockReading:
        if self.kind == "correspondence":
            return ClockReading(self.period)
        return ClockReading(self.main, self.periods, self.period if self.kind == "canadian" else 0.0, self.stones)

    @property
    def gift(self) -> float:
        """Seconds that a player gives the opponent at a time: a day, or 15 s, any number of times."""
        return 86_400.0 if self.kind == "correspondence" else 15.0

    def left(self, reading: ClockReading) -> float:
        """Return the seconds until a player whose clock runs from now on is out of time."""
        if self.kind == "none":
            return float("inf")
        if self.kind == "byoyomi":
            return reading.main + reading.periods * self.period
        if self.kind == "canadian":
            return reading.main + reading.rest
        return reading.main

    def after(self, reading: ClockReading, seconds: float) -> ClockReading:
        """Return the clock after ``seconds`` of thinking, before the move.

        >>> timing = Timing("byoyomi", main=10.0, periods=3, period=30.0)
        >>> timing.after(timing.begin(), 45)
        ClockReading(main=0.0, periods=2, rest=25.0, stones=0)
        """
        if self.kind == "none":
            return reading
        over = max(0.0, seconds - reading.main)
        main = max(0.0, reading.main - seconds)
        if self.kind == "byoyomi":
            lost = min(reading.periods, int(over // self.period))
            rest = self.period - over % self.period if over and lost < reading.periods else 0.0
            return replace(reading, main=main, periods=reading.periods - lost, rest=rest)
        if self.kind == "canadian":
            return replace(reading, main=main, rest=max(0.0, reading.rest - over))
        return replace(reading, main=main)

    def moved(self, reading: ClockReading, seconds: float) -> ClockReading:
        """Return the clock after a move that took ``seconds``.

        >>> Timing("fischer", main=60, increment=5).moved(ClockReading(60.0), 20)
        ClockReading(main=45.0, periods=0, rest=0.0, stones=0)
        """
        if self.kind == "correspondence":
            return self.begin()
        found = self.after(reading, seconds)
        if self.kind == "fischer":
            return replace(found, main=found.main + self.increment)
        if self.kind == "byoyomi":
            return replace(found, rest=0.0)
        if self.kind == "canadian" and found.main == 0 and found.rest < self.period:
            if found.stones <= 1:
                return replace(found, rest=self.period, stones=self.stones)
            return replace(found, stones=found.stones - 1)
        return found


@dataclass(frozen=True)
class ClockReading:
    """One player's remaining time.

    ``rest`` is the rest of the running period: while thinking in byo-yomi, and in Canadian time.
    """

    main: float
    periods: int = 0
    rest: float = 0.0
    stones: int = 0


@dataclass(frozen=True)
class Seat:
    """The player of a colour: a person, perhaps not here yet, or the computer at a level from 1 to 10.

    With ``visits`` the computer is the server's stronger engine, with this many visits a move.
    """

    kind: Literal["person", "computer"] = "person"
    level: int | None = None
    name: str | None = None
    taken: bool = True
    visits: int | None = None

    @property
    def plays_at(self) -> int:
        """The level of Tengen's engine in this seat; for a stronger engine, the stand-in of equal cost."""
        if self.visits is None:
            return self.level or 1
        return sum(simulations <= self.visits * _VISIT for simulations in LEVELS)


@dataclass(frozen=True)
class GameTerms:
    """The start of a game: ``start`` is a game as JSON, perhaps with earlier moves.

    A ``rated`` game changes the ratings of both players, and has no undo and no hints. ``tournament`` is the id of its
    tournament, if any.
    """

    start: str
    seats: Mapping[Colour, Seat] = field(default_factory=lambda: dict.fromkeys(COLOURS, Seat()))
    timing: Timing = field(default_factory=Timing)
    one_device: bool = False
    rated: bool = False
    tournament: str | None = None

    def game(self) -> Game:
        return Game.from_json(self.start)

    @cached_property
    def computer(self) -> Colour | None:
        return next((colour for colour in COLOURS if self.seats[colour].kind == "computer"), None)

    def dump(self) -> str:
        """Write it as JSON, as `load` reads it."""
        return json.dumps(asdict(self))

    @classmethod
    def load(cls, text: str) -> GameTerms:
        given = json.loads(text)
        seats = {colour: Seat(**given["seats"][colour]) for colour in COLOURS}
        return cls(**given | {"seats": seats, "timing": Timing(**given["timing"])})
