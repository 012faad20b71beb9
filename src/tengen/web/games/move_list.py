"""The moves of a game as its page lists them. Each is written once: a game grows by one turn at a time."""

from __future__ import annotations

from ...game import Game
from ...game.turn import Resumption, Turn
from ..texts import language
from . import tile_view

_Told = list[dict[str, object]]
_NOTHING: tuple[tuple[Turn, ...], tuple[Resumption, ...], _Told] = (), (), []


class MoveList:
    """The lines written so far about the turns of one game, in every language in which it is read."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[tuple[Turn, ...], tuple[Resumption, ...], _Told]] = {}

    def untold(self, game: Game) -> int:
        """Return how many moves have no line yet in the reader's language: after an undo, those made since."""
        return len(game.turns) - self._kept(game)

    def view(self, game: Game) -> _Told:
        """Return the moves and who made them, why tiles fell, and who asked to go on after an ending pass (1.17a)."""
        kept = self._kept(game)
        told = [*self._known.get(language(), _NOTHING)[2][:kept], *moves_view(game, kept)]
        self._known[language()] = game.turns, game.resumptions, told
        return told

    def _kept(self, game: Game) -> int:
        """Return how many of the first lines still hold: same moves, followed by the same requests to go on."""
        before, requests, _ = self._known.get(language(), _NOTHING)
        turns, kept = game.turns, len(before)
        if turns[:kept] != before:
            both = enumerate(zip(before, turns, strict=False))
            kept = next((place for place, (old, new) in both if old != new), min(kept, len(turns)))
        if game.resumptions != requests:
            changed = {each.number for each in {*requests} ^ {*game.resumptions}}
            kept = next((place for place, turn in enumerate(turns[:kept]) if turn.number in changed), kept)
        return kept


def moves_view(game: Game, first: int = 0) -> _Told:
    """Return the lines of all moves after the first ``first`` ones."""
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
