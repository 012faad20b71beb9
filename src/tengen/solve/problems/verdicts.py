"""Who wins a small position: masks and proofs where the game is ordinary Go under plain ko, else every move in turn."""

from __future__ import annotations

from math import floor
from typing import Protocol

from ...game import Game
from ...records import Colour
from ..budget import Budget
from ..ordinary import Standing, ko_point
from ..proofs import proof_route
from ..proofs.bounds import nodes_of
from ..proofs.proof_tree import ALL
from ..proofs.prover import Prover
from .win_search import Undecided, Verdict, WinSearch

_DEEPEST = 40
_WIDTHS = (4, ALL)
_MEGABYTES = 16


class Judge(Protocol):
    """Says who wins a game of given rules on a given board."""

    def verdict(self, game: Game) -> Verdict:
        """Return who wins a game as it stands, and within how many plies it is settled."""


class MaskJudge:
    """Ordinary Go under plain ko with area scoring, by proofs (`Prover`): no circle of play is a proof."""

    def __init__(self, game: Game, nodes: int | None = None) -> None:
        """Begin with nothing known; ``nodes`` bounds how many positions a verdict looks at (None: no bound)."""
        rules = game.rules
        sums: dict[Colour, int] = {"black": floor(rules.komi) + 1, "white": floor(-rules.komi) + 1}
        self._budget = Budget(nodes=nodes)
        self._provers: dict[Colour, Prover] = {
            colour: Prover(game.board, needed, suicide=rules.suicide == "allowed", budget=self._budget,
                           megabytes=_MEGABYTES)
            for colour, needed in sums.items()
        }  # fmt: skip

    def verdict(self, game: Game) -> Verdict:
        """Return who wins a game as it stands, and the depth of the first proof found.

        Raises:
            Undecided: neither side was found to win; OutOfBudget: too many positions.
        """
        if game.outcome is not None:
            assert game.outcome.winner is not None, "the komi has a half"
            return Verdict(game.outcome.winner, 0)
        self._budget.looked_at = 0
        nodes = dict(zip(self._provers, nodes_of(Standing.of(game), ko_point(game)), strict=True))
        for depth in range(1, _DEEPEST + 1):
            for width in _WIDTHS:
                for colour, prover in self._provers.items():
                    if prover.search(nodes[colour], depth, width):
                        return Verdict(colour, depth)
        raise Undecided(f"{game.stones}, {game.to_play} to play: {_DEEPEST} plies do not decide it")


def judge_of(game: Game, most: int | None = None) -> Judge:
    """Return the quickest judge for games like this one; ``most`` bounds the positions that a verdict looks at."""
    fresh = game if not game.moves else Game.from_json(game.to_json())
    if proof_route.refusal(fresh) is None and game.rules.komi % 1 == 0.5:
        return MaskJudge(game, None if most is None else 50 * most)
    return WinSearch(game, most=most)
