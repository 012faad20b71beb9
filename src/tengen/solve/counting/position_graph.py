"""Small games as tables made by the kernel: every position that placements lead to, and what each leads to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from ...boards import Board
from ...kernel import State
from ...kernel.layout import PLACE, Bench, plain
from ...kernel.moves import judge_points, turn
from ...records import TengenError
from ...rules import Rules
from ..symmetry_group import symmetries

_NO_ROOM = np.zeros(0, np.uint64)
_SYMMETRIES = 512
"""The most symmetries that are looked at."""


class Placements:
    """The positions that both sides' placements can make from the empty board, in any order; repetition is not judged.

    Position 0 is the empty board. ``targets[side][position]`` lists the position each legal placement of Black (side 0)
    or White (1) makes, one entry a point. ``symmetries`` are permutations of the positions that come from the board's,
    and ``swapped`` is the one that changes colours.

    Raises:
        TengenError: there are more than ``most`` positions.
    """

    def __init__(self, board: Board, rules: Rules, most: int) -> None:
        self.board = board
        self._state = State.empty(board, replace(rules, repetition="none", komi=0))
        self._spare = self._state.copy()
        self.contents: Final = [self._state.content.tobytes()]
        self._numbers = {self.contents[0]: 0}
        self.targets: tuple[list[list[int]], list[list[int]]] = ([], [])
        for content in self.contents:  # grows while it is read
            for side in (0, 1):
                self.targets[side].append(list(self._follow(content, side)))
            if len(self.contents) > most:
                raise TengenError(f"{board.text} has more than {most} positions, too many to count games on it")
        self.swapped: Final = self._swap()
        self.symmetries: Final = [self._moved(moves) for moves in symmetries(board, _SYMMETRIES)]

    def __len__(self) -> int:
        return len(self.contents)

    def _follow(self, content: bytes, side: int) -> Iterator[int]:
        """Yield the position that every legal placement makes."""
        state, spare, net = self._state, self._spare, self._state.net
        state.content[:] = np.frombuffer(content, state.content.dtype)
        state.rebuild()
        state.table["to_move"][0] = side + 1
        bench = plain(Bench(state.scratch, spare.plain, np.zeros(net.size, np.int8)))
        for p in range(len(self.board)):
            _, mask, _ = judge_points(state.plain, net.plain, bench, p, p + 1, side + 1, _NO_ROOM, False)
            if mask:
                continue
            spare.load(state)
            turn(spare.plain, net.plain, spare.scratch, PLACE, p, 0)
            after = spare.content.tobytes()
            if after not in self._numbers:
                self._numbers[after] = len(self.contents)
                self.contents.append(after)
            yield self._numbers[after]

    def _swap(self) -> tuple[int, ...]:
        return tuple(self._numbers[content.translate(bytes((0, 2, 1)) + bytes(253))] for content in self.contents)

    def _moved(self, moves: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(self._numbers[bytes(content[p] for p in moves)] for content in self.contents)
