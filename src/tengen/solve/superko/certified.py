"""Values under superko by proofs that no superko can spoil (`search_certificate`), and the play they lead to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...game import Game
from ...records import Move, Pass, Place
from ..budget import Budget
from ..proofs.certificate import MOST_POINTS, Strategy, certified
from ..proofs.proof_tree import PASS
from ..proofs.prover import Node, Prover
from ..retrograde.analysis import Positions, Retrograde

_FEWEST_POINTS = 7
"""With fewer points a search that keeps the history is quick, and tells all moves that keep the value."""
_DEEPEST = 30
_MEGABYTES = 256


class Certified(NamedTuple):
    """Black's margin on the board, moves that keep it, a line of play, and how many positions were looked at."""

    margin: int
    moves: tuple[Move, ...]
    line: tuple[Move, ...]
    nodes: int


class _Player:
    """One side's strategy, and where in it the game is; None once nothing can go wrong any more."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.lengths = strategy.lengths()
        self.node: Node | None = strategy.root

    def moves(self) -> list[int]:
        """Return the moves the strategy reckons with here, those first that make the game long."""
        after = self.strategy.after[self.node] if self.node else ()
        return [point for point, _ in sorted(after, key=lambda way: -self.lengths[way[1]])]

    def follow(self, point: int) -> None:
        """Go where a move leads."""
        if self.node:
            self.node = next((node for p, node in self.strategy.after[self.node] if p == point), None)


def certified_value(game: Game, sides: Sequence[int], budget: Budget) -> Certified | None:
    """Return the value of a position without history, not made by the side to move; None where no proof is found.

    ``sides`` are the stones of the side to move and of the other as masks. Plain ko must settle the value, for the
    proofs are of that.
    """
    rules, n = game.rules, len(game.board)
    usual = (rules.suicide, rules.scoring, rules.passes) == ("forbidden", "area", 2)
    if not usual or not _FEWEST_POINTS <= n <= MOST_POINTS:
        return None
    low, high = Retrograde(Positions(game.board, budget=budget.rest())).solve().bracket(*sides)
    if low < high:
        return None
    nodes = 0
    players: list[_Player | None] = [None, None]
    for turn, s in ((0, low), (1, -low)):
        if s > -n:
            prover = Prover(game.board, s, superko=rules.repetition, budget=budget.rest(), megabytes=_MEGABYTES)
            root = Node(sides[turn], sides[1 - turn], turn)
            strategy = certified(prover, root, rules.repetition) if prover.prove(root, _DEEPEST) else None
            if strategy is None:
                return None
            players[turn] = _Player(strategy)
            nodes += prover.nodes
    line = _line(game, players)
    moves = line[:1] if players[0] else tuple(game.legal_moves())
    return Certified(low if game.to_play == "black" else -low, moves, line, nodes)


def _line(game: Game, players: Sequence[_Player | None]) -> tuple[Move, ...]:
    """Return a game in which those who have a strategy follow it, while the others make it as long as they can."""
    game = game.copy()
    turn = 0
    while game.outcome is None:
        guide = players[turn] or players[1 - turn]
        points = guide.moves() if guide else []
        move = next((m for m in map(_move, points) if not game.why_not(m)), Pass)
        point = move.point if isinstance(move, Place) else PASS
        game.play(move)
        for player in players:
            if player:
                player.follow(point)
        turn = 1 - turn
    return game.moves


def _move(point: int) -> Move:
    return Pass if point == PASS else Place(point)
