"""Open challenges: the offered game, its lifetime, and the game that begins on acceptance."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Final, Literal

from pydantic import BaseModel, Field, model_validator

from ...boards.titles import titled
from ...game import Game
from ...records import COLOURS, Colour, TengenError, other
from ...rules import Variant
from ...rules.preset_files import preset
from ...rules.prose import describe
from ..games.game_request import AxisGiven, GameChoice, checked_clock, choice_of, chosen_board, chosen_variant
from ..rooms import GameTerms, Seat, Timing
from ..store.lobby_store import HERE, LIVE, StoredChallenge

MOST_EACH: Final = 3
"""The maximum number of open challenges of one visitor."""

MOST_IN_ALL: Final = 500
"""The maximum number of open challenges in total."""

_BY_CORRESPONDENCE: Final = 7 * 24 * 3600.0

_Rating = Annotated[int, Field(ge=0, le=4000)]
_Name = Annotated[str, Field(max_length=80)]
_Size = Annotated[str, Field(pattern=r"^[1-9][0-9]?$")]


class OfferedGame(BaseModel, extra="forbid", frozen=True):
    """A game offered to anyone: ``least`` and ``most`` limit the rating of the opponent.

    ``within`` limits the difference of the ratings (1500 if unrated). With ``match`` the game begins as soon as another
    challenge fits; ``games``, ``boards`` and ``clocks`` are alternatives to ``variant``, ``board`` and ``clock``.
    """

    variant: _Name = "chinese"
    board: Annotated[str, Field(max_length=200)] | None = None
    axes: Annotated[dict[str, AxisGiven], Field(max_length=40)] = Field(default_factory=dict)
    colour: Literal["black", "white", "random"] = "random"
    clock: Timing = Timing()
    rated: bool = False
    least: _Rating | None = None
    most: _Rating | None = None
    within: _Rating | None = None
    match: bool = False
    games: Annotated[tuple[_Name, ...], Field(max_length=40)] = ()
    boards: Annotated[tuple[_Size, ...], Field(max_length=10)] = ()
    clocks: Annotated[tuple[Timing, ...], Field(max_length=10)] = ()

    @model_validator(mode="after")
    def _in_order(self) -> OfferedGame:
        if self.least is not None and self.most is not None and self.least > self.most:
            raise TengenError(
                "least is {least} and most {most}; least may not be greater", least=self.least, most=self.most
            )
        for each in self.games:
            preset(each)
        return self

    @property
    def choice(self) -> GameChoice:
        return GameChoice(variant=self.variant, board=self.board, axes=self.axes)

    @property
    def by_correspondence(self) -> bool:
        """Whether the players need not be online together."""
        return self.clock.kind == "correspondence" and not self.match

    @property
    def stands(self) -> float:
        """Its lifetime in seconds."""
        return _BY_CORRESPONDENCE if self.by_correspondence else LIVE

    def settled(self, game: Game) -> OfferedGame:
        """Return the offer in canonical form for comparisons; ChoiceRefused for an invalid clock."""
        clocks = tuple(checked_clock(each) for each in self.clocks)
        names = tuple(preset(each).name for each in self.games)
        plain = {"games": names, "clock": checked_clock(self.clock), "clocks": clocks}
        return self.model_copy(update={**choice_of(game), **plain})

    def agreed(self, theirs: OfferedGame) -> OfferedGame | None:
        """Return a game that suits the makers of this challenge and another, as the other offers it, or None.

        Ratings and persons are not compared. The other's preferences come first, as it has waited longer. Both are
        `settled`.
        """
        same = self.rated == theirs.rated and self.axes == theirs.axes
        if not (self.match or theirs.match) or not same or self.colour == theirs.colour != "random":
            return None
        name = next((each for each in (theirs.variant, *theirs.games) if each in (self.variant, *self.games)), None)
        sides = [_side(each) for each in (self.board, *self.boards)]
        boards = [each for each in (theirs.board, *theirs.boards) if _side(each) in sides]
        clock = next((each for each in (theirs.clock, *theirs.clocks) if each in (self.clock, *self.clocks)), None)
        if name is None or not boards or clock is None:
            return None
        colour = theirs.colour if self.colour == "random" else other(self.colour)
        found = {"variant": name, "board": boards[0], "clock": clock, "colour": colour}
        return theirs.model_copy(update=found)

    def terms(self, game: Game, maker: str, taker: str) -> tuple[GameTerms, Colour]:
        """Return the terms of the game that begins between two people, and the colour of the maker."""
        colour = random.choice(COLOURS) if self.colour == "random" else self.colour
        seats = {colour: Seat(name=maker), other(colour): Seat(name=taker)}
        ordered = {each: seats[each] for each in COLOURS}
        return GameTerms(game.to_json(), ordered, self.clock, rated=self.rated), colour


def _side(board: str | None) -> str | None:
    """Return "9" for "9x9", and any other board as it is written."""
    side, _, height = (board or "").partition("x")
    return side if side == height else board


@dataclass(frozen=True)
class Challenge:
    """A stored challenge: its maker, its game, and whether its maker is online."""

    stored: StoredChallenge
    offered: OfferedGame
    here: bool

    @property
    def is_open(self) -> bool:
        """Whether it can be accepted: its maker must be online, unless it is by correspondence."""
        return self.stored.game is None and (self.here or self.offered.by_correspondence)


def read_challenge(stored: StoredChallenge, now: float) -> Challenge:
    return Challenge(stored, OfferedGame.model_validate_json(stored.choice), now - stored.seen < HERE)


@dataclass(frozen=True)
class OfferInWords:
    """A challenge's variant, board and changes to the rules, in English."""

    variant: Variant
    board: str
    changed: tuple[str, ...]


@lru_cache(maxsize=1000)
def in_words(choice: str) -> OfferInWords:
    """Return the description of a stored challenge."""
    offered = OfferedGame.model_validate_json(choice)
    variant = chosen_variant(offered.choice)
    board = chosen_board(offered.choice, variant)
    changed = tuple(row.sentence for row in describe(variant).rows if row.axis in offered.axes)
    return OfferInWords(variant, titled(board, variant.footprint), changed)
