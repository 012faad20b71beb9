"""What a network foresees in the tree: moves, as virtual visits in place of those by strengths, and results.

A node that has been visited often enough is shown to the network while the search goes on. From then on its children
have virtual visits as if the network had been asked when they were made: all that was learnt of them stays. Where the
points at the end decide who wins, the result that the network expects has a share in every simulation that passes
there, as in AlphaGo (Silver et al., *Mastering the game of Go with deep neural networks and tree search*, 2016); the
fewer points are vacant, the smaller it is.
"""

from __future__ import annotations

import math
from typing import Any, Final

from numpy.typing import NDArray

from ..boards import Board
from ..kernel.layout import BLACK
from ..rules import Rules
from .nodes import ADVISED, Questions
from .policy_net import PolicyNet
from .priors import Virtual, weigh_anew

ROOM: Final = 16
"""How many questions wait for one answer."""
_JUDGED: Final = range(7, 14)
"""The lines of boards whose games it judges: it has seen no smaller ones, and on larger ones it judges too badly."""
_SURE: Final = 30.0
"""The logarithm of odds beyond which a game is as good as won, and exponentials would grow too large."""


def counts_points(board: Board, rules: Rules) -> bool:
    """Say whether those points decide who wins that a network has learnt to foresee: on planes, from ordinary Go.

    That is so by area, and by territory where a prisoner is worth a point: the two differ by the stones that one side
    has put more. A tax on sekis is left out of account, because they are rare.
    """
    known = board.surface == "plane" and len(board.rows) in _JUDGED and len(board.rows[0]) in _JUDGED
    return known and points_decide(rules)


def points_decide(rules: Rules) -> bool:
    """Say whether points of ordinary Go decide who wins, by area or by territory; see `counts_points`."""
    plain = rules.goal == "score" and rules.tiles == "none" and rules.tao == "off" and rules.tax in ("none", "seki")
    by_territory = rules.scoring == "territory" and rules.prisoner_value == 1 and not rules.may_return
    plain = plain and (rules.weights, rules.coupons, rules.payoff, rules.pass_stones) == ("even", "none", "none", False)
    return plain and (rules.scoring == "area" or by_territory) and rules.may_pass and rules.ends_by_passes


def needed(rules: Rules, lead: float, black_moves: bool) -> float:
    """Return by how many points of area Black's must exceed White's; ``lead`` is Black's surplus of placements.

    By territory that counts against Black; by the end it is half a stone more or less, on average, as whoever is to
    move may put one more.
    """
    surplus = lead + (0.5 if black_moves else -0.5) if rules.scoring == "territory" else 0.0
    return rules.compensation + surplus


class Foresight:
    """The package's network, which is asked about nodes of a tree of a game by some rules."""

    def __init__(self, net: PolicyNet, strengths: Virtual, foreseen: Virtual, rules: Rules) -> None:
        self._net, self._strengths, self._foreseen, self._rules = net, strengths, foreseen, rules

    def __call__(self, nodes: NDArray[Any], questions: Questions) -> None:
        """Have all questions answered."""
        count = int(questions.asked[0])
        if not count:
            return
        questions.asked[0] = 0
        found = self._net(questions.planes[:count])
        for place, node in enumerate(questions.nodes[:count].tolist()):
            if nodes["advised"][node] != ADVISED:  # two threads may have asked at once
                first = int(nodes["children"][node])
                children = nodes[first : first + int(nodes["count"][node])]
                weigh_anew(children, found.chances[place], self._strengths, self._foreseen)
                black_moves = bool(children["mover"][0] == BLACK)
                margin = float(found.margins[place]) * (1 if black_moves else -1)
                lead = margin - needed(self._rules, float(questions.leads[place]), black_moves)
                odds = max(-_SURE, min(_SURE, lead / float(found.spreads[place])))
                nodes["worth"][node] = 1 / (1 + math.exp(-odds))
                nodes["advised"][node] = ADVISED
