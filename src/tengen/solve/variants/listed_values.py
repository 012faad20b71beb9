"""Play by the values of listed states: which moves keep a value, and a line of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable

from ...game import Game
from ...records import Move
from ..bracket import Bracket


class ListedValues(ABC):
    """What the states of a game are worth, however they are listed.

    ``is_whole`` says that every state was looked at, ``is_exact`` that no higher limit changes the bracket of the first
    state; what lies between its bounds then depends on what infinite play is worth.
    """

    is_whole: bool
    is_exact: bool

    @abstractmethod
    def key(self, game: Game) -> Hashable | None:
        """Return what tells where a game stands from all other states; None where that was not listed."""

    @abstractmethod
    def bracket(self, game: Game) -> Bracket[float]:
        """Return the bracket of where a game stands, as its side to move sees it."""

    @abstractmethod
    def plies(self, game: Game) -> int:
        """Return the round in which the bounds of where a game stands met (0: never, at once, or not kept)."""

    @abstractmethod
    def is_certain(self, game: Game) -> bool:
        """Say whether the bracket of where a game stands depends on no limit."""

    def options(self, game: Game) -> list[tuple[Move, Bracket[float], int]]:
        """Return every move of a game whose worth depends on no limit, with what it gives to the side that makes it.

        The rounds in which those bounds met come with it.
        """
        found = []
        for move in game.legal_moves():
            after = game.copy()
            after.play(move)
            if self.is_certain(after):
                found.append((move, self.bracket(after).turned(), self.plies(after)))
        return found

    def keeping(self, game: Game, cycle: float) -> list[Move]:
        """Return the moves that keep the value, infinite play worth ``cycle`` to the side to move.

        The winner's moves that end the game soonest come first, the loser's that end it latest.
        """
        now = self.bracket(game)
        if now.is_settled:
            kept = [(move, plies) for move, after, plies in self.options(game) if after == now]
        else:
            kept = [(move, 0) for move, after, _ in self.options(game) if after.worth(cycle) == now.worth(cycle)]
        sign = 1 if now.low > 0 else -1
        return [move for move, _ in sorted(kept, key=lambda each: sign * each[1])]

    def line(self, game: Game, cycle: float, most: int) -> list[str]:
        """Return up to ``most`` moves of best play, to the end or to where they would go in a circle."""
        at, written, seen = game.copy(), list[str](), set[Hashable]()
        while at.outcome is None and len(written) < most and (key := self.key(at)) not in seen:
            seen.add(key)
            moves = self.keeping(at, cycle if at.to_play == game.to_play else -cycle)
            if not moves:
                break
            written.append(at.write_move(moves[0]))
            at.play(moves[0])
        return written
