"""A turn as a value: the mover, and what the move did."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from ..boards import Board
from ..draw.sentences import incursion, laid_tile
from ..records import NAMES, Colour, Gesture, Listing, Move, Reason, Tao, Text, joined, listed
from ..records.display import mime_bundle
from ..records.text import NOTHING
from ..rules import Rules
from .outcome import Outcome

Points = tuple[int, ...]
"""Points of the board, ascending."""

NOWHERE: Points = ()
new_tuple: Any = tuple.__new__
"""Makes a named tuple in a quarter of its constructor's time: a game makes two per move."""


_GESTURES: Final = {
    Gesture.PASS: Text("{player} passes"),
    Gesture.RETURN: Text("{player} returns a prisoner"),
    Gesture.RESIGN: Text("{player} resigns"),
}
_PLACED: Final = {
    (False, False): Text("{player} {point}"),
    (True, False): Text("{player} {point}, takes {taken}"),
    (False, True): Text("{player} {point}, loses {lost}"),
    (True, True): Text("{player} {point}, takes {taken}, loses {lost}"),
}
"""Placements, by whether they captured enemy stones, and whether they lost own ones."""
_TURNED: Final = {
    **_PLACED,
    (True, False): Text("{player} {point}, turns {taken}"),
    (True, True): Text("{player} {point}, turns {taken}, loses {lost}"),
}
"""The same if captured stones change colour (spec 6.10)."""
_FEW = 4
"""The maximum number of stones that are named; for more, only the number is given."""


class Turn(NamedTuple):
    """The effect of one move; points are indices, as in `Place`, and `Board.names` gives their labels.

    ``number`` counts from 1. ``captured`` are the points of captured enemy stones, ``lost`` those of own stones removed
    by suicide or friendly fire (spec 0.4, 4.4), possibly including the stone just played. ``tile``: it laid a tile on
    its point (2.3). ``incursion`` is the vacant region in which it was an incursion (2.1), in games with tiles.
    ``paid`` is the price of a Tao stone (3.3), in prisoners or in points. ``ko`` is the point of the only stone it
    captured, if it took a ko: the stone played stands alone, with no other liberty; `Game.why_not` shows whether the
    rules forbid retaking at once. ``ended`` is how the move ended the game, with the dead stones agreed on since, and
    None again if play was resumed (spec 1.17a); an end by `Game.finish` is not part of a turn. ``against`` are the
    reasons against a move made by `Game.force`. ``coupon`` is the value of the coupon that a pass took (6.8).

    >>> from tengen import Game
    >>> game = Game.setup("chinese", [".XO", "X..", "..."])
    >>> turn = game.play("C2")
    >>> turn.mover, game.board.names(turn.captured), turn.ended
    ('black', ('C3',), None)
    """

    number: int
    mover: Colour
    move: Move
    captured: Points = ()
    lost: Points = ()
    tile: bool = False
    incursion: frozenset[int] | None = None
    paid: int = 0
    ko: int | None = None
    ended: Outcome | None = None
    against: tuple[Reason, ...] = ()
    coupon: float = 0

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return mime_bundle(self)

    def told(self, board: Board, rules: Rules | None = None) -> Text:
        """Return what the turn did on a board, as a sentence without a full stop, in the words of its rules.

        >>> from tengen import Game
        >>> game = Game.setup("chinese", [".XO.", "XO.O", ".XO.", "...."])
        >>> game.play("C3").told(game.board), game.play("pass").told(game.board)
        ('Black C3, takes B3', 'White passes')
        """
        player = NAMES[self.mover]
        if self.coupon:
            return Text("{player} passes and takes a coupon worth {points:g}", player=player, points=self.coupon)
        if isinstance(self.move, Gesture):
            return _GESTURES[self.move].with_values(player=player)
        point = board.labels[self.move.point]
        if isinstance(self.move, Tao):
            if self.paid:
                return Text(
                    "{player} puts a Tao stone on {point} for {price}", player=player, point=point, price=self.paid
                )
            return Text("{player} puts a Tao stone on {point}", player=player, point=point)
        words = _TURNED if rules is not None and rules.captured == "convert" else _PLACED
        placed = words[bool(self.captured), bool(self.lost)].with_values(
            player=player, point=point, taken=_listed(self.captured, board), lost=_listed(self.lost, board)
        )
        return Text("{placed}; a tile lies under it", placed=placed) if self.tile else placed

    def why(self, board: Board) -> Text:
        """Return why the placement is an incursion and why it got a tile (spec 2.1, 2.2), or "".

        >>> from tengen import Game
        >>> game = Game.setup("cushion", [".XO..", "XO.O.", ".XO.."])
        >>> game.play("C2").why(game.board)
        'Black C2 is an incursion: its region touches only White.'
        """
        if isinstance(self.move, (Gesture, Tao)) or (self.incursion is None and not self.tile):
            return NOTHING
        label = board.labels[self.move.point]
        said = [] if self.incursion is None else [incursion(self.mover, label)]
        if self.tile:
            said.append(laid_tile(label, self.incursion is not None))
        return joined(said)


class Resumption(NamedTuple):
    """A request to resume play after the final passes (spec 1.17a): the number of moves then, and the colour."""

    number: int
    by: Colour

    def told(self) -> Text:
        """Return it as a sentence without a full stop.

        >>> Resumption(11, "white").told()
        'White asks to resume play'
        """
        return Text("{player} asks to resume play", player=NAMES[self.by])


def _listed(points: Points, board: Board) -> Listing | Text:
    if len(points) > _FEW:
        return Text.counted("{count} stone", "{count} stones", len(points))
    return listed(board.names(points), "comma")


def taken_off(before: bytes, after: bytes, size: int, point: int, side: int) -> tuple[Points, Points]:
    """Return the points where a placement removed stones: the enemy's, and own ones.

    ``before`` and ``after`` are the contents of ``size`` points, with the stone's colour (1 or 2) in the first byte of
    each; ``side`` is the mover's.
    """
    width = len(before) // size
    old, new = (np.frombuffer(content, np.uint8)[::width] for content in (before, after))
    changed = np.flatnonzero(old != new).tolist()
    captured = tuple([p for p in changed if before[p * width] == 3 - side])
    lost = tuple([p for p in changed if before[p * width] == side])
    if after[point * width] != side:
        lost = tuple(sorted((*lost, point)))
    return captured, lost
