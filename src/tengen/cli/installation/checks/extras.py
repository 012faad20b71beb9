"""Which extras are installed."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

from ....extras import EXTRAS, install_command
from .finding import Finding

PART = "extras"


def extras() -> Iterator[Finding]:
    """Yield each extra: there, or missing and how to get it."""
    for name, extra in EXTRAS.items():
        absent = [module for module in extra.modules if not _is_there(module)]
        if not absent:
            yield Finding(PART, name, "works", extra.serves)
        else:
            lack = "" if len(absent) == len(extra.modules) else f" (without {', '.join(absent)})"
            yield Finding(PART, name, "missing", f"{extra.serves}{lack}", install_command(name))


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False
