"""Moves as texts: what is typed as ``pass`` or ``tao D4`` in every language is shown in the reader's."""

from __future__ import annotations

from typing import Final

from ...records import Text

_GESTURES: Final = {"pass": Text("pass"), "return": Text("return"), "resign": Text("resign")}


def in_words(move: str | None) -> str:
    """Return how a move is shown, for the reader's language to be put into; "" for none.

    >>> in_words("D4"), in_words("pass"), in_words("tao D4")
    ('D4', 'pass', 'tao D4')
    """
    if not move:
        return ""
    kind, _, point = move.partition(" ")
    if kind == "tao" and point:
        return Text("tao {point}", point=point)
    return _GESTURES.get(move, move)
