"""A second process compiles its share of the search, if nothing of it has been compiled."""

from __future__ import annotations

from typing import Any

from ..kernel.compiling import compile_beside, cores
from ..kernel.jit import is_there
from .tree import search

_SEEN: set[bool] = set()


def share_compiling(wide: bool, given: tuple[Any, ...]) -> None:
    """Have another process compile the playouts, if the search is about to be compiled for these arguments."""
    if wide not in _SEEN:
        _SEEN.add(wide)
        if cores() > 1 and not is_there(search, given):
            compile_share_beside("playouts", wide)


def compile_share_beside(share: str, wide: bool) -> None:
    """Start, once, a process that compiles a share: "search" or "playouts"."""
    compile_beside(f"from {__package__}.compiled import compile_{share}; compile_{share}({wide})")
