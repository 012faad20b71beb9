"""Variants in words."""

from __future__ import annotations

from dataclasses import dataclass

from ..records import Text
from .axes import AXES
from .axis import show
from .conflicts import idle
from .rules import Rules
from .variant_data import Variant
from .variant_files import variant


@dataclass(frozen=True)
class AxisRow:
    """One axis of a description: value, sentence, clause, and whether it differs from the default."""

    axis: str
    value: str
    sentence: Text
    clause: str
    changed: bool


@dataclass(frozen=True)
class Description:
    """A variant in words, generated from its data; ``differences`` lists how it differs from its published source."""

    name: str
    title: str
    prose: str
    source: str
    board: str
    rows: tuple[AxisRow, ...]
    differences: tuple[str, ...] = ()


def describe(game: str | Variant | Rules) -> Description:
    """Return a variant in words: its prose, then a sentence for every axis, changed ones first.

    >>> [row.sentence for row in describe("formal").rows if row.changed]
    ['A position may equal an earlier one only right after it, by a pass (the formal rules).']
    """
    chosen = variant(game)
    values = chosen.rules.to_dict()
    rows = []
    for name, axis in AXES.items():
        why = idle(name, values)
        if name == "goal" and values[name] == "score" and values["end"] == "no-moves":
            why = "end = no-moves"  # `idle` would hide the axis
        sentence = Text("This decides nothing here: {why}.", why=why) if why else axis.say(values[name])
        rows.append(AxisRow(name, show(values[name]), sentence, axis.clause, values[name] != axis.default))
    rows.sort(key=lambda row: not row.changed)
    board = chosen.board
    if chosen.footprint is not None:
        board = Text("{board}, footprint {footprint}", board=chosen.board, footprint=chosen.footprint)
    differences = tuple(each.text for each in chosen.differences)
    return Description(chosen.name, chosen.title, chosen.prose, chosen.source, board, tuple(rows), differences)
