"""Colours, moves and positions as plain data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Literal, Self, TypeAlias
from urllib.parse import quote_plus, unquote_plus

from .errors import FormatError
from .text import Text, listed

Colour = Literal["black", "white"]

BLACK: Final[Colour] = "black"
WHITE: Final[Colour] = "white"
COLOURS: Final[tuple[Colour, Colour]] = (BLACK, WHITE)

NAMES: Final[Mapping[Colour, Text]] = {"black": Text("Black"), "white": Text("White")}
"""The names of the colours in texts."""


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
    Tao stones by player (spec 3.3, 3.4). If the price of a Tao stone is a schedule or an auction (3.9), ``tao_turns``
    counts the turns that set the current price, from the start or since the last Tao stone was bought, and ``tao_paid``
    is what each player has paid. ``order_turn`` is the place in the order of spec 6.7, or among its seats.
    ``coupons[c]`` are the points of the coupons that c holds (6.8). ``last_incursion`` is the bit of spec 2.2;
    ``created_by`` is the player whose placement made the position, for spec 1.5 (None: the side not to move). ``board``
    is the text of the board and ``game`` the variant with the axes that differ, such as ``tile komi=3``; a position
    that does not come from a game may leave them empty.

    Positions are values: two are equal if everything except ``board`` and ``game`` is equal, and equal positions have
    the same hash. Earlier positions and passes are not part of a position, so a game set up from one has no ko.

    ``str`` gives the position as one line, and `parse` reads it:

    >>> from tengen import Game
    >>> game = Game("chinese", board="5x5")
    >>> turn = game.play("C3")
    >>> game.position.stones, game.position.to_play
    ({'C3': 'black'}, 'white')
    >>> print(game.position)
    game=chinese+komi=7.5 board=5 black=C3 to_play=white created_by=black
    >>> Position.parse(str(game.position)) == game.position, len({game.position, game.copy().position})
    (True, 1)
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
    board: str = field(default="", compare=False)
    game: str = field(default="", compare=False)

    def __hash__(self) -> int:
        return hash((frozenset(self.stones.items()), frozenset(self.tiles.items()), self.to_play))

    def __str__(self) -> str:
        said = {name: quote_plus(getattr(self, name), safe=_SAFE) for name in ("game", "board")}
        for kind in _KINDS:
            said[kind] = ",".join(quote_plus(label) for label, content in self.stones.items() if content == kind)
        said["to_play"] = self.to_play
        said["tiles"] = ",".join(quote_plus(label) for label, height in self.tiles.items() for _ in range(height))
        for name in _COUNTS:
            counts = [getattr(self, name).get(colour, 0) for colour in COLOURS]
            said[name] = ",".join(f"{count:.12g}" for count in counts) if any(counts) else ""
        said |= {name: str(getattr(self, name) or "") for name in ("tao_turns", "order_turn", "created_by")}
        said["last_incursion"] = "true" if self.last_incursion else ""
        return " ".join(f"{name}={text}" for name, text in said.items() if text)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the line that ``str`` writes: ``name=value`` words in any order. Labels are checked at setup.

        Raises:
            FormatError: with line and column: an unknown word, a bad value, or something that is given twice.

        >>> Position.parse("board=9x9+torus black=C3,D4 white=E5 tiles=C3,C3 prisoners=1,0").tiles
        {'C3': 2}
        """
        given: dict[str, Any] = {}
        for found in _WORD.finditer(text):
            name, _, said = found[0].partition("=")
            try:
                given[name] = _read_part(name, said, given)
            except FormatError as error:
                line = text.count("\n", 0, found.start()) + 1
                column = found.start() - text.rfind("\n", 0, found.start())
                raise FormatError("{word!r}: {what}", line, column, word=found[0][:30], what=error.what) from None
        kinds: dict[Content, list[str]] = {kind: given.pop(kind, []) for kind in _KINDS}
        stones = {label: kind for kind, labels in kinds.items() for label in labels}
        if len(stones) < sum(map(len, kinds.values())):
            raise FormatError("two stones on one point: each may be named once")
        return cls(stones, **given)


