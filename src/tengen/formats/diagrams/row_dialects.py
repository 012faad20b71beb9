"""Signs of other programs' rows that mean something else in ours, put into our signs before the rows are read.

Every line keeps its length, so that columns stay what they are in messages.
"""

from __future__ import annotations

import re
from typing import Final

_WORDS: Final = re.compile(r"[ \t]*+(?:\{.*\}[ \t]*+)?")
"""A line that is no row: blank, or a statement in braces."""
_DIGITS: Final = re.compile(r"[\s\[(]*[012](?:[\s,]*[012])+[\s\]),]*")
_DASHES: Final = re.compile(r"[ \t]*[-bwxo](?:[ \t]*[-bwxo])+[ \t]*", re.IGNORECASE)
_OF_DIGITS: Final = str.maketrans("012[](),", ".XO     ")
_OF_DASHES: Final = str.maketrans("-", ".")


def usual_rows(lines: list[str]) -> tuple[list[str], str]:
    """Return lines with our signs, and what is to be said of that; "" where nothing is.

    Rows of ``0 1 2`` (vacant, black, white), as arrays are printed, and rows of ``b w -`` are known, where a text holds
    nothing else.

    >>> usual_rows(["0 1 2", "0 0 0"])[0], usual_rows(["-b", "w-"])[0]
    (['. X O', '. . .'], ['.b', 'w.'])
    """
    words = [_WORDS.fullmatch(line) is not None for line in lines]
    rows = [line for line, is_words in zip(lines, words) if not is_words]
    if len(rows) > 1 and all(_DIGITS.fullmatch(line) for line in rows):
        said = "digits were read as 0 vacant, 1 black, 2 white"
        return [line if is_words else line.translate(_OF_DIGITS) for line, is_words in zip(lines, words)], said
    signs = set("".join(rows).lower()) - set(" \t")
    if len(rows) > 1 and "-" in signs and len(signs) > 1 and all(_DASHES.fullmatch(line) for line in rows):
        return [line if is_words else line.translate(_OF_DASHES) for line, is_words in zip(lines, words)], ""
    return lines, ""
