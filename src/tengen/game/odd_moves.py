"""Moves that a record has although its own rules forbid them: what is said of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..draw.sentences import sentence
from .record_walk import Stage

_TOLD: Final = 5
"""The most odd moves of a record that are named one by one."""


def odd_move(stage: Stage) -> str:
    """Say which move of a record was made against the rules, where, and why; "" where nothing was odd.

    A move that the record itself forces (SGF's KO) is not odd.

    >>> from tengen.formats import sgf
    >>> from tengen.game.record_walk import walk
    >>> from tengen.rules import variant
    >>> *_, last = walk(sgf.read("(;SZ[9]RU[Japanese];B[ee];B[cc])"), variant("japanese"))
    >>> odd_move(last)
    "line 1, column 26: move 2, Black C7, is made as it stands there, against the rules: It is White's turn."
    """
    turn, node = stage.turn, stage.node
    if turn is None or not turn.against or node.forced:
        return ""
    where = f"line {node.line}, column {node.column}: " if node.line else ""
    move = f"move {stage.number}, {turn.mover.capitalize()} {stage.game.write_move(turn.move)},"
    return f"{where}{move} is made as it stands there, against the rules: {why_odd(stage)}"


def why_odd(stage: Stage) -> str:
    """Say why the rules forbid the move of a stage, which was made all the same; "" where they do not."""
    turn = stage.turn
    return " ".join(sentence(reason, stage.game.rules, turn.mover) for reason in turn.against) if turn else ""


def odd_moves(stages: Iterable[Stage]) -> list[str]:
    """Say which moves of a line were made against the rules, the first few one by one."""
    return shortened(said for stage in stages if (said := odd_move(stage)))


def shortened(odd: Iterable[str]) -> list[str]:
    """Return the first few of what `odd_move` said, and how many more there are."""
    told = list(odd)
    more = len(told) - _TOLD
    if more > 0:
        which = f"{more} further moves are" if more > 1 else "1 further move is"
        told[_TOLD:] = [f"{which} made as the record has it, against the rules"]
    return told
