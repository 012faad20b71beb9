"""Records whose comments say why each tile fell, and where the rules do not allow a move."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

from ..draw.sentences import sentence
from ..records import Record, Text, joined
from ..records.text import NOTHING
from ..rules import Variant
from .odd_moves import why_odd
from .record_walk import Stage, walk
from .variations import Line, branches, follow, line_of


def explained(record: Record, chosen: Variant) -> Record:
    """Return a record with a line in the comment of every incursion and of every stone on a new tile (spec 2.1, 2.2).

    Every line is followed under the rules of ``chosen``, up to its first illegal move, whose comment says why it is
    illegal. Under the record's own rules it goes on after moves against them, whose comments say so. What stands in a
    comment already is not said again. The record that was given stays as it is.

    Raises:
        FormatError, BoardError, PositionError: a line cannot be followed, as for `walk`.
    """
    made = deepcopy(record)
    for line in _lines(made):
        for place, stage in enumerate(walk(made, chosen, line.nodes)):
            if place >= line.since:
                _tell(stage)
    return made


def _lines(record: Record) -> Iterator[Line]:
    """Yield every line of a record, the main line first."""
    waiting = [line_of(record)]
    while waiting:
        line = waiting.pop()
        yield line
        waiting += [follow(line, branch) for branch in branches(line)]


def _tell(stage: Stage) -> None:
    node, game = stage.node, stage.game
    said = stage.turn.why(game.board) if stage.turn is not None else NOTHING
    if stage.reasons:
        mover = node.colour or game.to_play
        refused = Text("Illegal under {rules}.", rules=game.variant.title)
        said = joined([refused, *(sentence(reason, game.rules, mover) for reason in stage.reasons)])
    elif why := why_odd(stage):
        said = joined([Text("Against the rules ({rules}).", rules=game.variant.title), why, said])
    if said and said not in node.comment:
        node.comment = f"{node.comment}\n{said}" if node.comment else said
