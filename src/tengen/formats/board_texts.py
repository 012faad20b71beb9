"""Boards by their texts, as files name them."""

from __future__ import annotations

from functools import lru_cache

from ..boards import Board, parse


@lru_cache(maxsize=32)
def parsed(text: str) -> Board:
    """Return the board of a text that is not the user's own, built once: boards do not change."""
    return parse(text, files=False)
