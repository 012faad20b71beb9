"""What ladders and short captures come to in one position, for those who explain moves."""

from __future__ import annotations

from typing import Final

from ..kernel import State
from .ladders import CAPTURED, SAFE, read_chain, reader

_BUDGET: Final = 20_000
"""Positions that a read may take: less than a tenth of a second."""


class ChainReading:
    """Reads chains of a position; nothing is known on boards whose stones block more than their own point."""

    def __init__(self, state: State) -> None:
        self._state, self._adjacency = state.arrays, state.adjacency.arrays
        self._reader = reader(state.adjacency.size) if self._adjacency.wide is None else None

    @property
    def knows(self) -> bool:
        """Whether chains are read on this board."""
        return self._reader is not None

    def is_caught(self, stone: int, *, attacked: bool) -> bool | None:
        """Say whether a stone's chain is captured; ``attacked`` says that its enemy moves first. None: it is not known.

        What is caught is lost whatever its owner does; what is not can still be surrounded from further away.
        """
        if self._reader is None:
            return None
        verdict, _ = read_chain(self._reader, self._state, self._adjacency, stone, attacked, _BUDGET)
        return {CAPTURED: True, SAFE: False}.get(int(verdict))
