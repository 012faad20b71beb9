"""A board to play on in notebooks: `Goban`, which needs the extra `tengen-go[notebook]` (docs/how/notebooks.md)."""

from __future__ import annotations

from ..extras import install_command
from ..records import TengenError

try:
    from .goban import Goban
except ImportError as _error:
    raise TengenError(f"tengen.notebook needs `{install_command('notebook')}`: {_error}") from _error

__all__ = ["Goban"]
