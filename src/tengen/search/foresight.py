"""A network's predictions in the tree: results, and moves as virtual visits instead of those by strengths.

The network evaluates nodes that have been visited often enough, while the search continues. From then on their children
have virtual visits as if the network had been there at their creation, and everything learnt about them stays. If the
final points decide who wins, the network's expected result has a share in every simulation through the node, as in
AlphaGo (Silver et al., *Mastering the game of Go with deep neural networks and tree search*, 2016); the fewer points
are vacant, the smaller the share.
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
"""The number of questions in a batch."""
_JUDGED: Final = range(7, 14)
"""The board sizes that the network judges: it was not trained on smaller ones, and judges larger ones too badly."""
_SURE: Final = 30.0
"""The logarithm of odds beyond which a game is as good as won, and further exponentials would overflow."""


def counts_points(board: Board, rules: Rules) -> bool:
    """Return whether the winner is decided by points that a network has learnt to predict: on planes, from ordinary Go.

    These are area, and territory with prisoners worth a point, which differ by the surplus of stones that one side has
    placed. A tax on sekis is ignored, since they are rare.
    """
    known = board.surface == "plane" and len(board.rows) in _JUDGED and len(board.rows[0]) in _JUDGED
    return known and points_decide(rules)


def points_decide(rules: Rules) -> bool:
    """Return whether points of ordinary Go decide who wins, by area or by territory; see `counts_points`."""
    plain = rules.goal == "score" and rules.tiles == "none" and rules.tao == "off" and rules.tax in ("none", "seki")
    by_territory = rules.scoring == "territory" and rules.prisoner_value == 1 and not rules.may_return
    plain = plain and (rules.weights, rules.coupons, rules.payoff, rules.pass_stones) == ("even", "none", "none", False)
    return plain and (rules.scoring == "area" or by_territory) and rules.may_pass and rules.ends_by_passes


def needed(rules: Rules, lead: float, black_moves: bool) -> float:
    """Return by how many points of area Black's must exceed White's; ``lead`` is Black's surplus of placements.

    By territory the lead counts against Black; by the end it changes by half a stone on average, as the side to move
    may place one more.
    """
    surplus = lead + (0.5 if black_moves else -0.5) if rules.scoring == "territory" else 0.0
    return rules.compensation + surplus


class Foresight:
    """The package's network, evaluating nodes of a tree for a game under some rules."""

    def __init__(self, net: PolicyNet, strengths: Virtual, foreseen: Virtual, rules: Rules) -> None:
        self._net, self._strengths, self._foreseen, self._rules = net, strengths, foreseen, rules

    def __call__(self, nodes: NDArray[Any], questions: Questions) -> None:
        count = int(questions.asked[0])
        if not count:
            return
        questions.asked[0] = 0
        found = self._net(questions.planes[:count])
        for place, node in enumerate(questions.nodes[:count].tolist()):
            if nodes["advised"][node] != ADVISED:  # two threads may have asked at the same time
                first = int(nodes["children"][node])
                children = nodes[first : first + int(nodes["count"][node])]
                weigh_anew(children, found.chances[place], self._strengths, self._foreseen)
                black_moves = bool(children["mover"][0] == BLACK)
                margin = float(found.margins[place]) * (1 if black_moves else -1)
                lead = margin - needed(self._rules, float(questions.leads[place]), black_moves)
                odds = max(-_SURE, min(_SURE, lead / float(found.spreads[place])))
                nodes["worth"][node] = 1 / (1 + math.exp(-odds))
                nodes["advised"][node] = ADVISED
