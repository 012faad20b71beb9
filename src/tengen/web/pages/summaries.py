"""A sentence for every preset."""

from __future__ import annotations

import re
from typing import Final

from ...records import Text
from ...rules import Variant
from ..texts import tell

_FIRST_SENTENCE: Final = re.compile(r".*?[.!?](?=\s|$)")

_SUMMARIES: Final = {
    "chinese": Text("The old game, by area: stones and the points they surround."),
    "japanese": Text("The old game, by territory: surrounded points and prisoners."),
    "korean": Text("As the Japanese rules, in Korea."),
    "aga": Text("The American rules: by area, with situational superko."),
    "new-zealand": Text("By area, and suicide is allowed."),
    "tromp-taylor": Text("The shortest exact rules: by area, suicide allowed, positional superko."),
    "ing": Text("Ing's rules, as far as they can be decided exactly."),
    "formal": Text("Go as a mathematician writes it down."),
    "tile": Text("After every incursion a tile is laid, and a point takes only one."),
    "cushion": Text("A tile is laid where one incursion answers another: every known forced cycle breaks."),
    "tao": Text("Tao stones are liberties for everyone, and cost a prisoner."),
    "gengo": Text("Stones three points wide, connected at a distance."),
    "gengo-go": Text("Ordinary stones under Gengo's rules."),
    "gengo-large-n": Text("Gengo's stones with more neighbours."),
    "gengo-large-o": Text("Gengo's stones, five points wide."),
}


def summary(variant: Variant) -> str:
    """Return a variant in one sentence: the pages' own or, where they have none, the first of its prose."""
    first = _FIRST_SENTENCE.match(variant.prose)
    return tell(_SUMMARIES.get(variant.name) or (first[0] if first else variant.prose))
