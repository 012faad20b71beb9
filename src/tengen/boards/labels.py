"""Labels that a board does not have: what is wrong with them, and what would be right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ..records import Text
from .limits import short, unknown

LABEL: Final = re.compile(r"([A-Za-z]+)([0-9]+)")
"""A label on a board with rows: the column's letters and the row."""
_PLAIN: Final = re.compile(r"[^\s,;:'\"`]{1,24}|\(-?\d{1,9}[ ,]-?\d{1,9}\)")
"""Labels that can stand in a sentence without quotes."""
_LONGEST: Final = 60


def missing_point(label: str, board: str, labels: Sequence[str], rows: bool) -> Text:
    """Say that a board has no such point, and what would be right; ``rows``: labels are columns and rows.

    >>> missing_point("i1", "2x2", ["A2", "B2", "A1", "B1"], True)
    'i1 is not on 2x2: columns skip I'
    >>> missing_point("b3", "2x2", ["A2", "B2", "A1", "B1"], True)
    'b3 is not on 2x2: its columns are A to B, its rows 1 to 2'
    """
    label = label.strip()
    shown = label if _PLAIN.fullmatch(label) else short(label)
    values = {"name": shown, "board": board if len(board) <= _LONGEST else f"{board[:_LONGEST]}..."}
    said = Text("{name} is not on {board}", **values)
    if not rows:
        return unknown(label, labels, Text("{name} is not on {board}; did you mean {close}?"), said, **values)
    asked = LABEL.fullmatch(label.upper())
    if asked is not None and "I" in asked[1]:
        meant = f"{asked[1].replace('I', 'J')}{asked[2]}"
        if meant in labels:
            return Text("{name} is not on {board}: columns skip I. Did you mean {meant}?", **values, meant=meant)
        return Text("{name} is not on {board}: columns skip I", **values)
    found = [each for each in map(LABEL.fullmatch, labels) if each is not None]
    columns = sorted({each[1] for each in found}, key=lambda column: (len(column), column))
    numbers = {each[2] for each in found}
    if not columns or (asked is not None and asked[1] in columns and asked[2] in numbers):  # it has been cut out
        return said
    return Text(
        "{name} is not on {board}: its columns are {first} to {last}, its rows 1 to {rows}",
        **values,
        first=columns[0],
        last=columns[-1],
        rows=max(map(int, numbers)),
    )
