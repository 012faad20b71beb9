"""Colours, moves and positions as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Literal, TypeAlias

from .text import Text

Colour = Literal["black", "white"]

BLACK: Final[Colour] = "black"
WHITE: Final[Colour] = "white"
COLOURS: Final[tuple[Colour, Colour]] = (BLACK, WHITE)

NAMES: Final[Mapping[Colour, Text]] = {"black": Text("Black"), "white": Text("White")}
"""The colours' names in texts."""


def other(colour: Colour) -> Colour:
    """Return the opponent's colour."""
    return WHITE if colour == BLACK else BLACK


Content = Literal["black", "white", "tao"]


def _none() -> dict[Colour, int]:
    return {"black": 0, "white": 0}


@dataclass(frozen=True)
class Position:
    """Stones, Tao stones, tiles, prisoners and the side to move; points are named by their labels.

    ``stones`` maps a label to ``"black"``, ``"white"`` or ``"tao"``; ``tiles`` maps a label to the height of its
    stack (at least 1); ``prisoners[c]`` are those held *by* c (spec 0.4); ``tao_in_hand`` and ``tao_bought`` count
    Tao stones by player (spec 3.3, 3.4). Where the price of a Tao stone is a schedule or an auction (3.9),
    ``tao_turns`` counts the turns that matter for the price now asked, of the game or since the last Tao stone was
    bought, and ``tao_paid`` what each player's have cost. ``order_turn`` is the place in the order of spec 6.7, or
    among its seats. ``coupons[c]`` are the points of the coupons that c holds (6.8). ``last_incursion`` is the bit of
    spec 2.2; ``created_by`` is the player whose placement made the position, for spec 1.5 (None: the side not to move).

    >>> from tengen import Game
    >>> game = Game("chinese", board="5x5")
    >>> turn = game.play("C3")
    >>> game.position.stones, game.position.to_play
    ({'C3': 'black'}, 'white')
    """

    stones: Mapping[str, Content]
    to_play: Colour = BLACK
    tiles: Mapping[str, int] = field(default_factory=dict)
    prisoners: Mapping[Colour, int] = field(default_factory=_none)
    tao_in_hand: Mapping[Colour, int] = field(default_factory=_none)
    tao_bought: Mapping[Colour, int] = field(default_factory=_none)
    last_incursion: bool = False
    created_by: Colour | None = None
    tao_turns: int = 0
    tao_paid: Mapping[Colour, int] = field(default_factory=_none)
    coupons: Mapping[Colour, float] = field(default_factory=_none)
    order_turn: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """A stone put on a point (spec 0.4); ``label`` is how it was written if the board has no such point.

    >>> from tengen import Game, Place
    >>> game = Game("chinese", board="5x5")
    >>> game.read_move("C3"), Place(game.board.find("C3")) in game.legal_moves()
    (Place(point=12), True)
    """

    point: int
    label: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Tao:
    """A Tao stone put on a point (spec 3.3); ``label`` is as in `Place`."""

    point: int
    label: str = field(default="", compare=False, repr=False)


class Gesture(Enum):
    """A move without a point: pass, return of a prisoner (spec 2.6), resignation."""

    PASS = "pass"
    RETURN = "return"
    RESIGN = "resign"

    def __repr__(self) -> str:
        return self.value.capitalize()


GESTURES: Final = tuple(gesture.value for gesture in Gesture)
"""The texts of moves without a point."""

Pass: Final[Literal[Gesture.PASS]] = Gesture.PASS
Return: Final[Literal[Gesture.RETURN]] = Gesture.RETURN
Resign: Final[Literal[Gesture.RESIGN]] = Gesture.RESIGN

Move: TypeAlias = Place | Tao | Gesture
