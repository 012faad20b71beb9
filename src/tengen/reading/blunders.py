"""Blunders that reading proves: moves that lose an own group, or let a dead enemy group go."""

from __future__ import annotations

from typing import Final

from ..game import Game
from ..records import Colour, Place, other
from .fate import Fate, GroupReader

_WORTH: Final = {Fate.ALIVE: 1, Fate.SEKI: 1, Fate.KO: 0, Fate.DEAD: -1}
_LEAST: Final = -2
"""The balance below which a move is a blunder: that of one stone lost, which is often a throw-in."""
_FEW: Final = 6
"""Liberties up to which a chain is read: with more, one move hardly decides its fate."""

Chain = tuple[int, ...]


class BlunderReader:
    """Reads which moves of one position throw a group away; it belongs to one thread.

    Only the chains beside a move are read, and only what `GroupReader` proves counts.

    Raises:
        UnservedRules: as for `GroupReader`.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._enemy: Colour = other(game.to_play)
        self._reader = GroupReader(game)
        self._fates: dict[Chain, Fate] = {}
        self._found: dict[Place, bool] = {}

    def is_blunder(self, move: Place) -> bool:
        """Return whether a legal move loses more than it gains, by the fates of the chains beside it.

        Fates are those with the enemy to move, before and after the move; each chain counts by its stones.

        >>> game = Game.setup("chinese", ["XO.X.", "XO.XX", "XOOXO", "XXXOO", "OOOO."], to_play="white")
        >>> blunders = BlunderReader(game)
        >>> blunders.is_blunder(Place(game.board.point("C5")))
        True
        """
        if move not in self._found:
            self._found[move] = self._balance(move) < _LEAST
        return self._found[move]

    def _balance(self, move: Place) -> int:
        """Return what a move gains less what it loses, in stones; a chain that was dead and is safe counts twice."""
        game, after = self._game, self._game.copy()
        after.play(move)
        if after.outcome is not None:
            return 0
        reader = GroupReader(after)
        beside = {chain for q in game.board.neighbours[move.point] if (chain := game.chain(q))}
        now = {chain: self._read(after, reader, chain) for chain in beside}
        balance = 0
        for chain, fate in now.items():
            if fate in _WORTH and (before := self._before(chain)) in _WORTH:
                gain = len(chain) * (_WORTH[fate] - _WORTH[before])
                balance += -gain if game.content(chain[0]) == self._enemy else gain
        return balance

    def _before(self, chain: Chain) -> Fate:
        if chain not in self._fates:
            self._fates[chain] = self._read(self._game, self._reader, chain)
        return self._fates[chain]

    def _read(self, game: Game, reader: GroupReader, chain: Chain) -> Fate:
        """Return the fate of a chain's stones in a position, if the enemy moves first."""
        if game.content(chain[0]) is None:
            return Fate.DEAD
        if len(game.liberties(chain[0])) > _FEW:
            return Fate.UNKNOWN
        return reader.read(game.board.labels[chain[0]], self._enemy).fate
