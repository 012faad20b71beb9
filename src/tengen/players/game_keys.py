"""What a search is told of a game's history."""

from __future__ import annotations

from typing import Final

from ..game import Game
from ..search import situation_keys

_SIDES: Final = {"black": 1, "white": 2, None: 0}


def keys_of(game: Game) -> list[int]:
    """Return the keys of the situations so far, as a search's rule of repetition tells them apart."""
    found = game.situations
    followers = [_SIDES[situation.to_play] for situation in found]
    creators = [_SIDES[situation.creator] for situation in found]
    rests = [situation.rest or () for situation in found]
    return situation_keys(game.rules, [situation.key for situation in found], creators, followers, rests)
