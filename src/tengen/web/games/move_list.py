"""The moves of a game as its page lists them, told once each: a game grows by a turn at a time."""

from __future__ import annotations

from ...game import Game
from ...game.turn import Resumption, Turn
from ..texts import language
from . import tile_view

_Told = list[dict[str, object]]
_NOTHING: tuple[tuple[Turn, ...], tuple[Resumption, ...], _Told] = (), (), []


class MoveList:
    """What was told of the turns of one game so far, in every language in which it is read."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[tuple[Turn, ...], tuple[Resumption, ...], _Told]] = {}

    def untold(self, game: Game) -> int:
        """Return how many moves are yet to be told in the reader's language."""
        return len(game.turns) - len(self._known.get(language(), _NOTHING)[0])

    def view(self, game: Game) -> _Told:
        """Return the moves and who made them, why tiles fell, and who asked to go on after an ending pass (1.17a)."""
        turns, asked = game.turns, game.resumptions
        before, requests, told = self._known.get(language(), _NOTHING)
        if turns[: len(before)] != before or asked != requests:
            before, told = (), []
        told = [*told, *moves_view(game, len(before))]
        self._known[language()] = turns, asked, told
        return told


def moves_view(game: Game, first: int = 0) -> _Told:
    """Return what is told of the moves after the ``first`` ones."""
    asked = {request.number: {"resumed": request.by} for request in game.resumptions}
    return [
        {
            "by": turn.mover,
            "text": game.write_move(turn.move),
            **tile_view.told(game, turn),
            **asked.get(turn.number, {}),
        }
        for turn in game.turns[first:]
    ]
