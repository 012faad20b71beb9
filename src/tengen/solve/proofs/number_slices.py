"""The question whether a side gets the whole board, put to proof numbers in slices beside other searches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ...game import Game
from ..budget import Budget
from .distance import is_fit
from .guided_search import GuidedSearch
from .number_line import LineOfProof
from .prover import WORTH_IT, Distances, ProofNode

_FIRST: Final = 1 << 26
"""How many positions proof numbers may look at in the first slice, unless the board is small;"""
_PER_SET: Final = 64
"""how many for each set of the points of a small board;"""
_LATER: Final = 2
"""and how many positions the searches by plies look at for each one more."""
_LEAST: Final = 1 << 16
"""The least number of positions of a slice: going back to where the last one ended takes a few thousand at most."""
_MARK: Final = "numbers_"
"""What the names of arrays that are kept begin with."""


class NumberSlices:
    """Proof numbers for one side, the one with more stones, or the side to move where both have as many.

    They begin when measuring distances costs little beside the positions that the searches by plies have looked at.
    """

    def __init__(self, side: int, node: ProofNode, search: GuidedSearch) -> None:
        """Ask whether a side, 0 Black, gets all of the board from a node."""
        self.side: Final = side
        self._node, self._search = node, search

    @classmethod
    def of(cls, game: Game, nodes: Sequence[ProofNode], budget: Budget, distances: Distances) -> NumberSlices | None:
        """Return the question for a game, with a quarter of the memory; None where proof numbers do not serve it.

        They do not where suicide is allowed, where distances are not to be had, and where their table has no room.
        """
        part = budget.part(2)
        if game.rules.suicide == "allowed" or not is_fit(game.board, game.rules.passes):
            return None
        if 1 << len(game.board) > part.memory // 2:
            return None
        side = favoured(nodes)
        return cls(side, nodes[side], GuidedSearch(game.board, nodes[side], game.rules.passes, part, distances))

    def is_due(self, by_plies: int) -> bool:
        """Say whether it has its turn, when other searches have looked at ``by_plies`` positions."""
        worth_it = by_plies * WORTH_IT >= 1 << self._points
        return worth_it and self._search.nodes <= self._allowed(by_plies)

    def go_on(self, by_plies: int) -> bool | None:
        """Search on until its share is used up; say whether a proof was found, None where it is not known yet.

        Raises:
            OutOfBudget, KeyboardInterrupt: the search was ended.
        """
        return self._search.run(max(_LEAST, self._allowed(by_plies) - self._search.nodes))

    @property
    def _points(self) -> int:
        return len(self._search.prover.bits.near)

    def _allowed(self, by_plies: int) -> int:
        """Return how many positions it may have looked at, when the searches by plies have at ``by_plies``."""
        return min(_FIRST, _PER_SET << self._points) + by_plies // _LATER

    def line(self) -> tuple[int, ...]:
        """Return a line of best play from the node that is proved; none where it is not found in time.

        Raises:
            OutOfBudget, KeyboardInterrupt: the search for it was ended.
        """
        return LineOfProof(self._search.prover).moves(self._node)

    def snapshot(self) -> dict[str, Any]:
        """Return what it knows, to be taken up again."""
        return {_MARK + name: array for name, array in self._search.snapshot().items()}

    def taken_up(self, kept: Mapping[str, Any]) -> NumberSlices | None:
        """Go on from a snapshot, which has nothing where the question was answered.

        Raises:
            IndexError, KeyError, TypeError, ValueError: the snapshot does not fit.
        """
        mine = {name.removeprefix(_MARK): kept[name] for name in kept if name.startswith(_MARK)}
        if not mine:
            return None
        self._search.take_up(mine)
        return self


def favoured(nodes: Sequence[ProofNode]) -> int:
    """Return the side, 0 Black, that has more stones, or is to move where both have as many."""
    behind = [node.theirs.bit_count() - node.mine.bit_count() for node in nodes]
    return min((0, 1), key=lambda side: (behind[side], nodes[side].turn))
