"""The values that shells complete, by the names of options, each with what it is in a few words."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from typing import Final

from ..boards import kinds
from ..boards.graphs import NAMED
from ..rules import variants
from ..rules.axes import AXES


def completion(name: str) -> Callable[[str], list[tuple[str, str]]] | None:
    """Return the function that completes an option's value, or None if any value may come; bash needs backslashes."""
    if name not in _VALUES:
        return None

    def complete(incomplete: str) -> list[tuple[str, str]]:
        special = r"[^\w.,:=@%+/-]" if os.environ.get("_TENGEN_COMPLETE") == "complete_bash" else r"(?!)"
        found = ((value, about) for value, about in _VALUES[name]() if value.startswith(incomplete))
        return [(re.sub(special, r"\\\g<0>", value), about) for value, about in found]

    return complete


def _variants() -> Iterator[tuple[str, str]]:
    return ((variant.name, variant.title) for variant in variants())


def _boards() -> Iterator[tuple[str, str]]:
    yield from ((kind.example, str(kind.about)) for kind in kinds())
    yield from ((f"graph:{name}", "a named graph") for name in NAMED)


def _settings() -> Iterator[tuple[str, str]]:
    for axis in AXES.values():
        yield from ((f"{axis.name}={value}", str(about)) for value, about in axis.values.items())
        if axis.pattern:
            yield f"{axis.name}=", str(axis.pattern)


def _themes() -> Iterator[tuple[str, str]]:
    from ..draw.themes import THEMES

    return ((name, "") for name in THEMES)


def _formats() -> Iterator[tuple[str, str]]:
    from ..formats.notations import FORMATS

    return ((one.name, str(one.about)) for one in FORMATS)


_VALUES: Final[dict[str, Callable[[], Iterator[tuple[str, str]]]]] = {
    **dict.fromkeys(("variant", "variants", "rules"), _variants),
    "board": _boards,
    "settings": _settings,
    "theme": _themes,
    **dict.fromkeys(("from_format", "to_format"), _formats),
}
