"""Blunders proved by reading: moves that lose an own group, or let a dead enemy group live."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from ..game import Game
from ..records import COLOURS, Colour, Place, other
from .fate import GroupReader, check_readable

BUDGET: Final = 5_000
"""The maximum number of positions for a question."""
_LEAST: Final = 2
"""Stones lost that make a blunder: a single stone is often a throw-in."""
_FEW: Final = 6
"""The most liberties of a chain that is read: with more, one move rarely decides its fate."""

Chain = tuple[int, ...]


class BlunderReader:
    """Finds the moves of one position that throw a group away; use it in one thread.

    Only the chains next to a move are read, and only proofs by `GroupReader` count.

    Raises:
        UnservedRules: as for `GroupReader`.
    """

    def __init__(self, game: Game, *, budget: int = BUDGET) -> None:
        check_readable(game)
        self._game, self._budget = game.copy(), budget
        self._before = _Fates(self._game, other(game.to_play), budget)
        self._found: dict[Place, bool] = {}

    def is_blunder(self, move: Place) -> bool:
        """Return whether a legal move loses at least two stones more than it gains, by the fates of chains next to it.

        Fates are compared before and after the move, with the enemy to move.

        >>> game = Game.setup("chinese", ["X.XOO", "..X.O", "XXOOO", "O..O.", "..XXX"])
        >>> blunders = BlunderReader(game)
        >>> [blunders.is_blunder(Place(game.board.point(label))) for label in ("E2", "D4")]
        [True, False]
        """
        if move not in self._found:
            self._found[move] = self._loses(move)
        return self._found[move]

    def _loses(self, move: Place) -> bool:
        game, before = self._game, self._before
        beside = {chain for q in game.board.neighbours[move.point] if (chain := game.chain(q))}
        own = {chain for chain in beside if game.content(chain[0]) == game.to_play}
        safe = {chain for chain in own if before.is_safe(chain[0])}
        dead = {chain for chain in beside - own if before.is_dead(chain[0])}
        if sum(map(len, safe | dead)) < _LEAST:
            return False
        after = game.copy()
        after.play(move)
        if after.outcome is not None:
            return False
        fates = _Fates(after, before.first, self._budget)
        lost = sum(len(chain) for chain in safe if fates.is_dead(chain[0]))
        let_go = sum(len(chain) for chain in dead if fates.is_safe(chain[0]))
        if any(len(chain) >= let_go and _is_in_atari(after, chain) for chain in beside - own):
            let_go = 0  # the enemy has one move, so saving this chain may cost it the other
        if lost + let_go < _LEAST:
            return False
        saved = (chain for chain in own - safe if before.is_dead(chain[0]) and fates.is_safe(chain[0]))
        taken = (chain for chain in beside - own - dead if fates.is_dead(chain[0]))
        return lost + let_go - sum(map(len, (*saved, *taken))) >= _LEAST


def _is_in_atari(game: Game, chain: Chain) -> bool:
    return game.content(chain[0]) == game.to_play and len(game.liberties(chain[0])) == 1


class _Fates:
    """Proved fates of a position's chains if one side moves ``first``; chains are named by a stone."""

    def __init__(self, game: Game, first: Colour, budget: int) -> None:
        self.first: Final = first
        self._game, self._budget = game, budget
        self._found: dict[tuple[int, bool], bool | None] = {}

    @cached_property
    def _reader(self) -> GroupReader:
        return GroupReader(self._game, budget=self._budget)

    def is_dead(self, stone: int) -> bool:
        """Return whether a chain is captured even if its side wins all kos."""
        return self._game.content(stone) is None or self._captured(stone, True) is True

    def is_safe(self, stone: int) -> bool:
        """Return whether a chain survives even if the other side wins all kos."""
        return self._game.content(stone) is not None and self._captured(stone, False) is False

    def _captured(self, stone: int, own_kos: bool) -> bool | None:
        colour = self._game.content(stone)
        if colour not in COLOURS or len(self._game.liberties(stone)) > _FEW:
            return None
        if (stone, own_kos) not in self._found:
            favoured = colour if own_kos else other(colour)
            label = self._game.board.labels[stone]
            self._found[stone, own_kos] = self._reader.is_captured(label, self.first, favoured=favoured)
        return self._found[stone, own_kos]