_WORD: Final = re.compile(r"\S+")
_NUMBER: Final = re.compile(r"[0-9]{1,7}(\.5)?")
_SAFE: Final = "!\"#$&'()*,-./:;<=>?@[\\]^_`{|}~"
_KINDS: Final[tuple[Content, ...]] = ("black", "white", "tao")
_COUNTS: Final = ("prisoners", "tao_in_hand", "tao_bought", "tao_paid", "coupons")


def _read_part(name: str, said: str, given: Mapping[str, Any]) -> Any:
    """Return the value of a word; FormatError if it is wrong, or is already in ``given``."""
    if name not in _PARTS:
        raise FormatError("unknown; the parts are {known}", known=listed(_PARTS, "comma"))
    if name in given:
        raise FormatError("given twice")
    read, example = _PARTS[name]
    try:
        return read(said)
    except (ValueError, KeyError):
        raise FormatError("write it like {name}={example}", name=name, example=example) from None


def _labels(said: str) -> list[str]:
    labels = [unquote_plus(label) for label in said.split(",")]
    if not all(labels):
        raise ValueError
    return labels


def _number(said: str) -> float:
    """Return a whole or half number; ValueError for anything else."""
    if not _NUMBER.fullmatch(said):
        raise ValueError
    return float(said) if "." in said else int(said)


_COLOUR: Final[Mapping[str, Colour]] = {"black": BLACK, "white": WHITE}
_PARTS: Final[Mapping[str, tuple[Callable[[str], Any], str]]] = {
    "game": (unquote_plus, "tile+komi=3"),
    "board": (unquote_plus, "9x9+torus"),
    **dict.fromkeys(_KINDS, (_labels, "C3,D4")),
    "to_play": (_COLOUR.__getitem__, "white"),
    "tiles": (lambda said: dict(Counter(_labels(said))), "C3,C3,D4"),
    **dict.fromkeys(_COUNTS, (lambda said: dict(zip(COLOURS, map(_number, said.split(",")), strict=True)), "1,0")),
    **dict.fromkeys(("tao_turns", "order_turn"), (_number, "3")),
    "created_by": (_COLOUR.__getitem__, "white"),
    "last_incursion": ({"true": True}.__getitem__, "true"),
}
"""The words of a position's text: what reads each, and an example."""


@dataclass(frozen=True, slots=True)
class Place:
    """A stone placed on a point (spec 0.4); ``label`` is the text of a label that the board does not have.

    >>> from tengen import Game, Place
    >>> game = Game("chinese", board="5x5")
    >>> game.read_move("C3"), Place(game.board.find("C3")) in game.legal_moves()
    (Place(point=12), True)
    """

    point: int
    label: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Tao:
    """A Tao stone placed on a point (spec 3.3); ``label`` is as in `Place`."""

    point: int
    label: str = field(default="", compare=False, repr=False)


class Gesture(Enum):
    """A move without a point: pass, return of a prisoner (spec 2.6), resignation.

    >>> from tengen import Game
    >>> game = Game("tao", board="5x5")
    >>> moves: list[Move] = [game.read_move(text) for text in ("tao C4", "pass", "return", "resign")]
    >>> moves
    [Tao(point=7), Pass, Return, Resign]
    """

    PASS = "pass"
    RETURN = "return"
    RESIGN = "resign"

    def __repr__(self) -> str:
        return self.value.capitalize()


GESTURES: Final = tuple(gesture.value for gesture in Gesture)
"""The texts of moves without a point."""

Pass: Final[Literal[Gesture.PASS]] = Gesture.PASS
"""A pass; see `Gesture`."""
Return: Final[Literal[Gesture.RETURN]] = Gesture.RETURN
"""The return of a prisoner (spec 2.6); see `Gesture`."""
Resign: Final[Literal[Gesture.RESIGN]] = Gesture.RESIGN
"""A resignation; see `Gesture`."""

Move: TypeAlias = Place | Tao | Gesture
"""A move of any kind; see `Gesture`."""
