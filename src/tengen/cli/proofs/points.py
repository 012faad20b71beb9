"""Points named on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...records import TengenError

if TYPE_CHECKING:
    from ...boards import Board


def read_points(board: Board, text: str) -> tuple[str, ...]:
    """Return the labels of the points in a text such as "A1 B1" or "A1,B1", each once.

    Raises:
        TengenError: no point is named, or some are not on the board.
    """
    from ...boards import split_labels

    words = split_labels(text)
    missing = [word for word in words if board.find(word) is None]
    if missing:
        raise TengenError(f"--points: {board.missing(missing[0])}")
    if not words:
        raise TengenError(f"--points {text!r}: name at least one point, such as {board.labels[0]}")
    return tuple(dict.fromkeys(board.labels[board.point(word)] for word in words))
