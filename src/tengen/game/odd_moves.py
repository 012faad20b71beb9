"""Moves that a record has although its own rules forbid them: what is said of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..draw.sentences import sentence
from ..records import NAMES, Text, joined
from ..records.text import NOTHING
from .record_walk import Stage

_TOLD: Final = 5
"""The most odd moves of a record that are named one by one."""


def odd_move(stage: Stage) -> Text:
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
        return NOTHING
    made = Text(
        "move {number}, {player} {move}, is made as it stands there, against the rules: {why}",
        number=stage.number,
        player=NAMES[turn.mover],
        move=stage.game.write_move(turn.move),
        why=why_odd(stage),
    )
    if not node.line:
        return made
    return Text("line {line}, column {column}: {what}", line=node.line, column=node.column, what=made)


def why_odd(stage: Stage) -> Text:
    """Say why the rules forbid the move of a stage, which was made all the same; "" where they do not."""
    turn = stage.turn
    return joined(sentence(reason, stage.game.rules, turn.mover) for reason in turn.against) if turn else NOTHING


def odd_moves(stages: Iterable[Stage]) -> list[str]:
    """Say which moves of a line were made against the rules, the first few one by one."""
    return shortened(said for stage in stages if (said := odd_move(stage)))


def shortened(odd: Iterable[str]) -> list[str]:
    """Return the first few of what `odd_move` said, and how many more there are."""
    told = list(odd)
    more = len(told) - _TOLD
    if more > 0:
        told[_TOLD:] = [
            Text.counted(
                "{count} further move is made as the record has it, against the rules",
                "{count} further moves are made as the record has it, against the rules",
                more,
            )
        ]
    return told
