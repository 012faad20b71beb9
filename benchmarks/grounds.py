"""Games and boards for benchmarks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Ground:
    """A game on a board; ``axes`` give a komi by which both sides have a chance."""

    game: str
    board: str
    axes: dict[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """Its name in tables and plots."""
        return f"{self.game} {self.board}"
