"""What a problem asks of the side to move, and whether a position still lets it be forced, proved either way.

Three things can be asked: to *win* the game, to *take* a stone, or to *keep* one. Where a number of moves is given, it
is the number of moves that the side which wins or takes has for it; then every claim is about a tree of play that ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from ...game import Game
from ...records import COLOURS, Colour, TengenError, other
from .verdicts import Judge, judge_of
from .win_search import WinSearch


@dataclass(frozen=True)
class Aim:
    """What is asked: ``stone`` names the one to take or to keep; without ``moves`` there is no limit.

    Raises:
        TengenError: a stone is named where none is asked about, or none where one is, or moves are missing.
    """

    what: Literal["win", "take", "keep"] = "win"
    stone: str | None = None
    moves: int | None = None

    def __post_init__(self) -> None:
        if (self.what == "win") != (self.stone is None):
            raise TengenError(f"to {self.what} a stone: name one to take or keep, and none to win")
        if self.what != "win" and self.moves is None:
            raise TengenError(f"to {self.what} {self.stone}: say within how many moves")


class Prober:
    """Answers for one problem: can the side that is asked still force it?"""

    def __init__(self, game: Game, aim: Aim, most: int | None = None) -> None:
        """Begin with nothing known; ``most`` bounds how many moves an answer looks at.

        Raises:
            TengenError: there is no stone to take or keep.
        """
        if aim.stone is not None and game.content(aim.stone) not in COLOURS:
            raise TengenError(f"to {aim.what} {aim.stone}: there is no stone on {aim.stone}")
        self.game: Final = game.copy()
        self.aim = aim
        self.solver: Final = game.to_play
        self.target: Final = None if aim.stone is None else game.board.point(aim.stone)
        self.hunter: Colour = other(game.to_play) if aim.what == "keep" else game.to_play
        self._most = most

    @cached_property
    def _judge(self) -> Judge:
        return judge_of(self.game, self._most)

    @cached_property
    def _search(self) -> WinSearch:
        return WinSearch(self.game, most=self._most, target=self.target)

    def done(self, game: Game) -> bool | None:
        """Say whether what was asked is done (True), or can no longer be (False); None while play goes on."""
        begun = len(self.game.moves)
        if self.target is not None and any(self.target in (*t.captured, *t.lost) for t in game.turns[begun:]):
            return self.aim.what == "take"
        if game.outcome is not None:
            return game.outcome.winner == self.solver if self.target is None else self.aim.what == "keep"
        return None if self._left(game) else self.aim.what == "keep"

    def forces(self, game: Game) -> bool:
        """Say whether the side that is asked can force it from here, whoever is to move.

        Raises:
            Undecided, OutOfBudget: it was not found out.
        """
        known = self.done(game)
        if known is not None:
            return known
        if self.aim.moves is None:
            return self._judge.verdict(game).winner == self.solver
        return (self.plies(game) is not None) == (self.hunter == self.solver)

    def plies(self, game: Game) -> int | None:
        """Return within how many plies it is settled: None where stones are hunted in vain.

        Raises:
            Undecided, OutOfBudget: it was not found out.
        """
        if self.done(game) is not None:
            return 0
        if self.aim.moves is None:
            return self._judge.verdict(game).plies
        plies = 2 * self._left(game) - (game.to_play == self.hunter)
        return self._search.within(self.hunter, plies, game)

    def right_moves(self, game: Game) -> list[str]:
        """Return the moves of the side to move, the solver, after which what is asked can still be forced."""
        return [text for text in map(game.write_move, game.legal_moves()) if self.forces(after(game, text))]

    def _left(self, game: Game) -> int:
        """Return how many moves the hunter has left; where there is no limit, one."""
        if self.aim.moves is None:
            return 1
        made = sum(turn.mover == self.hunter for turn in game.turns[len(self.game.moves) :])
        return self.aim.moves - made


def after(game: Game, *moves: str) -> Game:
    """Return a copy of a game with moves played."""
    ahead = game.copy()
    for move in moves:
        ahead.play(move)
    return ahead
