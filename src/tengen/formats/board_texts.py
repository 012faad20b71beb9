"""Boards by their texts, as files name them, and the texts of moves on them."""

from __future__ import annotations

from functools import lru_cache

from ..boards import Board, parse
from ..records.position import GESTURES


@lru_cache(maxsize=32)
def parsed(text: str) -> Board:
    """Return the board of an untrusted text, cached since boards are immutable."""
    return parse(text, files=False)


def is_move(text: str, board: Board) -> bool:
    """Return whether a text is a move on a board: a point, ``tao`` with a point, or a word for a move without one."""
    word = text.strip()
    if word.lower() in GESTURES:
        return True
    return board.find(word[4:].strip() if word.lower().startswith("tao ") else word) is not None
