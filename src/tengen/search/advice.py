"""Advice from outside on positions in the tree: which are asked about, and what is made of the answers.

A node that has been visited often enough is copied to a list of questions while the search goes on. An adviser, such
as a network, answers many of them at once. From then on its trust in every move joins the choice among the node's
children, as AlphaZero's priors do, and the result that it expects has a share in every simulation that passes there, as
in AlphaGo (Silver et al., *Mastering the game of Go with deep neural networks and tree search*, 2016).
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..kernel.layout import BLACK, PASS, POINT, RETURN, TABLE, TAO
from .leaves import Evaluation, Leaves
from .nodes import ADVISED, Questions
from .planes import PLANES

ROOM = 16
"""How many questions wait for one answer."""


class Adviser(Protocol):
    """Who is asked about positions in a tree of playouts."""

    def __call__(self, leaves: Leaves) -> Evaluation:
        """Return what is said of positions; of it the search takes the policy and the value."""


def no_questions(points: int, room: int, sees: bool = False) -> Questions:
    """Return an empty list with room for some questions about a board of ``points`` points.

    ``sees`` says that the package's network is asked, which sees planes and nothing else.
    """
    copied = 0 if sees else points
    return Questions(
        np.zeros((room, copied), POINT),
        np.zeros((room, 3), TABLE),
        np.zeros((room, 2 * copied + 2), np.uint8),
        np.zeros((room, points if sees else 0, PLANES), np.uint8),
        np.zeros(room),
        np.zeros(room, np.uint32),
        np.zeros(1, np.uint32),
    )


def answer(adviser: Adviser, nodes: NDArray[Any], questions: Questions) -> None:
    """Have all questions answered: the nodes get what they are worth, their children the adviser's trust."""
    count = int(questions.asked[0])
    if not count:
        return
    questions.asked[0] = 0
    nought = np.zeros(count, np.uint32)  # one root, and turns that no limit counts
    leaves = Leaves(questions.points[:count], questions.tables[:count], questions.legal[:count], nought, nought)
    said = adviser(leaves)
    size = questions.points.shape[1]
    blacks = np.where(leaves.tables["to_move"][:, 0] == BLACK, said.value, -np.asarray(said.value))
    for node, policy, value in zip(questions.nodes[:count].tolist(), said.policy, blacks.tolist(), strict=True):
        first = int(nodes["children"][node])
        children = nodes[first : first + int(nodes["count"][node])]
        trust = policy[children["point"] + _offsets(size)[children["kind"]]]
        children["trust"] = trust / max(float(trust.sum()), 1e-9)
        nodes["worth"][node] = 0.5 + 0.5 * value
        nodes["advised"][node] = ADVISED


def _offsets(points: int) -> NDArray[np.int64]:
    """Return by kind of turn what its action is beyond its point; passes and returns have ``points`` as their point."""
    offsets = np.zeros(4, np.int64)
    offsets[PASS], offsets[RETURN], offsets[TAO] = points, points + 1, points
    return offsets
