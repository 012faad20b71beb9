"""A sentence for every preset."""

from __future__ import annotations

import re

from ...rules import Variant
from ..texts import say, tell

_FIRST_SENTENCE = re.compile(r".*?[.!?](?=\s|$)")


def summary(variant: Variant) -> str:
    """Return a variant in one sentence: the pages' own or, where they have none, the first of its prose."""
    if f"variant.{variant.name}" in say:
        return say(f"variant.{variant.name}")
    first = _FIRST_SENTENCE.match(variant.prose)
    return tell(first[0] if first else variant.prose)
