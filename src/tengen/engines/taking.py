"""Whether a chain can be taken whoever begins: a small proof, move by move, beside the chain and its enemies."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import Final

from ..game import Game
from ..records import Colour, Move, Pass, Place, Reason, other

_DEPTH: Final = 10
"""Turns after which a chain that still stands counts as safe."""
_POSITIONS: Final = 500
"""Positions after which it counts as safe, too."""
_OPEN: Final = 4
"""Liberties of a chain, and of enemies beside it that may be taken in its place, up to which moves are looked for."""
_REPEATED: Final = frozenset({Reason.KO, Reason.REPETITION})


def is_taken(game: Game, stone: str) -> bool:
    """Say whether the chain of a stone is proved to be taken, even if its owner moves first and answers every time.

    The owner may pass; the enemy plays on. Both play on liberties of the chain and of enemy chains beside it that have
    few. Where a rule of repetition forbids one of the owner's moves, nothing is proved, because threats elsewhere
    would decide. Nor is anything on boards with wide stones, or where nobody may pass.
    """
    if not game.board.is_plain:
        return False
    colour: Colour = "black" if game.stones[stone] == "black" else "white"
    position = replace(game.position, to_play=colour, created_by=None)
    again = Game.from_position(game.variant, game.board, position)
    if again.outcome is not None or again.why_not(Pass):
        return False
    return _Proof(again, stone, colour).falls(_DEPTH)


class _Proof:
    """A search for the capture of one chain, in a game that it plays on and takes back."""

    def __init__(self, game: Game, stone: str, colour: Colour) -> None:
        self._game, self._stone, self._colour = game, stone, colour
        self._left = _POSITIONS

    def falls(self, depth: int) -> bool:
        """Say whether the chain is taken from the present position on, within ``depth`` turns."""
        if self._game.content(self._stone) != self._colour:
            return True
        self._left -= 1
        if depth == 0 or self._left < 0 or len(self._game.liberties(self._stone)) > _OPEN:
            return False
        return self._loses(depth) if self._game.to_play == self._colour else self._is_attacked(depth)

    def _loses(self, depth: int) -> bool:
        """Say whether no move of the owner, nor a pass, saves the chain."""
        moves = {move: self._game.why_not(move) for move in (*self._moves(), Pass)}
        turns = self._game.turns
        if (turns and turns[-1].ko is not None) or any(_REPEATED.intersection(reasons) for reasons in moves.values()):
            return False
        return all(self._after(move, depth) for move, reasons in moves.items() if not reasons)

    def _is_attacked(self, depth: int) -> bool:
        """Say whether a move of the enemy takes the chain in the end."""
        return any(self._after(move, depth) for move in self._moves() if not self._game.why_not(move))

    def _after(self, move: Move, depth: int) -> bool:
        """Say whether the chain is taken after a legal move."""
        self._game.push(move)
        falls = self.falls(depth - 1)
        self._game.undo()
        return falls

    def _moves(self) -> tuple[Move, ...]:
        """Return the moves that are looked at: on liberties of the chain first, then on those of enemies beside it."""
        game, enemy = self._game, other(self._colour)
        beside = {q for p in game.chain(self._stone) for q in game.board.neighbours[p] if game.content(q) == enemy}
        near = [game.liberties(q) for q in sorted(beside)]
        points = chain(game.liberties(self._stone), *(few for few in near if len(few) <= _OPEN))
        return tuple(Place(p) for p in dict.fromkeys(points))
