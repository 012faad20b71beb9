"""Exact results about small games; each question has its own subpackage, imported on first use.

>>> import tengen
>>> tengen.solve.value.value(tengen.Game("chinese", board="3x1", komi=0)).exact
3.0
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import budget, counting, formal, life, states, value

__all__ = ["budget", "counting", "formal", "life", "states", "value"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
