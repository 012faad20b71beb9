"""Which engine is meant by what somebody asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..records import FormatError
from .engine import Engine
from .katago.katago import KataGo
from .own import Own
from .registry import installation, installations
from .relay import Relay

BEST: Final = "best"
"""The best engine there is: KataGo where one is known, and Tengen's own where it knows no answer, or there is none."""


def engine_named(asked: str, *, threads: int = 1, behind: bool = False) -> Engine:
    """Return the engine of a name by itself, which nobody helps out.

    "tengen" and "mcts" are both Tengen's own; the other names are those in `registry`.

    A program of its own that runs ``behind`` leaves the processors to others who want them.

    Raises:
        TengenError: there is none of that name.
    """
    if asked in ("tengen", "mcts"):
        return Own(threads=threads)
    return KataGo(installation(asked), behind=behind)


def adviser(asked: str = BEST, *, threads: int = 1, tell: Callable[[str], None] = lambda why: None) -> Engine:
    """Return the engine that gives opinions: the one that was asked for, with Tengen's own where that cannot answer.

    ``asked`` is tengen, the name of a known engine, or "best", which a damaged file of engines does not stop.
    ``tell`` gets the reason why Tengen's own takes over, in words.

    Raises:
        TengenError: there is none of that name.

    >>> adviser("tengen").name
    'Tengen'
    """
    own = Own(threads=threads)
    if asked == BEST:
        try:
            known = installations()
        except FormatError as error:
            tell(str(error))
            return own
        return Relay(KataGo(known[0]), own, tell) if known else own
    engine = engine_named(asked, threads=threads)
    return Relay(engine, own, tell) if isinstance(engine, KataGo) else engine
