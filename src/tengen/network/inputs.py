"""What the network sees: numbers of every point, numbers of the whole game, and which points belong together."""

from __future__ import annotations

import hashlib
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..boards import Board
from ..boards.rims import rim_lines
from ..kernel import layout
from ..kernel.state import net_of
from ..records import TengenError
from ..rules import Rules, played_on
from . import writing
from .rule_inputs import RULE_INPUTS, check_rules, rule_inputs

Floats = NDArray[np.float32]

POINT_INPUTS: Final = (*writing.CHANGING_POINT_INPUTS, "neighbours", "first line", "second line", "third line")
"""The numbers of a point. "Own" is always what belongs to the side to move."""
GLOBAL_INPUTS: Final = (*writing.CHANGING_INPUTS, *RULE_INPUTS)
"""The numbers of a game."""


def inputs_hash() -> str:
    """Return what tells the inputs that a network was trained on from others."""
    return hashlib.sha256("\n".join([*POINT_INPUTS, "", *GLOBAL_INPUTS]).encode()).hexdigest()[:16]


class Observation(NamedTuple):
    """What the network sees of B positions on a board of n points.

    ``groups`` says which points belong together: the stones of a chain, the vacant points of a region. Each point has
    the number of its group, which is one of its points; a blocked point without a stone is its own group.
    """

    points: Floats  # (B, n, len(POINT_INPUTS))
    globals: Floats  # (B, len(GLOBAL_INPUTS))
    groups: NDArray[np.int32]  # (B, n)


class Observer:
    """Sees the positions of games under some rules on a board.

    Raises:
        UnservedRules: the network's inputs do not tell all about these rules.

    >>> import tengen
    >>> game = tengen.Game("tile", board="5x5")
    >>> state, observer = game.state(), Observer(game.board, game.rules)
    >>> seen = observer.observe(state.points[None], state.table[None], np.ones((1, 52), np.uint8))
    >>> seen.points.shape == (1, 25, len(POINT_INPUTS)), seen.globals.shape == (1, len(GLOBAL_INPUTS))
    (True, True)
    """

    def __init__(self, board: Board, rules: Rules) -> None:
        check_rules(rules)
        self.board: Final = played_on(board, rules)
        self.rules = rules
        n = len(board)
        net = net_of(board, rules)
        fixed = writing.Fixed(
            net.arrays,
            np.array(rules.tao_prices.amounts, np.uint32),
            _fixed_points(self.board),
            rule_inputs(self.board, rules),
            np.array([rules.compensation]),
        )
        space = np.zeros(layout.scratch_size(n), np.uint32), np.zeros(n, np.int8), np.zeros(n, np.uint32)
        self._fixed, self._space = layout.plain(fixed), layout.plain(writing.Space(*space))

    def observe(
        self, points: NDArray[Any], tables: NDArray[Any], legal: NDArray[np.uint8], spent: Floats | None = None
    ) -> Observation:
        """Return what the network sees of positions; not for two threads at a time.

        ``points`` (B, n) and ``tables`` (B, 3) are the kernel's memory, ``legal`` (B, 2n + 2) says of every action
        whether it is illegal (0), legal (1), or forbidden by repetition alone (2): a stone on p is action p, a Tao
        stone n + p, a pass 2n, a return 2n + 1. ``spent`` (B,) is the share of the turns that the game may last, where
        there is a limit and it is known.

        Raises:
            TengenError: the arrays are not of these shapes and types.
        """
        count, n = len(points), len(self.board)
        _check("points", points, layout.POINT, (count, n))
        _check("tables", tables, layout.TABLE, (count, 3))
        _check("legal", legal, np.dtype(np.uint8), (count, 2 * n + 2))
        spent = np.zeros(count, np.float32) if spent is None else spent
        given = layout.plain(writing.Given(points, tables, legal, spent))
        seen = Observation(
            np.empty((count, n, len(POINT_INPUTS)), np.float32),
            np.empty((count, len(GLOBAL_INPUTS)), np.float32),
            np.empty((count, n), np.int32),
        )
        written = layout.plain(writing.Written(*seen))
        writing.write(given, self._fixed, self._space, written)
        return seen


def _check(name: str, array: NDArray[Any], kind: np.dtype[Any], shape: tuple[int, ...]) -> None:
    if array.dtype != kind or array.shape != shape or not array.flags.c_contiguous:
        said = "layout." + ("POINT" if kind == layout.POINT else "TABLE") if kind.names else str(kind)
        raise TengenError(f"{name} must be contiguous, of {said} and shape {shape}, not {array.dtype} {array.shape}")


def _fixed_points(board: Board) -> Floats:
    """Return the numbers of points that no turn changes (n, 4)."""
    lines = np.array(rim_lines(board))
    near = np.array([len(row) for row in board.neighbours])
    return np.stack([near / 4, lines == 1, lines == 2, lines == 3], axis=1).astype(np.float32)
