"""Counting the legal positions of a board (docs/lab/counting.md).

>>> from tengen import boards
>>> legal_positions(boards.parse("3x3"))
12675
"""

from __future__ import annotations

from typing import Any, Literal, get_args

from ...boards import Board
from ...records import TengenError
from ...rules import Rules, check_served
from ..budget import GIGABYTE, KNOWN
from ..checkpoints import Count
from .enumeration import Enumeration
from .frontier import FrontierCount

Method = Literal["frontier", "enumeration"]


def count_of_positions(
    board: Board, method: Method | None = None, memory: int = 4 * GIGABYTE, own_overlap: bool = False
) -> Count:
    """Prepare a count of the legal positions of a board.

    A position is an arrangement of stones without a stone in another's footprint or a chain without a liberty (spec
    0.7). Tiles and Tao stones are not counted. The default method is the frontier if it supports the board.

    Raises:
        TengenError: unknown method, or it does not support this board.
    """
    if method not in (None, *get_args(Method)):
        raise TengenError(f"positions are counted by {' or '.join(get_args(Method))}, not by {method}")
    if method == "frontier" or (method is None and board.point_stones and not board.directed):
        return FrontierCount(board, memory)
    return Enumeration(board, own_overlap)


def count_of_positions_of(
    board: Board, rules: Rules, method: Method | None = None, memory: int = 4 * GIGABYTE
) -> Count:
    """Prepare a count of the legal positions of a board for the stones of these rules (spec 4.2); or UnservedRules."""
    check_served("a count of positions", rules, KNOWN)
    return count_of_positions(board, method, memory, rules.own_overlap)


def legal_positions(board: Board, **how: Any) -> int:
    """Return the number of legal positions of a board; see `count_of_positions`.

    >>> from tengen import boards
    >>> legal_positions(boards.parse("2x2"))
    57
    """
    count = count_of_positions(board, **how)
    for _ in count.run():
        pass
    assert count.result is not None
    return count.result
