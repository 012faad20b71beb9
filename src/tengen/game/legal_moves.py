"""The legal moves of a game, worked out when somebody asks for them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..records import FormatError, Gesture, Move, Pass, Place, Return, Tao
from .move_text import read_move
from .playing import Playing


class LegalMoves(Collection[Move]):
    """The legal moves of a game as it stands now, worked out when asked for; resignation is not listed.

    Iterates over `Place`, `Tao`, `Return` and `Pass`; ``in`` takes moves and their text alike.
    """

    def __init__(self, game: Playing) -> None:
        self._game = game
        self._moves: tuple[Move, ...] | None = None
        self._asked: tuple[object, ...] = ()

    def _all(self) -> tuple[Move, ...]:
        now = (self._game.moves, self._game.outcome)
        if self._moves is None or self._asked != now:
            self._moves, self._asked = tuple(self._work_out()), now
        return self._moves

    def _work_out(self) -> Iterator[Move]:
        if self._game.outcome is not None:
            return
        judge, colour = self._game.judge, self._game.to_play
        yield from map(Place, judge.placements(colour))
        if not judge.may_tao(colour):
            yield from map(Tao, judge.tao_points())
        for gesture in (Return, Pass):
            if not judge.gesture(gesture, colour):
                yield gesture

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            try:
                move = read_move(move, self._game.board)
            except FormatError:
                return False
        if not isinstance(move, (Place, Tao, Gesture)) or move is Gesture.RESIGN:
            return False
        return not self._game.why_not(move)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __repr__(self) -> str:
        words = [self._game.write_move(move) for move in self._all()]
        return f"<LegalMoves: {', '.join(words)}>"
