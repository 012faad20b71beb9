"""A board to play on in notebooks: `Goban`, which needs the extra `tengen[notebook]` (docs/notebooks.md)."""

from __future__ import annotations

from ..records import TengenError

try:
    from .goban import Goban
except ImportError as _error:
    raise TengenError(f"tengen.notebook needs `pip install 'tengen[notebook]'`: {_error}") from _error

__all__ = ["Goban"]
