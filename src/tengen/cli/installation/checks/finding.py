"""What was found of one thing, and how nothing that is broken keeps the rest from being looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from ....records import TengenError
from ...terminal import harmless

State = Literal["works", "missing", "broken"]
"""``missing``: something optional is not there; ``broken``: something that is needed does not work."""


@dataclass(frozen=True)
class Finding:
    """One thing: the ``part`` it belongs to, its name, how it is, what there is to say, and what would mend it."""

    part: str
    name: str
    state: State
    says: str
    remedy: str = ""


def survived(part: str, look: Callable[[], Iterable[Finding]]) -> Iterator[Finding]:
    """Yield what a look finds; where it fails, that is a finding, too."""
    try:
        yield from look()
    except Exception as error:
        yield Finding(part, part, "broken", f"it cannot be looked at: {_told(error)}")


def _told(error: Exception) -> str:
    """Return an error in one line, with its kind where it was not foreseen."""
    kind = "" if isinstance(error, TengenError) else f"{type(error).__name__}: "
    return harmless(f"{kind}{error}")[:300]
