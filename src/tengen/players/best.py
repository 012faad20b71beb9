"""Tengen's own player for each game: by playouts alone, advised by the network or guided by it, as matches found."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Final, Literal

from ..boards import Board
from ..game import Game
from ..records import Move
from ..rules import Rules
from .guided import Guided
from .mcts import MCTS
from .opinions import Judge, judge_of
from .player import OWN, Analysis, Budget
from .scope import WHOLE, Scope

Kind = Literal["mcts", "mcts+net", "net"]

ADVISED: Final = f"{OWN}, advised by the network"
"""Whose opinion it is where the network advises playouts."""
_EVEN: Final = 0.5
_LEAST: Final = 1_000
"""Simulations from which on the network is asked: a shorter search would show it next to nothing."""


@dataclass(frozen=True)
class Measured:
    """A match of a player with the network, "mcts+net" or "net", against playouts alone, at equal processor time.

    Both had ``seconds`` of processor time a move; ``simulations`` is how many of its simulations, or visits, take as
    long as one of playouts alone. ``low`` and ``high`` hold its share of the points with 95 % confidence.
    """

    game: str
    board: str
    player: Kind
    seconds: float
    simulations: float
    won: int
    drawn: int
    lost: int
    low: float
    high: float

    @property
    def rate(self) -> float:
        """Its share of the points."""
        return (self.won + self.drawn / 2) / (self.won + self.drawn + self.lost)


@cache
def measured() -> tuple[Measured, ...]:
    """Return the matches that were played (docs/strength.md, "Which player is the best where")."""
    text = files(__package__).joinpath("best_players.toml").read_text(encoding="utf-8")
    return tuple(Measured(**row) for row in tomllib.loads(text)["measured"])


def best_of(game: Game) -> Measured | None:
    """Return the match by which a player with the network is the best in games by these rules on this board.

    None stands for playouts alone: nothing was measured there, or nothing that is surely better. Komi and handicap
    make no difference.
    """
    return _winners().get((game.board, _played(game.rules)))


@cache
def _winners() -> dict[tuple[Board, Rules], Measured]:
    """Return the best player of each game and board on which one is surely better than playouts alone."""
    found: dict[tuple[Board, Rules], Measured] = {}
    for row in sorted(measured(), key=lambda row: row.rate):
        if row.low > _EVEN:
            start = Game(row.game, board=row.board)
            found[start.board, _played(start.rules)] = row
    return found


def _played(rules: Rules) -> Rules:
    return replace(rules, komi=0.0, handicap=0)


@cache
def _judge() -> Judge:
    """Return the package's network: all players share it."""
    return judge_of(None)


class Best:
    """Plays each game as the best of Tengen's own players for it, for as much time as ``plain`` would take there.

    That is the player by playouts alone, whose settings the others have, too. Levels and budgets count its simulations:
    a player with the network makes as many of its own as take that time. Those of less than 1,000 simulations are for
    playouts alone.

    >>> Best(MCTS(level=3, seed=1)).choose(Game("chinese", board="3x3"))
    Place(point=4)
    """

    keeps_tree: Final = True
    """What it finds about a position counts in its next search."""

    def __init__(self, plain: MCTS) -> None:
        self._plain = plain
        self._others: dict[Kind, MCTS | Guided] = {}
        self._last: MCTS | Guided = plain
        self._chooser: MCTS | Guided | None = None
        self.level: int = plain.level
        self.budget: Budget = plain.budget
        self.seed: int = plain.seed

    @property
    def name(self) -> str:
        """What the player is called."""
        return self._plain.name

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        """Return the best move found; see `Player.choose`."""
        match, spent = _plan(game, budget or self.budget)
        self._last = self._chooser = self._player(match)
        return self._last.choose(game, spent)

    def analyse(
        self, game: Game, budget: Budget | None = None, interval: float | None = None, scope: Scope = WHOLE
    ) -> Iterator[Analysis]:
        """Yield what was found so far; see `Analyst.analyse`."""
        match, spent = _plan(game, budget or self.budget)
        self._last = self._player(match)
        for found in self._last.analyse(game, spent, interval, scope):
            yield self._signed(found)

    def found(self, game: Game) -> Analysis | None:
        """Return what the last search found, which must have been of this position; None where there was none."""
        found = self._last.found(game)
        return None if found is None else self._signed(found)

    def mover(self, game: Game) -> MCTS | Guided:
        """Return who chose the last move, or will choose the first: its tree is the one to grow."""
        return self._chooser or self._player(_plan(game, self.budget)[0])

    def _player(self, match: Measured | None) -> MCTS | Guided:
        """Return who plays, and keeps its tree for the next move."""
        if match is None:
            return self._plain
        if match.player not in self._others:
            self._others[match.player] = self._made(match.player)
        return self._others[match.player]

    def _made(self, kind: Kind) -> MCTS | Guided:
        plain = self._plain
        if kind == "mcts+net":
            return plain.advised(_judge())
        return Guided(
            _judge(), seed=plain.seed, tidy=plain.tidy, resigns=plain.resigns, megabytes=plain.megabytes,
            pause=plain.pause,
        )  # fmt: skip

    def _signed(self, found: Analysis) -> Analysis:
        """Return what was found, with whose opinion it is."""
        return replace(found, by=ADVISED) if self._last is self._others.get("mcts+net") else found


def _plan(game: Game, budget: Budget) -> tuple[Measured | None, Budget]:
    """Return by which match the player is chosen, None for playouts alone, and the budget in its own simulations."""
    match, simulations = best_of(game), budget.simulations
    if match is None or (simulations is not None and simulations < _LEAST):
        return None, budget
    return match, budget if simulations is None else replace(budget, simulations=round(match.simulations * simulations))
