"""What a policy network foresees in the tree: virtual visits by its probabilities, in place of those by strengths.

A node that has been visited often enough is shown to the network while the search goes on. From then on its children
have virtual visits as if the network had been asked when they were made: all that was learnt of them stays.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernel.layout import PLACE
from .nodes import ADVISED, Questions
from .policy_net import PolicyNet


class Virtual(NamedTuple):
    """How probabilities become virtual visits; see `strengths.weigh_children`, which does the same."""

    likely: float
    power: float
    unlikely: float

    def of(self, chances: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the virtual visits of moves, and how many of them are won."""
        wins = np.float32(self.likely) * (chances / chances.max()) ** np.float32(self.power)
        return wins + np.float32(self.unlikely) * np.maximum(0, 1 - chances * len(chances)), wins


class Foresight:
    """A policy network that is asked about nodes of a tree."""

    def __init__(self, net: PolicyNet, strengths: Virtual, foreseen: Virtual) -> None:
        self._net, self._strengths, self._foreseen = net, strengths, foreseen

    def __call__(self, nodes: NDArray[Any], questions: Questions) -> None:
        """Have all questions answered."""
        count = int(questions.asked[0])
        if not count:
            return
        questions.asked[0] = 0
        for node, chances in zip(questions.nodes[:count].tolist(), self._net(questions.planes[:count]), strict=True):
            if nodes["advised"][node] != ADVISED:  # two threads may have asked at once
                first = int(nodes["children"][node])
                block = nodes[first : first + int(nodes["count"][node])]
                self._weigh(block[: np.count_nonzero(block["kind"] == PLACE)], chances)  # placements come first
                nodes["advised"][node] = ADVISED

    def _weigh(self, children: NDArray[Any], chances: NDArray[np.float32]) -> None:
        """Give the moves of a node their virtual visits by the network, and take back those by strengths."""
        if not len(children):
            return
        trust = chances[children["point"]]
        trust = (trust + 1e-6) / (trust + 1e-6).sum()
        old, new = self._strengths.of(children["trust"]), self._foreseen.of(trust)
        children["prior_visits"] += new[0] - old[0]
        children["prior_wins"] += new[1] - old[1]
        children["trust"] = trust
