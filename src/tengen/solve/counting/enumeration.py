"""Legal positions counted one by one, on any board, stones of any footprint included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np

from ...boards import Board
from ...kernel import State
from ...records import TengenError
from ...rules import Rules
from ..checkpoints import Count, Progress
from .backtracking import enumerate_on

_BUDGET: Final = 100_000


class Enumeration(Count):
    """A count of legal positions (spec 0.7): no stone in another's footprint, and a liberty for every chain.

    The kernel itself says which chains have liberties. With ``own_overlap``, stones may stand in footprints of their
    own side (spec 4.2).
    """

    def __init__(self, board: Board, own_overlap: bool = False) -> None:
        if board.covered_from is not board.footprint:
            raise TengenError(
                f"positions are counted where stones overlap both ways or not at all, not on {board.text}"
            )
        rules = Rules(own_overlap=own_overlap)
        self._state = State.empty(board, rules)
        self.head: dict[str, Any] = {
            "what": "positions",
            "board": board.text,
            "method": "enumeration",
            "own_overlap": own_overlap,
        }
        self._stage = (0, np.zeros(len(board), np.uint8), 0)

    @property
    def result(self) -> int | None:
        return self._stage[2] if self._stage[0] < 0 else None

    def run(self) -> Iterator[Progress]:
        """Go on putting stones."""
        state, (point, tried, found) = self._state, self._stage
        state.content[:] = np.where(tried > 0, tried - 1, 0)
        while point >= 0:
            tried = tried.copy()
            more, point = enumerate_on(state.plain, state.net.plain, state.scratch, tried, point, _BUDGET)
            found += int(more)
            self._stage = (int(point), tried, found)
            yield Progress(self._share(), f"{found:,} positions")

    def _share(self) -> float:
        """Return how much of all colourings lies behind."""
        point, tried, _ = self._stage
        return 1.0 if point < 0 else sum(max(0.0, int(t) - 1) / 3.0 ** (p + 1) for p, t in enumerate(tried[:30]))

    def snapshot(self) -> dict[str, Any]:
        point, tried, found = self._stage
        return {"point": np.array(point), "tried": tried, "found": np.array(str(found))}

    def resume(self, kept: Mapping[str, Any]) -> None:
        tried = np.array(kept["tried"], np.uint8)
        point = int(kept["point"])
        if len(tried) != len(self._state.points) or not -1 <= point < len(tried) or tried.max(initial=0) > 3:
            raise ValueError("the points do not fit")
        self._stage = (point, tried, int(str(kept["found"])))
