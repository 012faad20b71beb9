"""A plain exhaustive search for the winner of a small position against any defence.

The rules are the engine's (`tengen.Game`); the rest is trying all moves. A position is won for a side within d plies if
one of its moves, or all of the other side's, lead to positions won within d - 1; depths are tried from 0 on, and
results are remembered by position and depth. So a win is proved by a finite tree of moves, and a side that could only
play in cycles has not won. Instead of the game, the capture of one stone may be the aim.

One theorem saves work if a game ends by passes, the area counts and stones cannot kill themselves. Chains alive by
Benson's algorithm stay on the board although their side passes. Regions between them whose points all touch one of them
are theirs as well: their side's stones there join them and stay for good, and the enemy's have no eye there and can be
captured, without ko, before the last pass; their last liberty gives an eye back. If such stones and regions are more
than half of the board, the game is won without filling any of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import NamedTuple

from tengen.game import Game
from tengen.game.formal import unconditionally_alive
from tengen.records import COLOURS, Colour, Move, Pass, Place, TengenError, other
from tengen.solve.game_search import future_of, parts_of


class Undecided(TengenError):
    """Neither side was found to win within the allowed depth: the game is drawn, cyclic or too long."""


class WinVerdict(NamedTuple):
    """The winner of a game against any defence, and the number of plies until it is settled."""

    winner: Colour
    plies: int


class WinSearch:
    """Searches one game; results are kept for the next question."""

    def __init__(self, game: Game, deepest: int = 60, most: int | None = None, target: int | None = None) -> None:
        """Begin with nothing known; ``most`` limits the moves of a verdict (None: no limit).

        With a ``target``, a point with a stone, the side that takes it wins, or its owner if it stands to the end.
        """
        rules = game.rules
        self.game: Game = game.copy()
        self._parts = parts_of(rules)
        self.deepest = deepest
        self.most = most
        self.looks: int = 0
        self.target = target
        self._benson = (rules.end, rules.scoring, rules.suicide, rules.tao) == ("passes", "area", "forbidden", "off")
        self._benson = self._benson and game.board.is_plain and rules.tiles == "none"
        self._benson = self._benson and rules.repetition in ("ko", "none") and target is None
        self._hunter: Colour | None = None
        if target is not None:
            stone = game.content(target)
            assert stone == "black" or stone == "white", "a target is a stone"
            self._hunter = other(stone)
        self._won: dict[tuple[Hashable, Colour], int] = {}
        self._open: dict[tuple[Hashable, Colour], int] = {}
        self._safe: dict[tuple[bytes, Colour], set[int]] = {}
        self._moves: dict[Hashable, tuple[Move, ...]] = {}
        self._useful: Counter[tuple[Colour, Move]] = Counter()

    def verdict(self, game: Game | None = None) -> WinVerdict:
        """Return who wins this game, or another with its rules and board, and how soon; Undecided if neither does."""
        if game is not None:
            self.game = game.copy()
        self.looks = 0
        moves = len(self.game.moves)
        try:
            for depth in range(self.deepest + 1):
                for colour in COLOURS:
                    if self._wins(colour, depth):
                        return WinVerdict(colour, depth)
        except Undecided:
            while len(self.game.moves) > moves:
                self.game.undo()
            raise
        raise Undecided(f"{self.game.stones}, {self.game.to_play} to play: {self.deepest} plies do not decide it")

    def within(self, colour: Colour, plies: int, game: Game) -> int | None:
        """Return in how many plies a side can force a win, None if it cannot; Undecided after too many moves."""
        self.game, self.looks = game.copy(), 0
        return next((depth for depth in range(plies + 1) if self._wins(colour, depth)), None)

    def _wins(self, colour: Colour, depth: int) -> bool:
        turns = self.game.turns
        if self.target is not None and turns and self.target in (*turns[-1].captured, *turns[-1].lost):
            return colour == self._hunter
        if self.game.outcome is not None:
            return (self.game.outcome.winner if self._hunter is None else other(self._hunter)) == colour
        key = future_of(self.game, self._parts)
        if self._won.get((key, colour), self.deepest + 1) <= depth:
            return True
        if self._open.get((key, colour), -1) >= depth:
            return False
        won = self._is_safe(colour) or (depth > 0 and self._wins_by_moving(colour, depth, key))
        (self._won if won else self._open)[key, colour] = depth
        return won

    def _wins_by_moving(self, colour: Colour, depth: int, key: Hashable) -> bool:
        mover = self.game.to_play
        if depth == 1 and mover == colour == self._hunter:
            return any(self.target in self.game.captures(move) for move in self.game.legal_moves())
        if key not in self._moves:
            moves = tuple(self.game.legal_moves())
            self._moves[key] = tuple(sorted(moves, key=lambda move: -self._useful[mover, move]))
        own = self._safe.get((self.game.situations[-1].content, mover), ()) if mover == colour else ()
        for move in self._moves[key]:
            if isinstance(move, Place) and move.point in own:
                continue
            self.looks += 1
            if self.looks == self.most:
                raise Undecided(f"{self.most:,} moves looked at do not decide it")
            self.game.push(move)
            won = self._wins(colour, depth - 1)
            self.game.undo()
            if won == (mover == colour):  # try a deciding move first next time
                self._moves[key] = (move, *(each for each in self._moves[key] if each != move))
                self._useful[mover, move] += depth * depth
                return won
        return mover != colour

    def _is_safe(self, colour: Colour) -> bool:
        """Return whether a side has won already by its safe points (see above)."""
        if not self._benson or (self.game.moves[-1:] == (Pass,) and self.game.to_play != colour):
            return False  # after its own pass the enemy's could end the game before captures
        content = self.game.situations[-1].content
        if (content, colour) not in self._safe:
            self._safe[content, colour] = self._safe_points(colour)
        komi = self.game.rules.komi if colour == "black" else -self.game.rules.komi
        return 2 * len(self._safe[content, colour]) - len(self.game.board) > komi

    def _safe_points(self, colour: Colour) -> set[int]:
        """Return the stones alive by Benson's algorithm, and the regions between them where all points touch them."""
        board = self.game.board
        chains = unconditionally_alive(board, self.game.stones, colour)
        alive = {board.labels.index(label) for chain in chains for label in chain}
        left = set(range(len(board))) - alive
        safe = set(alive)
        while left:
            region = [left.pop()]
            for point in region:
                region += left.intersection(board.neighbours[point])
                left.difference_update(region)
            if all(alive.intersection(board.neighbours[point]) for point in region):
                safe.update(region)
        return safe
