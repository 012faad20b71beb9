"""What a search keeps of a game's history: the tree below the moves so far, and the keys of repetition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ..game import Game
from ..records import Move
from ..search import situation_keys


@dataclass(frozen=True)
class KeptTree:
    """The game, and the moves that led to the root; one that is not ``whole`` lacks some moves, and serves no other."""

    game: tuple[Any, ...]
    moves: tuple[Move, ...]
    whole: bool = True

    @classmethod
    def at(cls, game: Game, whole: bool = True) -> KeptTree:
        """Return what is to be kept of a tree with a game's position at its root."""
        return cls(_identity(game), game.moves, whole)

    def is_of(self, game: Game) -> bool:
        """Say whether it is the same game, whatever was played."""
        return self.game == _identity(game)

    def is_at(self, game: Game) -> bool:
        """Say whether the root is a game's position."""
        return self.is_of(game) and self.moves == game.moves

    def since(self, game: Game) -> tuple[Move, ...] | None:
        """Return the moves that lead on from the root to a game's position; None where nothing below serves it."""
        count = len(self.moves)
        serves = self.whole and self.is_of(game) and game.moves[:count] == self.moves
        return game.moves[count:] if serves else None


def _identity(game: Game) -> tuple[Any, ...]:
    return game.board, game.rules, game.start, game.resumptions


_SIDES: Final = {"black": 1, "white": 2, None: 0}


def keys_of(game: Game) -> list[int]:
    """Return the keys of the situations so far, as a search's rule of repetition tells them apart."""
    found = game.situations
    followers = [_SIDES[situation.to_play] for situation in found]
    creators = [_SIDES[situation.creator] for situation in found]
    rests = [situation.rest or () for situation in found]
    return situation_keys(game.rules, [situation.key for situation in found], creators, followers, rests)
