"""Text of records and diagrams: SGF, JSON, the formal notation, Sensei's diagrams, Wikipedia's template, plain rows.

The first three are read into a `Record` and written from one, the others into and from a `Diagram`. `read_any` detects
the notation. All but SGF and JSON, which games need, are loaded on demand.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from . import json, sgf

if TYPE_CHECKING:
    from .diagrams import goban, rows, sensei
    from .formal import clicks
    from .notations import read_all, read_any, read_file

__all__ = ["clicks", "goban", "json", "read_all", "read_any", "read_file", "rows", "sensei", "sgf"]

_LATER: Final = {
    "read_all": "notations",
    "read_any": "notations",
    "read_file": "notations",
    "goban": "diagrams.goban",
    "rows": "diagrams.rows",
    "sensei": "diagrams.sensei",
    "clicks": "formal.clicks",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f".{_LATER[name]}", __name__)
    globals()[name] = value = getattr(module, name, module)
    return value
