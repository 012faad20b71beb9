"""What notebooks show, and `Goban`, a board to play on (docs/notebooks.md), for the extra `tengen-go[notebook]`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..extras import install_command
from ..records import TengenError

if TYPE_CHECKING:
    from .goban import Goban

__all__ = ["Goban"]


def __getattr__(name: str) -> Any:
    if name != "Goban":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from .goban import Goban
    except ImportError as error:
        raise TengenError(f"tengen.notebook needs `{install_command('notebook')}`: {error}") from error
    return Goban
