"""Moves in the reader's words: what is typed as ``pass`` or ``tao D4`` in every language is shown in the reader's."""

from __future__ import annotations

from .texts import say


def in_words(move: str | None) -> str:
    """Return how a move is shown; "" for none.

    >>> in_words("D4"), in_words("pass"), in_words("tao D4")
    ('D4', 'pass', 'tao D4')
    """
    if not move:
        return ""
    kind, _, point = move.partition(" ")
    if kind == "tao" and point:
        return say("tao {point}", point=point)
    return say(f"move.{move}") if move in ("pass", "return", "resign") else move
